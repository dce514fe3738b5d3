/** Who may use the control API from a page: its own, those of this machine, those let in, and who brings the token. */
import { contract, type Operation } from '@understudy/contract';
import { oneOfEach } from '@understudy/tooling/sample';
import { describe, expect, it } from 'vitest';
import { inProcess, jsonRequest, type TestServer } from '../support.js';
import { openOnce } from '../use.js';

const EVIL = 'https://evil.example';

/** Operations of the control API, with a name in their paths. */
const control = Object.values<Operation>(contract.sandboxes.operations);

/** One that has an admin token. */
const server = openOnce(() => inProcess({ corsAllow: 'https://shop.example' }));
const guarded = openOnce(() => inProcess({ adminToken: 'letmein' }));

type Headers = Readonly<Record<string, string>>;

/** The simplest request for an operation, as a page sends it without asking first. */
async function plain({ method, path }: Operation, headers: Headers, to = server) {
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: '{}' };
  const type = method === 'GET' || method === 'DELETE' ? {} : { 'content-type': 'text/plain' };
  return to.fetch(path.replace('{name}', 'default'), { method, headers: { ...type, ...headers }, ...body });
}

/** Who asks is judged before the operation is looked at, so one of each method meets them all. */
const sampled = oneOfEach(control, ({ method }) => method);

/** The rows of an operation: all of them, or the first two that name an origin. */
const ofRows = (operation: Operation, rows: readonly Headers[]): readonly Headers[] =>
  sampled.includes(operation) ? rows : rows.filter((row) => row['origin'] !== undefined).slice(0, 2);

const allowOrigin = (answer: Response) => answer.headers.get('access-control-allow-origin');

