/** Sandboxes by their address and by the control API. */
import { describe, expect, it } from 'vitest';
import { api, eachServer, inProcess, NOW } from '../support.js';
import { countCourses, course, createCourse, faults, isKept, sandboxOf, send } from './client.js';

const server = eachServer();

describe('by address', () => {
  it('are separate copies, whose URLs follow their address', async () => {
    await createCourse(server, '/sandboxes/a', 'Only in a');
    expect(await countCourses(server, '/sandboxes/a')).toBe(201);
    expect(await countCourses(server, '/sandboxes/b')).toBe(200);
    expect(await countCourses(server, '')).toBe(200);
    const response = await server.fetch('/sandboxes/a/api/education/courses?pagination_style=link');
    expect(response.headers.get('link')).toContain('<http://understudy.local/sandboxes/a/api/education/courses?');
    const document = await send(server, 'GET', '/sandboxes/a/openapi.json');
    expect(document.json['servers']).toEqual([{ url: 'http://understudy.local/sandboxes/a' }]);
    const problem = await send(server, 'GET', '/sandboxes/a/api/education/courses/nope');
    expect(problem.json).toMatchObject({
      type: 'http://understudy.local/problems/not_found',
      instance: '/sandboxes/a/api/education/courses/nope',
    });
  });

  it('default is the bare origin', async () => {
    await createCourse(server, '', 'Here');
    expect(await countCourses(server, '/sandboxes/default')).toBe(201);
  });

  it('answer over tRPC as well', async () => {
    await createCourse(server, '/sandboxes/a', 'Only in a');
    const { json } = await send(server, 'GET', '/sandboxes/a/trpc/education.listCourses');
    expect(json).toMatchObject({ result: { data: { pagination: { total: 201 } } } });
  });

  it.each(['A', 'a b', '-a', '.a', 'ä', 'a'.repeat(65), '_x', 'a/b'])('refuse the name %j', async (name) => {
    const path = `/sandboxes/${encodeURIComponent(name)}`;
    for (const [method, suffix] of [
      ['GET', '/api/education/courses'],
      ['POST', '/reset'],
      ['GET', '/requests'],
    ] as const) {
      const answer = await send(server, method, path + suffix);
      expect([name, suffix, answer.status]).toEqual([name, suffix, 400]);
      expect(faults(answer)).toEqual(['name invalid_format']);
    }
  });
});

