/** How a server keeps its clients in bounds: by their rate, by what waits for them, by the sandboxes that they make. */
import type { Problem } from '@understudy/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createApp } from '../../src/server/app.js';
import { nodePlatform } from '../../src/server/node-platform.js';
import { openApp } from '../../src/server/open-app.js';
import { serve } from '../../src/transport/node.js';
import { fromFetch } from '../../src/http/incoming.js';
import { clientAddress } from '../../src/http/locate.js';
import { networkOf } from '../../src/platform/node/runtime.js';
import { rate } from '../../src/options/parse.js';
import { api, inProcess, NOW, overSocket, settingsOf, type TestServer } from '../support.js';
import { emptySchema } from '../postgres/schemas.js';
import { eventually } from '../eventually.js';
import { ending } from '../use.js';

const LIST = '/api/education/courses?per_page=1';

afterEach(async () => {
  // To stop waits by them.
  vi.useRealTimers();
});
async function started(options: Record<string, unknown>): Promise<TestServer> {
  const server = await overSocket(options);
  ending(server);
  return server;
}

/** Asks as a client behind a proxy. */
const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'x-forwarded-for': address, ...headers },
});

describe('a rate', () => {
  it.each([
    ['600/1m', { requests: 600, seconds: 60 }],
    ['10/s', { requests: 10, seconds: 1 }],
    ['5/90s', { requests: 5, seconds: 90 }],
    [
      { requests: 3, seconds: 2 },
      { requests: 3, seconds: 2 },
    ],
    ['none', null],
  ])('is read from %j', (given, read) => {
    expect(rate(given)).toEqual(read);
  });

  it.each(['600', '0/1m', '5/0s', '5/2d', '5/m1', '-1/s', '', 5])('is not read from %j', (given) => {
    expect(() => rate(given)).toThrow('such as 600/1m');
  });
});

