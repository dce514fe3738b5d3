/** Clients that do as a server tells them, and lists that are asked for by json-server's names: what is said of them. */
import { expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { createUnderstudy } from '../../src/index.js';
import { hosts, inProcess, jsonRequest, type TestServer } from '../support.js';
import { broken, SANDBOX } from './judging.js';
import { ending } from '../use.js';

const OAUTH = `${SANDBOX}/api/oauth`;

const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'user-agent': 'tests' },
  body: new URLSearchParams(fields),
});

it.each(hosts)('says nothing of a device that polls at its interval (%s)', async (_host, start) => {
  const server = ending(await start());
  const begun = await server.fetch(`${OAUTH}/device`, form({ client_id: 'understudy-spa', scope: 'openid' }));
  const { device_code, verification_uri_complete: page } = (await begun.json()) as Record<string, string>;
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  for (let i = 1; i <= 12; i += 1) {
    await send(server, 'POST', `${SANDBOX}/clock`, { action: 'advance', seconds: 5 });
    const polled = await server.fetch(
      `${OAUTH}/token`,
      form({ grant_type, device_code: device_code ?? '', client_id: 'understudy-spa' }),
    );
    expect(await polled.json()).toMatchObject({ error: 'authorization_pending' });
  }
  const { pathname, search } = new URL(page ?? '');
  await server.fetch(`${pathname}${search}`, { headers: { 'user-agent': 'tests', accept: 'text/html' } });
  expect(await broken(server)).toEqual([]);
});

it.each(hosts)('says nothing of a person who mistypes a password (%s)', async (_host, start) => {
  const server = ending(await start());
  const login = jsonRequest('POST', { email: 'ada@example.com', password: 'not it' }, { 'user-agent': 'tests' });
  for (let i = 0; i < 3; i += 1) expect((await server.fetch(`${SANDBOX}/api/auth/login`, login)).status).toBe(401);
  expect(await broken(server)).toEqual([]);
});

it.each<[string, (server: TestServer) => Promise<{ status: number }>]>([
  ['a reset', (server) => send(server, 'POST', `${SANDBOX}/reset`)],
  ['forgetting the sandbox', (server) => server.fetch(SANDBOX, { method: 'DELETE' })],
  ['configuring it', (server) => send(server, 'PUT', SANDBOX, { seed: 'other' })],
  [
    'a restored snapshot',
    async (server) =>
      send(server, 'PUT', `${SANDBOX}/snapshot`, (await send(server, 'GET', `${SANDBOX}/snapshot`)).json),
  ],
  [
    'a clock that is a day later',
    (server) => send(server, 'POST', `${SANDBOX}/clock`, { action: 'advance', seconds: 86_400 }),
  ],
])('takes two tests with %s between them for two', async (_what, begin) => {
  await using server = await inProcess();
  const write = { ...form({}), headers: { 'user-agent': 'tests', 'content-type': 'application/json' } };
  const test = async () => {
    await server.fetch(`${SANDBOX}/api/education/courses?fault=status;code=500`, { ...write, body: '{"title":"x"}' });
    expect((await server.fetch(`${SANDBOX}/api/education/courses/none`, { headers: write.headers })).status).toBe(404);
  };
  await test();
  expect((await begin(server)).status).toBeLessThan(300);
  await test();
  expect(await broken(server)).toEqual([]);
  await test();
  expect((await broken(server)).map(([rule]) => rule)).toEqual(expect.arrayContaining(['retried_unsafe']));
});

it.each<[string, object, number]>([
  ['with a key in its input', { idempotency_key: 'k-0001' }, 0],
  ['without one', {}, 1],
])('says of a tRPC client that sends a write again %s', async (_what, more, verdicts) => {
  const server = ending(createUnderstudy({ log: 'off' }));
  const input = { title: 'x', category: 'Crafts', difficulty: 'expert', instructor: 'Bo', duration_hours: 1, ...more };
  const write = (fault: string) =>
    server.fetch(
      `${SANDBOX}/trpc/education.createCourse${fault}`,
      jsonRequest('POST', input, { 'user-agent': 'tests' }),
    );
  expect((await write('?fault=server_error;commit=after')).status).toBe(500);
  expect((await write('')).status).toBe(200);
  expect((await broken(server)).filter(([rule]) => rule === 'retried_unsafe')).toHaveLength(verdicts);
});

it('says nothing of a download that goes on after each time that it broke off', async () => {
  const server = ending(createUnderstudy({ log: 'off' }));
  const path = `${SANDBOX}/api/realestate/photos/pho_0001`;
  for (let i = 0; i < 12; i += 1) {
    const range: Record<string, string> = i === 0 ? {} : { range: `bytes=${i * 500}-` };
    const answer = await server.fetch(`${path}?fault=truncate;after_bytes=500`, {
      headers: { 'user-agent': 'tests', ...range },
    });
    expect(answer.status).toBe(i === 0 ? 200 : 206);
    await answer.arrayBuffer().catch(() => undefined);
  }
  expect(await broken(server)).toEqual([]);
});

it.each(['_page=N&_limit=1', '_page=N&_per_page=1', '_start=A&_end=N', '_start=A&_limit=1', 'page=N&per_page=1'])(
  'sees who goes on after the last page by %s',
  async (query) => {
    const server = ending(
      createUnderstudy({ data: { items: [1, 2, 3].map((id) => ({ id })) }, bare: true, log: 'off' }),
    );
    for (const page of [1, 2, 3, 4, 5]) {
      const asked = query.replace('N', String(page)).replace('A', String(page - 1));
      const answer = await server.fetch(`/sandboxes/a/api/items?${asked}`, { headers: { 'user-agent': 'tests' } });
      expect(answer.status).toBe(200);
    }
    expect(await broken(server)).toEqual([
      ['kept_paging', [3, 4]],
      ['kept_paging', [4, 5]],
    ]);
  },
);