describe('the control API', () => {
  it('describes a sandbox of any name, and keeps what was written to', async () => {
    await countCourses(server, '/sandboxes/a');
    const fresh = { name: 'a', seed: 'understudy', revision: 0, counts: { changed: 0, bytes: 0, fault_rules: 0 } };
    expect(sandboxOf(await send(server, 'GET', '/sandboxes/a'))).toMatchObject(fresh);
    expect((await send(server, 'GET', '/sandboxes/a/snapshot')).json).toMatchObject({ revision: 0, records: [] });
    expect(await isKept(server, 'a')).toBe(false);
    await createCourse(server, '/sandboxes/a', 'One');
    expect(sandboxOf(await send(server, 'GET', '/sandboxes/a'))).toEqual({
      name: 'a',
      base_url: 'http://understudy.local/sandboxes/a',
      seed: 'understudy',
      sizes: api.sizes,
      data_version: 1,
      revision: 1,
      clock: { mode: 'frozen', now: NOW },
      counts: { changed: 1, bytes: expect.any(Number), fault_rules: 0 },
      ttl_seconds: 3600,
      strict: false,
      login: 'automatic',
      id_token_claims: 'scopes',
      oauth_clients: [],
      dpop_nonce: 'optional',
      device_auto_approve: null,
      scopes: null,
    });
  });

  it('lists sandboxes in the order they came, in all paging styles', async () => {
    for (const name of ['c', 'a', 'b']) await createCourse(server, `/sandboxes/${name}`, 'One');
    // Reading leaves no trace.
    await countCourses(server, '/sandboxes/d');
    const { json } = await send(server, 'GET', '/sandboxes?per_page=2&pagination_style=link');
    expect(json).toMatchObject({ data: [{ name: 'default' }, { name: 'c' }], pagination: { total: 4 } });
    const found = await send(server, 'GET', '/sandboxes?q=A&per_page=50');
    expect((found.json['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['default', 'a']);
  });

  it('creates with another seed, sizes, clock and idle life', async () => {
    const settings = { seed: 'other', sizes: { students: 3 }, clock: '2030-01-01T00:00:00Z', ttl_seconds: null };
    const made = sandboxOf(await send(server, 'PUT', '/sandboxes/a', settings));
    expect(made).toMatchObject({
      seed: 'other',
      sizes: { ...api.sizes, students: 3 },
      revision: 0,
      clock: { mode: 'frozen', now: '2030-01-01T00:00:00.000Z' },
      ttl_seconds: null,
    });
    const { json } = await send(server, 'GET', '/sandboxes/a/api/education/students');
    expect(json).toMatchObject({ pagination: { total: 3 } });
    const plain = await send(server, 'GET', '/api/education/students');
    expect(json['data']).not.toEqual((plain.json['data'] as unknown[]).slice(0, 3));
  });

  it('changes seed and sizes until the first write, then refuses with 409', async () => {
    await send(server, 'PUT', '/sandboxes/a', { seed: 'x' });
    expect(sandboxOf(await send(server, 'PUT', '/sandboxes/a', { seed: 'y' })).seed).toBe('y');
    await createCourse(server, '/sandboxes/a', 'One');
    for (const settings of [{ seed: 'z' }, { sizes: { students: 1 } }, { from: 'default' }]) {
      const answer = await send(server, 'PUT', '/sandboxes/a', settings);
      expect(answer.status).toBe(409);
      expect(faults(answer)).toEqual([`#/${Object.keys(settings)[0]} conflict`]);
    }
    // The same values are no change; the idle life may change at any time.
    const same = await send(server, 'PUT', '/sandboxes/a', { seed: 'y', ttl_seconds: 60 });
    expect(sandboxOf(same)).toMatchObject({ seed: 'y', ttl_seconds: 60, revision: 1 });
    expect(await countCourses(server, '/sandboxes/a')).toBe(201);
  });

  it('forks a sandbox with all that was written to it', async () => {
    await send(server, 'PUT', '/sandboxes/a', { seed: 'x', sizes: { courses: 5 } });
    const id = await createCourse(server, '/sandboxes/a', 'One');
    const made = sandboxOf(await send(server, 'PUT', '/sandboxes/b', { from: 'a' }));
    expect(made).toMatchObject({
      seed: 'x',
      sizes: { ...api.sizes, courses: 5 },
      revision: 1,
      counts: { changed: 1 },
    });
    await createCourse(server, '/sandboxes/b', 'Two');
    expect(await countCourses(server, '/sandboxes/a')).toBe(6);
    expect(await countCourses(server, '/sandboxes/b')).toBe(7);
    expect((await send(server, 'GET', `/sandboxes/b/api/education/courses/${id}`)).status).toBe(200);
    // A reset takes back what was copied as well: it is as configured.
    await send(server, 'POST', '/sandboxes/b/reset');
    expect(await countCourses(server, '/sandboxes/b')).toBe(5);
  });

  it('refuses a fork of itself, of an unknown sandbox, and with a seed, changing nothing', async () => {
    const itself = await send(server, 'PUT', '/sandboxes/a', { from: 'a', seed: 'x', sizes: {} });
    expect(itself.status).toBe(400);
    expect(faults(itself)).toEqual(['#/seed excluded', '#/sizes excluded', '#/from same']);
    const unknown = await send(server, 'PUT', '/sandboxes/a', { from: 'nobody' });
    expect(unknown.status).toBe(404);
    expect(faults(unknown)).toEqual(['#/from not_found']);
    expect(await isKept(server, 'a')).toBe(false);
  });

  it('refuses unknown and huge sizes, naming each', async () => {
    const sizes = { students: 100_001, courses: -1, planets: 3 };
    const answer = await send(server, 'PUT', '/sandboxes/a', { sizes: { students: 100_001, planets: 3 } });
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual(['#/sizes/students too_big', '#/sizes/planets unrecognized_keys']);
    expect(faults(await send(server, 'PUT', '/sandboxes/a', { sizes }))).toEqual(['#/sizes/courses too_small']);
  });

  it('resets to the seeded bytes, the clock and the journal included', async () => {
    await send(server, 'PUT', '/sandboxes/a', { clock: '2030-01-01T00:00:00Z' });
    const before = await (await server.fetch('/sandboxes/a/api/education/courses')).text();
    await createCourse(server, '/sandboxes/a', 'One');
    await send(server, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 60 });
    expect(await (await server.fetch('/sandboxes/a/api/education/courses')).text()).not.toBe(before);
    const reset = sandboxOf(await send(server, 'POST', '/sandboxes/a/reset'));
    expect(reset).toMatchObject({
      revision: 0,
      clock: { now: '2030-01-01T00:00:00.000Z' },
      counts: { changed: 0, bytes: 0 },
    });
    const { json } = await send(server, 'GET', '/sandboxes/a/requests');
    expect(json).toMatchObject({ pagination: { total: 0 }, meta: { dropped: 0 } });
    expect(await (await server.fetch('/sandboxes/a/api/education/courses')).text()).toBe(before);
  });

  it('deletes, may be asked to again, and starts over on the next use', async () => {
    await createCourse(server, '/sandboxes/a', 'One');
    const first = await send(server, 'DELETE', '/sandboxes/a');
    expect(sandboxOf(first)).toMatchObject({ name: 'a', revision: 1 });
    expect(await isKept(server, 'a')).toBe(false);
    const again = await send(server, 'DELETE', '/sandboxes/a');
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ data: [], pagination: { total: 0, totalPages: 0 } });
    expect(await countCourses(server, '/sandboxes/a')).toBe(200);
    await createCourse(server, '/sandboxes/a', 'Another');
    expect(sandboxOf(await send(server, 'GET', '/sandboxes/a')).revision).toBe(1);
  });

  it('never answers from what it kept of a deleted sandbox', async () => {
    const list = () => server.fetch('/sandboxes/a/api/education/courses?per_page=1');
    await createCourse(server, '/sandboxes/a', 'One');
    const total = async () => ((await (await list()).json()) as { pagination: { total: number } }).pagination.total;
    expect([await total(), await total()]).toEqual([201, 201]);
    await send(server, 'DELETE', '/sandboxes/a');
    expect([await total(), await total()]).toEqual([200, 200]);
  });

  it('takes no part in the simulation: delay and forced failures are not for it', async () => {
    const answer = await send(server, 'GET', '/sandboxes/default?simulate_error=server_error&delay=5');
    expect(answer.status).toBe(200);
    expect(server.waits).toEqual([]);
    expect((await send(server, 'GET', '/sandboxes?page=0')).status).toBe(400);
  });
});