describe('the rate limit', () => {
  it('says what is left, and answers beyond it with a problem of its own, until its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse(NOW) });
    const server = await started({ rateLimit: '3/1m' });
    const left: (string | null)[] = [];
    for (let i = 0; i < 3; i += 1) {
      const answer = await server.fetch(LIST);
      left.push(answer.headers.get('ratelimit'));
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([200, '"server";q=3;w=60']);
      await answer.text();
    }
    expect(left).toEqual(['"server";r=2;t=60', '"server";r=1;t=60', '"server";r=0;t=60']);
    await vi.advanceTimersByTimeAsync(20_000);
    const over = await server.fetch(LIST);
    expect([over.status, over.headers.get('ratelimit'), over.headers.get('retry-after')]).toEqual([
      429,
      '"server";r=0;t=40',
      '40',
    ]);
    expect((await over.json()) as Problem).toMatchObject({
      kind: 'too_many_requests',
      simulated: false,
      instance: '/api/education/courses',
      detail: expect.stringContaining('--rate-limit'),
    });
    await vi.advanceTimersByTimeAsync(41_000);
    expect((await server.fetch(LIST)).status).toBe(200);
  });

  it('counts each client for itself: by its address, of IPv6 by its network', async () => {
    const server = await started({ rateLimit: '1/1m', trustProxy: 1 });
    const status = async (address: string) => (await server.fetch(LIST, from(address))).status;
    expect(await status('203.0.113.1')).toBe(200);
    expect(await status('203.0.113.1')).toBe(429);
    expect(await status('203.0.113.2')).toBe(200);
    expect(await status('2001:db8:1:2::1')).toBe(200);
    expect(await status('2001:db8:1:2:ffff::9')).toBe(429);
    expect(await status('2001:db8:1:3::1')).toBe(200);
    expect(await status('::ffff:203.0.113.2')).toBe(429);
  });

  it('leaves health checks and metrics free', async () => {
    const server = await started({ rateLimit: '1/1m' });
    for (const path of ['/healthz', '/readyz', '/metrics', '/healthz', '/metrics']) {
      const answer = await server.fetch(path);
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
      await answer.text();
    }
    expect((await server.fetch(LIST)).status).toBe(200);
    expect((await server.fetch(LIST)).status).toBe(429);
    expect(await (await server.fetch('/metrics')).text()).toContain(
      'understudy_refusals_total{kind="too_many_requests"} 1',
    );
  });

  it('leaves a limit that is simulated as it is, and stands beside it', async () => {
    const server = await started({ rateLimit: '9/1m' });
    const answer = await server.fetch(`${LIST}&simulate_error=rate_limit`);
    const problem = (await answer.json()) as Problem;
    expect([answer.status, problem.kind, problem.simulated]).toEqual([429, 'rate_limit', true]);
    expect(answer.headers.get('ratelimit')).toMatch(/^"default";.*, "server";r=8;t=60$/);
  });

  it('is in no journal, and on no server that is not told of one', async () => {
    const server = await started({ rateLimit: '2/1m', adminToken: 'a' });
    for (let i = 0; i < 4; i += 1) await (await server.fetch(LIST)).text();
    expect(await (await server.fetch('/metrics', { headers: { authorization: 'Bearer a' } })).text()).toMatch(
      /_bucket\{le="\+Inf",[^}]*status_code="429"\} 2/,
    );
    const plain = await started({});
    expect((await plain.fetch(LIST)).headers.has('ratelimit')).toBe(false);
    const alone = await inProcess({ rateLimit: '1/1m' });
    ending(alone);
    // Without a network there is no client.
    for (let i = 0; i < 3; i += 1) expect((await alone.fetch(LIST)).status).toBe(200);
  });

  it('is shared between replicas on one database, by its clock and not by theirs', async () => {
    const address = await emptySchema();
    const settings = settingsOf({ store: address, rateLimit: '3/1h', trustProxy: 1 });
    const seen: (readonly [number, boolean])[] = [];
    for (const hoursAhead of [0, 2, -2, 0]) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hoursAhead * 3_600_000 });
      const app = await openApp(settings, api, { sink: () => undefined, named: (field) => field });
      ending(app);
      const { port, close } = await serve(app.pipeline, { host: '127.0.0.1', port: 0 });
      ending({ close: () => close({ graceMs: 100 }) });
      for (let i = 0; i < 2; i += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}${LIST}`, from('203.0.113.7'));
        const seconds = Number(/t=(\d+)/.exec(answer.headers.get('ratelimit') ?? '')?.[1]);
        seen.push([answer.status, seconds > 3000 && seconds <= 3600]);
        await answer.text();
      }
      vi.useRealTimers();
    }
    expect(seen).toEqual([200, 200, 200, 429, 429, 429, 429, 429].map((status) => [status, true]));
  });
});

describe('the address of a client', () => {
  const request = (forwarded?: string) => ({
    ...fromFetch(
      new Request('http://x/', forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } }),
    ),
    head: { rawHeaders: [], connection: null, address: '10.0.0.1' },
  });

  it.each([
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', 0, '10.0.0.1'],
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', 1, '3.3.3.3'],
    ['1.1.1.1, 2.2.2.2, 3.3.3.3', 2, '2.2.2.2'],
    // There are fewer than the proxies that are trusted.
    ['1.1.1.1', 3, '1.1.1.1'],
    ['not an address', 1, '10.0.0.1'],
    ['', 1, '10.0.0.1'],
    [undefined, 1, '10.0.0.1'],
  ])('is of %j behind %d proxies %s', (forwarded, hops, address) => {
    expect(clientAddress(request(forwarded), hops)).toBe(address);
  });

  it.each([
    ['203.0.113.1', '203.0.113.1'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::ffff:203.0.113.1', '203.0.113.1'],
    ['not an address', 'not an address'],
  ])('%s is of the network %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

/** A server that strangers can reach, as far as it knows. */
const PUBLIC = { host: '0.0.0.0', trustProxy: 1 };

describe('on a public address', () => {
  it('has no more than so many requests of one client wait', async () => {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const server = await started({ ...PUBLIC, maxHeld: 2, sleep: () => ended });
    const slow = `${LIST}&delay=2`;
    const [first, second] = [server.fetch(slow, from('203.0.113.1')), server.fetch(slow, from('203.0.113.1'))];
    await eventually(() => expect(server.waits).toHaveLength(2));
    const third = await server.fetch(LIST, from('203.0.113.1'));
    expect([third.status, ((await third.json()) as Problem).kind]).toEqual([429, 'too_many_requests']);
    expect((await server.fetch(LIST, from('203.0.113.2'))).status).toBe(200);
    end();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    expect((await server.fetch(LIST, from('203.0.113.1'))).status).toBe(200);
  });

  const course = JSON.stringify({
    title: 'Knots',
    category: 'K',
    difficulty: 'expert',
    instructor: 'Bo',
    duration_hours: 1,
  });
  const write = async (server: TestServer, name: string, headers: Record<string, string>) => {
    const init = { method: 'POST', body: course, headers: { 'content-type': 'application/json', ...headers } };
    const answer = await server.fetch(`/sandboxes/${name}/api/education/courses`, init);
    return { status: answer.status, problem: (await answer.json()) as Problem };
  };

  it('lets one client bring no more than so many sandboxes into being', async () => {
    const server = await started({ ...PUBLIC, maxSandboxesPerClient: 2 });
    const [one, other] = [{ 'x-forwarded-for': '203.0.113.1' }, { 'x-forwarded-for': '203.0.113.2' }];
    for (const name of ['a', 'b', 'b', 'a', 'default']) expect((await write(server, name, one)).status).toBe(200);
    const refused = await write(server, 'c', one);
    expect([refused.status, refused.problem.kind]).toEqual([429, 'too_many_requests']);
    expect(refused.problem.detail).toContain('--max-sandboxes-per-client');
    const put = await server.fetch('/sandboxes/d', {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json', ...one },
    });
    expect(put.status).toBe(429);
    // Those of others are used by everyone.
    expect((await write(server, 'c', other)).status).toBe(200);
    expect((await write(server, 'c', one)).status).toBe(200);
    // One that is deleted makes room.
    expect((await server.fetch('/sandboxes/a', { method: 'DELETE', headers: one })).status).toBeLessThan(300);
    expect((await write(server, 'd', one)).status).toBe(200);
    expect((await write(server, 'e', one)).status).toBe(429);
  });

  it('bounds nobody who has the admin token', async () => {
    const server = await started({ ...PUBLIC, maxSandboxesPerClient: 1, adminToken: 'a-token' });
    const client = { 'x-forwarded-for': '203.0.113.1' };
    for (const name of ['a', 'b', 'c']) {
      const init = {
        method: 'PUT',
        body: '{}',
        headers: { 'content-type': 'application/json', authorization: 'Bearer a-token', ...client },
      };
      expect((await server.fetch(`/sandboxes/${name}`, init)).status).toBeLessThan(300);
    }
    expect((await write(server, 'd', client)).status).toBe(200);
    expect((await write(server, 'e', client)).status).toBe(429);
  });
});

it.each(['127.0.0.1', '10.1.2.3', '172.17.0.1', 'fd00::1'])(
  'takes %s for no stranger: it may stand for many',
  async (address) => {
    const server = await started({ ...PUBLIC, maxSandboxesPerClient: 1 });
    for (const name of ['a', 'b']) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const { status } = await server.fetch(`/sandboxes/${name}`, { method: 'PUT', body: '{}', headers });
      expect(status).toBeLessThan(300);
    }
  },
);

it('bounds nobody so on this machine alone', async () => {
  const app = createApp(settingsOf({ maxHeld: 1, maxSandboxesPerClient: 1 }), api, {
    platform: nodePlatform,
    sink: () => undefined,
  });
  ending(app);
  const { port, close } = await serve(app.pipeline, { host: '127.0.0.1', port: 0 });
  ending({ close: () => close({ graceMs: 100 }) });
  const statuses = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const init = { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } };
      return (await fetch(`http://127.0.0.1:${port}/sandboxes/${name}`, init)).status;
    }),
  );
  expect(statuses.every((status) => status < 300)).toBe(true);
});
