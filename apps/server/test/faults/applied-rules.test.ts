/** Rules of a sandbox: which requests meet them, by REST and tRPC, with and without the cache, and what is counted. */
import { beforeEach, describe, expect, it } from 'vitest';
import { hosts, inProcess, jsonRequest, type TestServer } from '../support.js';
import { countsIn, setRules } from './rules.js';
import { openOnce } from '../use.js';
import { course } from '../sandboxes/client.js';

const COURSES = '/api/education/courses';

const post = (body: unknown, headers = {}): RequestInit => jsonRequest('POST', body, headers);

const called = (title: string) => ({ ...course, title });

/** Sets the rules of a sandbox. */
async function put(server: TestServer, rules: readonly object[], sandbox = 'default'): Promise<void> {
  expect((await setRules(server, sandbox, rules)).status).toBe(200);
}

describe.each(hosts)('%s', (_host, start) => {
  const rules = {
    put: (...given: readonly object[]) => put(server, given),
    counts: () => countsIn(server),
  };
  const server = openOnce(start);
  beforeEach(() => rules.put());

  const status = async (path: string, init?: RequestInit): Promise<number> => {
    const response = await server.fetch(path, init);
    await response.arrayBuffer();
    return response.status;
  };

  it('strikes by operation, so often as it says, and shows its counts', async () => {
    await rules.put({ when: { operation: 'education.*' }, times: 2, fault: 'server_error' });
    expect([await status(COURSES), await status(COURSES), await status(COURSES)]).toEqual([500, 500, 200]);
    expect(await status('/api/events')).toBe(200);
    expect(await rules.counts()).toEqual(['3/2']);
  });

  it('meets the same where an answer is kept, and counts once', async () => {
    const path = `${COURSES}?per_page=2`;
    for (let i = 0; i < 3; i++) expect(await status(path)).toBe(200);
    await rules.put({ when: { path: '/api/**' }, every: 2, after: 4, fault: 'status;code=418' });
    const statuses: number[] = [];
    for (let i = 0; i < 9; i++) statuses.push(await status(path));
    expect(statuses).toEqual([200, 200, 200, 200, 418, 200, 418, 200, 418]);
    expect(await rules.counts()).toEqual(['9/3']);
  });

  it('never answers a request with the header from the cache', async () => {
    const path = `${COURSES}?per_page=3`;
    for (let i = 0; i < 3; i++) expect(await status(path)).toBe(200);
    expect(await status(path, { headers: { 'understudy-fault': 'server_error' } })).toBe(500);
    expect(await status(path, { headers: { 'understudy-fault': 'server_error;times=1' } })).toBe(500);
    expect(await status(path, { headers: { 'understudy-fault': 'server_error;times=1' } })).toBe(200);
    expect(await status(`${path}&f%61ult=server_error`)).toBe(500);
    expect(await status(`${path}&fault=server_error%3Btimes%3D1`)).toBe(200);
  });

  it('counts the times of a query by its URL', async () => {
    const fault = `fault=${encodeURIComponent('server_error;times=1, rate_limit;times=1')}`;
    const path = `${COURSES}?per_page=7&${fault}`;
    expect([await status(path), await status(path), await status(path)]).toEqual([500, 429, 200]);
    expect(await status(`${COURSES}?per_page=8&${fault}`)).toBe(500);
  });

  it('tells bodies apart, and hands them on unread', async () => {
    await rules.put({ when: { method: 'POST' }, per: 'url', times: 1, fault: 'service_unavailable' });
    const [one, two] = [post(called('One of two')), post(called('Two of two'))];
    const statuses: number[] = [];
    for (const init of [one, two, one, two]) statuses.push(await status(COURSES, init));
    expect(statuses).toEqual([503, 503, 200, 200]);
    const { pagination } = (await (await server.fetch(`${COURSES}?q=of%20two`)).json()) as {
      pagination: { total: number };
    };
    expect(pagination.total).toBe(2);
    expect(await status(COURSES, { ...one, body: 'x'.repeat(200_000) })).toBe(503);
    expect(await status(COURSES, { ...one, body: 'x'.repeat(200_000) })).toBe(413);
    expect(await status(COURSES, { ...one, body: '{' })).toBe(503);
    expect(await status(COURSES, { ...one, body: '{' })).toBe(400);
  });

  it('counts what is malformed in itself, and lets nothing strike where the controls are wrong', async () => {
    await rules.put({ times: 1, fault: 'reset' });
    expect(await status(`${COURSES}?delay=x`)).toBe(400);
    expect(await rules.counts()).toEqual(['1/0']);
  });

  it('shows on each answer what is left of a quota, whatever the answer is', async () => {
    await server.fetch('/sandboxes/default/clock', post({ action: 'freeze' }));
    const tag = (await server.fetch(COURSES)).headers.get('etag') ?? '';
    await rules.put({ fault: 'quota;limit=100' });
    const asked: readonly (readonly [status: number, path: string, init?: RequestInit])[] = [
      [200, COURSES],
      [200, COURSES],
      [304, COURSES, { headers: { 'if-none-match': tag } }],
      [304, COURSES, { headers: { 'if-none-match': tag } }],
      [200, COURSES, { method: 'HEAD' }],
      [404, '/api/nowhere'],
      [405, COURSES, { method: 'DELETE' }],
      [400, `${COURSES}?delay=x`],
      [400, COURSES, { ...post({}), body: '{' }],
      [415, COURSES, { ...post({}), headers: { 'content-type': 'text/plain' } }],
      [413, COURSES, { ...post({}), body: 'x'.repeat(200_000) }],
      [401, '/api/auth/profile'],
      [401, '/api/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'password' }) }],
      [200, '/api/oauth/jwks'],
      [502, `${COURSES}?fault=bad_gateway`],
      [200, `${COURSES}?simulate_error=malformed`],
      [200, '/trpc/events.listEvents'],
      [400, '/trpc/events.listEvents?delay=x'],
      [404, '/trpc/education.getCourse?input=%7B%22course_id%22%3A%22crs_9999%22%7D'],
    ];
    for (const [index, [wanted, path, init]] of asked.entries()) {
      const { status: got, headers } = await server.fetch(path, init);
      const said = ['ratelimit-policy', 'ratelimit', 'x-ratelimit-remaining'].map((name) => headers.get(name));
      const left = 99 - index;
      expect([path, got, ...said]).toEqual([
        path,
        wanted,
        '"default";q=100;w=60',
        `"default";r=${left};t=60`,
        String(left),
      ]);
    }
  });

  it('meets paths that have no route, and methods that a path has not, but by no operation', async () => {
    await rules.put(
      { when: { path: '/api/**' }, fault: 'status;code=418' },
      { when: { operation: '**' }, fault: 'empty' },
    );
    expect(await status('/api/nowhere')).toBe(418);
    expect(await status(COURSES, { method: 'DELETE' })).toBe(418);
    expect(await rules.counts()).toEqual(['2/2', '0/0']);
  });

  it('never meets control API, pages, health and metrics', async () => {
    await rules.put({ fault: 'status;code=418' });
    for (const path of [
      '/',
      '/docs',
      '/openapi.json',
      '/healthz',
      '/readyz',
      '/metrics',
      '/faults',
      '/problems',
      '/nowhere',
    ]) {
      expect({ path, status: await status(path) }).not.toMatchObject({ status: 418 });
    }
    for (const path of [
      '/sandboxes',
      '/sandboxes/default',
      '/sandboxes/default/faults',
      '/sandboxes/default/requests',
    ]) {
      expect({ path, status: await status(path) }).toEqual({ path, status: 200 });
    }
    expect(await status('/trpc/sandboxes.listSandboxes')).toBe(200);
    expect(await rules.counts()).toEqual(['0/0']);
  });

  it('meets OPTIONS only where a rule names it', async () => {
    await rules.put({ fault: 'status;code=418' });
    expect(await status(COURSES, { method: 'OPTIONS' })).toBe(204);
    // What a request asks for itself never acts on its preflight, not even to be refused.
    for (const fault of ['reset', 'server_error', 'nope']) {
      const headers = { 'understudy-fault': fault };
      expect(await status(`${COURSES}?fault=${fault}`, { method: 'OPTIONS', headers })).toBe(204);
    }
    await rules.put({ when: { method: 'OPTIONS' }, fault: 'service_unavailable' });
    expect(await status(COURSES, { method: 'OPTIONS' })).toBe(503);
    expect(await status(COURSES)).toBe(200);
    expect(await rules.counts()).toEqual(['1/1']);
  });

  it('meets each procedure over tRPC by its operation, and never by a path', async () => {
    await rules.put(
      { when: { path: '/**' }, fault: 'empty' },
      { when: { operation: 'education.listCourses' }, times: 1, fault: 'not_found' },
    );
    const batch =
      '/trpc/education.listCourses,events.listEvents?batch=1&input=%7B%220%22%3A%7B%7D%2C%221%22%3A%7B%7D%7D';
    const first = (await (await server.fetch(batch)).json()) as { error?: unknown; result?: unknown }[];
    expect(first.map((one) => 'error' in one)).toEqual([true, false]);
    const second = (await (await server.fetch(batch)).json()) as { error?: unknown }[];
    expect(second.map((one) => 'error' in one)).toEqual([false, false]);
    expect(await rules.counts()).toEqual(['0/0', '2/1']);
  });

  it('tells bodies apart over tRPC', async () => {
    await rules.put({ per: 'url', times: 1, fault: 'service_unavailable' });
    const call = (title: string) => status('/trpc/education.createCourse', post(called(title)));
    expect([await call('A'), await call('B'), await call('A'), await call('B')]).toEqual([503, 503, 200, 200]);
  });

  it('tells what struck, and who asked for it, in the journal', async () => {
    const own = [
      { id: 'slow', after: 2, times: 2, fault: 'delay;ms=5' },
      { id: 'broken', after: 3, times: 1, fault: 'reset' },
    ];
    await put(server, own, 'journal');
    const base = `/sandboxes/journal${COURSES}`;
    for (const query of ['?fault=not_found', '?simulate_error=forbidden', '', '', '']) {
      await status(`${base}${query}`).catch(() => undefined);
    }
    const { data } = (await (await server.fetch('/sandboxes/journal/requests')).json()) as {
      data: { sequence: number; fault: unknown }[];
    };
    expect(data.toSorted((a, b) => a.sequence - b.sequence).map(({ fault }) => fault)).toEqual([
      { rule: null, fault: 'not_found' },
      { rule: null, fault: 'forbidden' },
      { rule: 'slow', fault: 'delay;ms=5' },
      // Of both that strike it, the one that the client sees.
      { rule: 'broken', fault: 'reset' },
      null,
    ]);
  });
});

it('meets rules below another base', async () => {
  await using server = await inProcess({ base: '/v2' });
  await put(server, [{ when: { path: '/v2/education/*' }, times: 1, fault: 'not_found' }]);
  const statuses = [await server.fetch('/v2/education/courses'), await server.fetch('/v2/education/courses')];
  expect(statuses.map(({ status }) => status)).toEqual([404, 200]);
});
