/** What runs around every call: the form of keys, what they are good for, and how long a call is held. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inProcess, jsonRequest, type TestServer } from '../support.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

let server: TestServer;
beforeEach(async () => {
  server = await inProcess();
});
afterEach(() => server.close());

interface Sent {
  readonly key?: string;
  readonly path?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

async function post({ key, path = COURSES, body = course, headers = {} }: Sent) {
  const answer = await server.fetch(
    path,
    jsonRequest('POST', body, { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }),
  );
  return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), json: await answer.json() };
}

describe('an Idempotency-Key', () => {
  it.each(['!', '~', '!~'.repeat(127).padEnd(255, 'a'), '"a"'])('may be %j', async (key) => {
    expect(await post({ key })).toMatchObject({ status: 200, replayed: null });
    expect(await post({ key })).toMatchObject({ status: 200, replayed: 'true' });
  });

  const refusal = {
    status: 400,
    kind: 'bad_request',
    detail: 'Idempotency-Key must be 1 to 255 visible ASCII characters without spaces',
    errors: [
      {
        parameter: 'Idempotency-Key',
        code: 'invalid_format',
        detail: 'must be 1 to 255 visible ASCII characters without spaces',
      },
    ],
  };

  it.each(['a b', 'a\u{7f}', 'a\u{e9}', 'a'.repeat(256)])('may not be %j, not even for a read', async (key) => {
    expect((await post({ key })).json).toMatchObject(refusal);
    const read = await server.fetch(COURSES, { headers: { 'idempotency-key': key } });
    expect(await read.json()).toMatchObject(refusal);
  });

  it('means nothing to a read', async () => {
    const headers = { 'idempotency-key': 'k' };
    const read = async (query: string) => {
      const answer = await server.fetch(COURSES + query, { headers });
      return [answer.status, answer.headers.get('idempotency-replayed')];
    };
    expect([await read(''), await read('?per_page=1')]).toEqual([
      [200, null],
      [200, null],
    ]);
  });

  it('is good for one operation, one credential and one sandbox', async () => {
    const enrollment = { student_id: 'stu_0001', course_id: 'crs_0001' };
    const sent: Sent[] = [
      { key: 'k' },
      { key: 'k', path: '/api/education/enrollments', body: enrollment },
      { key: 'k', headers: { authorization: 'Bearer a' } },
      { key: 'k', path: `/sandboxes/a${COURSES}` },
      { key: 'l' },
    ];
    for (const one of sent) expect(await post(one)).toMatchObject({ status: 200, replayed: null });
    for (const one of sent) expect(await post(one)).toMatchObject({ status: 200, replayed: 'true' });
  });

  it('holds up nothing but other writes under it', async () => {
    await server.close();
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    server = await inProcess({ sleep: () => gate });
    const held = ['k', undefined].map((key) =>
      post({ path: `${COURSES}?delay=1`, ...(key === undefined ? {} : { key }) }),
    );
    const read = (query: string) => server.fetch(COURSES + query, { headers: { 'idempotency-key': 'r' } });
    const heldRead = read('?delay=1');
    expect(await post({ key: 'l' })).toMatchObject({ status: 200, replayed: null });
    expect(await post({})).toMatchObject({ status: 200, replayed: null });
    expect(await post({})).toMatchObject({ status: 200, replayed: null });
    expect((await read('')).status).toBe(200);
    open();
    expect(await Promise.all(held)).toMatchObject([{ replayed: null }, { replayed: null }]);
    expect((await heldRead).status).toBe(200);
  });

  it('is free again for the calls behind one that fails', async () => {
    const all = await Promise.all([
      post({ key: 'k', path: `${COURSES}?simulate_error=server_error` }),
      post({ key: 'k', body: {} }),
      post({ key: 'k' }),
      post({ key: 'k' }),
    ]);
    expect(all.map(({ status, replayed }) => [status, replayed])).toEqual([
      [500, null],
      [400, null],
      [200, null],
      [200, 'true'],
    ]);
  });
});

describe('a call is held', () => {
  const statusOf = async (path: string): Promise<number> => (await server.fetch(path)).status;

  it.each([
    ['', 200, []],
    ['?delay=0', 200, []],
    ['?delay=0.25', 200, [250]],
    ['?simulate_error=server_error', 500, []],
    ['?simulate_error=server_error&delay=2', 500, [2000]],
    ['?simulate_error=timeout', 504, [3000]],
    ['?simulate_error=timeout&delay=0', 504, []],
    ['?simulate_error=timeout&delay=1', 504, [1000]],
    ['?simulate_error=malformed&delay=1', 200, [1000]],
  ])('"%s": %i after %j ms', async (query, status, waits) => {
    expect(await statusOf(COURSES + query)).toBe(status);
    expect(server.waits).toEqual(waits);
  });

  it('for no longer than it says', async () => {
    await server.close();
    const busyFor = (ms: number): void => {
      const until = performance.now() + ms;
      while (performance.now() < until);
    };
    server = await inProcess({ sleep: async () => busyFor(3) });
    const since = performance.now();
    const { headers } = await server.fetch(`${COURSES}?delay=1`);
    const whole = performance.now() - since;
    const reported = Number(/^delay;dur=([\d.]+),/.exec(headers.get('server-timing') ?? '')?.[1]);
    expect(reported).toBeGreaterThanOrEqual(2.9);
    expect(reported).toBeLessThanOrEqual(whole + 0.1);
    const without = await server.fetch(COURSES);
    expect(without.headers.get('server-timing')).not.toMatch(/delay;dur=[^0]/);
  });

  it('and fails where it cannot be', async () => {
    await server.close();
    server = await inProcess({ sleep: () => Promise.reject(new Error('no timers left')) });
    expect(await statusOf(`${COURSES}?delay=1`)).toBe(500);
    expect(await statusOf(COURSES)).toBe(200);
  });
});

it.each(['/sandboxes/default/snapshot?', '/trpc/sandboxes.getSnapshot?input={"name":"default"}&'])(
  'the control API is neither held nor made to fail: %s',
  async (path) => {
    const answer = await server.fetch(`${path}delay=2&simulate_error=server_error`);
    expect(answer.status).toBe(200);
    expect(server.waits).toEqual([]);
  },
);

it('a call with wrong controls is refused before anything else', async () => {
  await server.close();
  server = await inProcess({ adminToken: 'secret' });
  const answer = await server.fetch(`${COURSES}?page=0&delay=1&simulate_error=rate_limit`, {
    headers: { 'idempotency-key': 'a b' },
  });
  expect(await answer.json()).toMatchObject({ status: 400, errors: [{ parameter: 'page' }] });
  expect(server.waits).toEqual([]);
  expect((await server.fetch('/sandboxes/default/snapshot')).status).toBe(401);
});

it('waits before it fails on purpose, and does both before it reads a body, which is refused only then', async () => {
  const sent = (query: string, body: string) =>
    server.fetch(`${COURSES}?${query}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect((await sent('delay=2&simulate_error=rate_limit', '{ broken')).status).toBe(429);
  expect((await sent('delay=1.5', '{}')).status).toBe(400);
  expect(server.waits).toEqual([2000, 1500]);
});

it('sends a real failure whole, even where malformed was asked for', async () => {
  const bad = await post({ path: `${COURSES}?simulate_error=malformed`, body: {} });
  expect(bad).toMatchObject({ status: 400, json: { kind: 'bad_request', simulated: false } });
  const missing = await server.fetch(`${COURSES}/crs_9999?simulate_error=malformed`);
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ kind: 'not_found' });
});

it('never delays or fails OPTIONS', async () => {
  const response = await server.fetch(`${COURSES}?delay=5&simulate_error=server_error`, { method: 'OPTIONS' });
  expect([response.status, server.waits]).toEqual([204, []]);
});