describe('limits', () => {
  it('answers 507 beyond the number of sandboxes, naming the option, and forgets idle ones first', async () => {
    let now = 0;
    await using small = await inProcess({ maxSandboxes: 3, sandboxTtl: '1m', monotonic: () => now });
    const use = (name: string) => send(small, 'POST', `/sandboxes/${name}/clock`, { action: 'freeze' });
    await use('a');
    await use('b');
    const full = await use('c');
    expect(full.status).toBe(507);
    expect(full.json).toMatchObject({ kind: 'sandbox_full' });
    expect(full.json['detail']).toContain('--max-sandboxes');
    expect(await countCourses(small, '/sandboxes/c')).toBe(200);
    now += 59_000;
    await countCourses(small, '/sandboxes/a');
    expect((await use('c')).status).toBe(507);
    now += 2000;
    expect((await use('c')).status).toBe(200);
    const { json } = await send(small, 'GET', '/sandboxes');
    expect((json['data'] as { name: string }[]).map(({ name }) => name)).toEqual(['default', 'a', 'c']);
    now += 3_600_000;
    // The default one is never forgotten.
    expect((await send(small, 'GET', '/sandboxes')).json).toMatchObject({ pagination: { total: 1 } });
  });

  it('answers 507 beyond the number of records, writing nothing, and goes on after a reset', async () => {
    await using small = await inProcess({ maxRecords: 3 });
    for (const title of ['One', 'Two', 'Three']) await createCourse(small, '/sandboxes/a', title);
    const full = await send(small, 'POST', '/sandboxes/a/api/education/courses', {
      title: 'Four',
      category: 'Tests',
      difficulty: 'expert',
      instructor: 'Bo',
      duration_hours: 1,
    });
    expect(full.status).toBe(507);
    expect(full.json['detail']).toContain('--max-records');
    expect(sandboxOf(await send(small, 'GET', '/sandboxes/a'))).toMatchObject({ revision: 3, counts: { changed: 3 } });
    await createCourse(small, '/sandboxes/b', 'Another sandbox has room');
    await send(small, 'POST', '/sandboxes/a/reset');
    await createCourse(small, '/sandboxes/a', 'Four');
  });

  it('does not count idempotency keys whose life has ended', async () => {
    await using small = await inProcess({ maxRecords: 4 });
    const create = (title: string, key: string) =>
      send(small, 'POST', '/sandboxes/a/api/education/courses', { ...course, title }, { 'idempotency-key': key });
    await create('One', 'k1');
    await create('Two', 'k2');
    expect((await create('Three', 'k3')).status).toBe(507);
    const wound = await send(small, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 86_400 });
    expect(wound.json).toMatchObject({ data: [{ mode: 'frozen', expired: 2, due: 0 }] });
    expect(sandboxOf(await send(small, 'GET', '/sandboxes/a')).counts.changed).toBe(2);
    expect((await create('Three', 'k3')).status).toBe(200);
    expect(sandboxOf(await send(small, 'GET', '/sandboxes/a')).counts.changed).toBe(4);
  });
});