const foreign: readonly Headers[] = [
  { origin: EVIL },
  { origin: EVIL, 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: 'null', 'sec-fetch-site': 'same-site' },
  { origin: 'https://localhost.evil.example' },
  { origin: 'http://127.0.0.1.evil.example' },
  { origin: 'https://allowed.example' },
  { origin: 'http://localhost, https://evil.example' },
  { origin: 'http://understudy.local:81' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  { 'sec-fetch-site': 'same-site' },
];

const trusted: readonly Headers[] = [
  {},
  { origin: 'http://understudy.local' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
  { origin: 'https://behind.proxy.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://app.localhost' },
  { origin: 'http://127.0.0.1:3000' },
  { origin: 'http://[::1]:3000' },
  { origin: 'https://shop.example' },
];

describe.each(control)('$name', (operation) => {
  it.each(ofRows(operation, foreign))('is refused for %j', async (headers) => {
    const before = server.revision();
    const answer = await plain(operation, headers);
    expect([answer.status, allowOrigin(answer)]).toEqual([403, null]);
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(await answer.json()).toMatchObject({
      kind: 'forbidden',
      detail: expect.stringContaining('--cors-allow') as string,
    });
    expect(server.revision()).toBe(before);
  });

  it.each(ofRows(operation, trusted))('is open to %j, and to no other', async (headers) => {
    const answer = await plain(operation, headers);
    expect(answer.status).not.toBe(403);
    expect(allowOrigin(answer)).toBe(headers['origin'] ?? null);
  });

  it('is open to who brings the admin token', async () => {
    const right = await plain(operation, { origin: EVIL, authorization: 'Bearer letmein' }, guarded);
    expect([right.status === 401 || right.status === 403, allowOrigin(right)]).toEqual([false, EVIL]);
    const wrong = await plain(operation, { origin: EVIL, authorization: 'Bearer other' }, guarded);
    expect([wrong.status, allowOrigin(wrong)]).toEqual([403, null]);
    const without = await plain(operation, { origin: 'http://localhost' }, guarded);
    expect([without.status, allowOrigin(without)]).toEqual([401, 'http://localhost']);
  });

  const addresses = [
    operation.path.replace('{name}', 'default'),
    `/trpc/${operation.name}`,
    `/trpc/education.listCourses,${operation.name}?batch=1`,
  ];

  it.each(addresses)('its preflight for %s follows', async (path) => {
    const asked = async (origin: string, headers: string, to = server) => {
      const asking = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': headers };
      const answer = await to.fetch(path, { method: 'OPTIONS', headers: asking });
      return [answer.status, allowOrigin(answer), answer.headers.get('access-control-allow-headers')];
    };
    expect(await asked(EVIL, 'content-type')).toEqual([403, null, null]);
    expect(await asked(EVIL, 'authorization')).toEqual([403, null, null]);
    expect(await asked('http://localhost:5173', 'content-type')).toEqual([
      204,
      'http://localhost:5173',
      'content-type',
    ]);
    expect(await asked(EVIL, 'authorization,content-type', guarded)).toEqual([204, EVIL, 'authorization,content-type']);
    expect(await asked(EVIL, 'content-type', guarded)).toEqual([403, null, null]);
  });
});

describe('over tRPC', () => {
  const input = encodeURIComponent(JSON.stringify({ name: 'default' }));
  const inputs = encodeURIComponent(JSON.stringify({ 0: {}, 1: { name: 'default' } }));

  it.each([
    `sandboxes.getSnapshot?input=${input}`,
    `sandboxes%2EgetSnapshot?input=${input}`,
    `%73andboxes.getSnapshot?input=${input}`,
    `education.listCourses/../sandboxes.getSnapshot?input=${input}`,
    `education.listCourses,sandboxes.getSnapshot?batch=1&input=${inputs}`,
    `education.listCourses%2Csandboxes.getSnapshot?batch=1&input=${inputs}`,
  ])('%s gives nothing away', async (address) => {
    const answer = await server.fetch(`/trpc/${address}`, { headers: { origin: EVIL } });
    expect(allowOrigin(answer)).toBeNull();
    const text = await answer.text();
    expect(text).toContain('a page of another origin may not use the control API');
    expect(text).not.toContain('"checksum"');
  });

  it('a batch that mixes is answered in full to a page that may', async () => {
    const address = `/trpc/education.listCourses,sandboxes.getSnapshot?batch=1&input=${inputs}`;
    const origin = 'http://localhost:3000';
    const answer = await server.fetch(address, { headers: { origin } });
    expect([answer.status, allowOrigin(answer)]).toEqual([200, origin]);
  });

  it('a batch of the API alone is as open as the API', async () => {
    const answer = await server.fetch('/trpc/education.listCourses?batch=1&input={"0":{}}', {
      headers: { origin: EVIL },
    });
    expect([answer.status, allowOrigin(answer)]).toEqual([200, '*']);
  });
});

it('a wrong method or a wrong body on the control API is shown to nobody else either', async () => {
  for (const method of ['PATCH', 'PUT']) {
    const answer = await server.fetch('/sandboxes/default/snapshot', { method, headers: { origin: EVIL }, body: '{' });
    expect(allowOrigin(answer)).toBeNull();
  }
});

it('while deliveries are on, a foreign page cannot have them sent to where it likes', async () => {
  await using sending = await inProcess({ webhookDelivery: 'on', webhookAllow: '' });
  const input = { url: 'http://127.0.0.1:9/', events: ['*'] };
  const register = (to: TestServer, path: string, origin: string) =>
    to.fetch(path, jsonRequest('POST', input, { origin }));
  for (const path of ['/api/webhooks/register', '/trpc/webhooks.registerWebhook']) {
    const refused = await register(sending, path, EVIL);
    // Nothing in it is a secret, and its reader learns what to do.
    expect([refused.status, allowOrigin(refused)]).toEqual([403, '*']);
    expect((await register(sending, path, 'http://localhost:3000')).status).toBe(200);
    expect((await register(server, path, EVIL)).status).toBe(200);
  }
});

it('everything else stays open to every page, below a sandbox too', async () => {
  for (const path of ['/api/education/courses', '/openapi.json', '/sandboxes/a/api/education/courses', '/nothing']) {
    const answer = await server.fetch(path, { headers: { origin: EVIL, 'sec-fetch-site': 'cross-site' } });
    expect([path, allowOrigin(answer)]).toEqual([path, '*']);
    expect(answer.status).not.toBe(403);
  }
});
