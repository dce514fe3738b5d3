/** Snapshots: a whole sandbox as one document, restored anywhere, and refused when it is not whole. */
import { type Snapshot, SNAPSHOT_FORMAT } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { eachServer, inProcess, type TestServer } from '../support.js';
import { forged } from './forged.js';
import { countCourses, createCourse, faults, sandboxOf, send, isKept } from './client.js';
import { long } from '../long.js';

const server = eachServer();

async function written(): Promise<Snapshot> {
  await send(server, 'PUT', '/sandboxes/a', { seed: 'x', sizes: { students: 20 }, clock: '2030-01-01T00:00:00Z' });
  await createCourse(server, '/sandboxes/a', 'One');
  await createCourse(server, '/sandboxes/a', 'Two');
  const enrollment = { student_id: 'stu_0001', course_id: 'crs_0002' };
  await send(server, 'POST', '/sandboxes/a/api/education/enrollments', enrollment, { 'idempotency-key': 'k' });
  await send(server, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 5 });
  const { json, headers } = await send(server, 'GET', '/sandboxes/a/snapshot');
  expect(headers.get('cache-control')).toBe('no-store');
  return json as Snapshot;
}

const paths = [
  '/api/education/courses?per_page=50&page=5',
  '/api/education/courses/crs_0002',
  '/api/education/students',
  '/api/education/enrollments?student_id=stu_0001&pagination_style=cursor&per_page=2',
];

it('has the default size of a collection that it does not name, whatever the server was started with', async () => {
  await using other = await inProcess({ size: 'courses=7,events=3' });
  const snapshot = await written();
  const { events: _, ...sizes } = snapshot.config.sizes;
  const restored = await send(
    other,
    'PUT',
    '/sandboxes/b/snapshot',
    forged(snapshot, { config: { ...snapshot.config, sizes } }),
  );
  expect(restored.status).toBe(200);
  expect(sandboxOf(restored)).toMatchObject({ sizes: { courses: 200, students: 20, users: 50, events: 60 } });
  const { json } = await send(other, 'GET', '/sandboxes/b/api/events?per_page=1');
  expect(json).toMatchObject({ pagination: { total: 60 } });
});

it('restored on another server, with other defaults, gives equal answers and goes on alike', async () => {
  const snapshot = await written();
  await using other = await inProcess({ seed: 'another', size: 'courses=7', clock: 'real' });
  const restored = await send(other, 'PUT', '/sandboxes/b', {});
  expect(restored.status).toBe(200);
  expect((await send(other, 'PUT', '/sandboxes/b/snapshot', snapshot)).status).toBe(200);
  const ask = async (from: TestServer, base: string) =>
    Promise.all(paths.map(async (path) => (await from.fetch(base + path)).text()));
  expect(await ask(other, '/sandboxes/b')).toEqual(await ask(server, '/sandboxes/a'));
  const { name: _a, base_url: _b, ...here } = sandboxOf(await send(server, 'GET', '/sandboxes/a'));
  const { name: _c, base_url: _d, ...there } = sandboxOf(await send(other, 'GET', '/sandboxes/b'));
  expect(there).toEqual(here);
  // The key is remembered, the next record gets the next position, the copy exports the same document.
  const replay = await send(
    other,
    'POST',
    '/sandboxes/b/api/education/enrollments',
    { student_id: 'stu_0001', course_id: 'crs_0002' },
    { 'idempotency-key': 'k' },
  );
  expect(replay.headers.get('idempotency-replayed')).toBe('true');
  expect((await send(other, 'GET', '/sandboxes/b/snapshot')).json).toEqual(snapshot);
  for (const [from, base] of [
    [server, '/sandboxes/a'],
    [other, '/sandboxes/b'],
  ] as const) {
    await createCourse(from, base, 'Three');
  }
  expect(await ask(other, '/sandboxes/b')).toEqual(await ask(server, '/sandboxes/a'));
});