describe('access', () => {
  const control: [method: string, path: string, body?: object][] = [
    ['GET', '/sandboxes'],
    ['PUT', '/sandboxes/a'],
    ['GET', '/sandboxes/a'],
    ['DELETE', '/sandboxes/a'],
    ['POST', '/sandboxes/a/reset'],
    ['POST', '/sandboxes/a/clock', { action: 'freeze' }],
    ['GET', '/sandboxes/a/snapshot'],
    ['PUT', '/sandboxes/a/snapshot'],
    ['GET', '/sandboxes/a/requests'],
    ['GET', '/sandboxes/a/faults'],
    ['PUT', '/sandboxes/a/faults', { rules: [{ id: 'x', fault: 'hang' }] }],
    ['POST', '/sandboxes/a/faults', { fault: 'hang' }],
    ['PATCH', '/sandboxes/a/faults/x', { enabled: false }],
    ['DELETE', '/sandboxes/a/faults/x'],
    ['DELETE', '/sandboxes/a/faults'],
    ['POST', '/trpc/sandboxes.resetSandbox'],
  ];

  it.each(control)('needs the admin token, where there is one: %s %s', async (method, path, given) => {
    await using guarded = await inProcess({ adminToken: 'letmein' });
    const body = method === 'GET' || method === 'DELETE' ? undefined : (given ?? { name: 'a' });
    for (const authorization of [undefined, 'Bearer wrong', 'Basic letmein', 'letmein']) {
      const answer = await send(guarded, method, path, body, authorization === undefined ? {} : { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('Bearer realm="understudy-admin"');
      expect(JSON.stringify(answer.json)).not.toContain('letmein');
    }
    const right = await send(guarded, method, path, body, { authorization: 'Bearer letmein' });
    expect(right.status).not.toBe(401);
    expect((await send(guarded, 'GET', '/api/education/courses')).status).toBe(200);
  });

  it('on a public address without a token, refuses the list and all control of default', async () => {
    await using open = await inProcess({ host: '0.0.0.0' });
    for (const [method, path, given] of control) {
      const shared = path.replace('/a', '/default');
      const isControl = shared !== path || path === '/sandboxes';
      const name = { name: path.includes('trpc') ? 'default' : 'a' };
      const body = method === 'GET' || method === 'DELETE' ? undefined : (given ?? name);
      const answer = await send(open, method, isControl ? shared : path, body);
      if (path.endsWith('/snapshot') && method === 'PUT') continue;
      expect([method, shared, answer.status]).toEqual([method, shared, 403]);
    }
    expect((await send(open, 'PUT', '/sandboxes/b', { from: 'default' })).status).toBe(403);
    expect((await send(open, 'PUT', '/sandboxes/b', {})).status).toBe(200);
  });

  it.each(['127.0.0.1', 'localhost', '::1', '127.9.9.9'])('takes %s for an address of this machine', async (host) => {
    await using local = await inProcess({ host });
    expect((await send(local, 'GET', '/sandboxes')).status).toBe(200);
  });
});