describe('refuses, changing nothing', () => {
  /** What is changed in a whole one, and what is said of it. */
  const wrong: readonly (readonly [what: string, change: (whole: Snapshot) => unknown, fault: string])[] = [
    ['of a later format', (whole) => forged(whole, { format: SNAPSHOT_FORMAT + 1 }), '#/format unsupported'],
    ['of an earlier format', (whole) => forged(whole, { format: SNAPSHOT_FORMAT - 1 }), '#/format unsupported'],
    ['of other seeded data', (whole) => forged(whole, { data_version: 99 }), '#/data_version unsupported'],
    [
      'whose content was changed',
      (whole) => JSON.parse(JSON.stringify(whole).replace('"One"', '"Eno"')),
      '#/sha256 mismatch',
    ],
    ['that lacks members', (whole) => ({ ...whole, records: undefined }), '#/records required'],
    [
      'with records of an unknown collection',
      (whole) => withRecords(whole, (record, i) => (i === 0 ? { ...record, collection: 'planets' } : record)),
      '#/records/0/collection unknown',
    ],
    [
      'with records that are not what their collection holds',
      (whole) =>
        withRecords(whole, (record, i) =>
          i === firstCourse(whole) ? { ...record, value: { ...(record.value as object), title: 5 } } : record,
        ),
      '#/records/{course}/value/title invalid_type',
    ],
    [
      'whose created records leave a gap',
      (whole) =>
        withRecords(whole, (record) =>
          record.order === 1 && record.collection === 'courses' ? { ...record, order: 2 } : record,
        ),
      '#/records order',
    ],
    [
      'with sizes of collections that are not there',
      (whole) => forged(whole, { config: { ...whole.config, sizes: { planets: 3 } } }),
      '#/config/sizes/planets unrecognized_keys',
    ],
  ];
  type Stored = Snapshot['records'][number];
  const firstCourse = ({ records }: Snapshot) => records.findIndex(({ collection }) => collection === 'courses');
  const withRecords = (whole: Snapshot, change: (record: Stored, i: number) => Stored) =>
    forged(whole, { records: whole.records.map(change) });

  it.each(wrong)('one %s', async (_what, change, fault) => {
    const whole = await written();
    const before = (await send(server, 'GET', '/sandboxes/a')).json;
    const answer = await send(server, 'PUT', '/sandboxes/a/snapshot', change(whole));
    expect(answer.status).toBe(400);
    expect(faults(answer)).toEqual([fault.replace('{course}', String(firstCourse(whole)))]);
    expect((await send(server, 'GET', '/sandboxes/a')).json).toEqual(before);
    expect(await countCourses(server, '/sandboxes/a')).toBe(202);
  });

  it('one that is too large', async () => {
    await using small = await inProcess({ maxSnapshot: '1kB' });
    const { records: _, ...rest } = await written();
    const answer = await send(small, 'PUT', '/sandboxes/a/snapshot', { ...rest, records: ['x'.repeat(2000)] });
    expect(answer.status).toBe(413);
  });

  it('one with more records than a sandbox may hold', async () => {
    await using small = await inProcess({ maxRecords: 2 });
    const answer = await send(small, 'PUT', '/sandboxes/a/snapshot', await written());
    expect(answer.status).toBe(507);
    expect(await isKept(small, 'a')).toBe(false);
  });
});

long('takes one larger than any other body may be, over REST and tRPC', async () => {
  await using roomy = await inProcess({ maxRecords: 2000 });
  for (let i = 0; i < 400; i++) await createCourse(roomy, '/sandboxes/a', `Course ${i}`);
  const { json } = await send(roomy, 'GET', '/sandboxes/a/snapshot');
  expect(JSON.stringify(json).length).toBeGreaterThan(100_000);
  expect((await send(roomy, 'PUT', '/sandboxes/b/snapshot', json)).status).toBe(200);
  const trpc = await send(roomy, 'POST', '/trpc/sandboxes.restoreSnapshot', { ...json, name: 'c' });
  expect(trpc.status).toBe(200);
  expect(await countCourses(roomy, '/sandboxes/c')).toBe(600);
});
