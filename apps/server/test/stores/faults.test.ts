/** What a client sees of a store that conflicts or goes away: one effect or none, and a clear answer. */
import { beforeEach, expect, it } from 'vitest';
import { countCourses, createCourse, sandboxOf, send } from '../sandboxes/client.js';
import { inProcess } from '../support.js';
import { FaultyStore } from './faulty-store.js';
import { openEach } from '../use.js';

let store: FaultyStore;
beforeEach(async () => {
  store = new FaultyStore();
});
const server = openEach(() => inProcess({ store }));

const enroll = (student_id: string, headers = {}) =>
  send(server, 'POST', '/api/education/enrollments', { student_id, course_id: 'crs_0002' }, headers);
const enrolled = async () => {
  const { json } = await send(server, 'GET', '/api/education/courses/crs_0002');
  return (json as { data: { enrolled_count: number } }).data.enrolled_count;
};

it('runs a handler again after a conflict, and leaves one effect', async () => {
  const before = await enrolled();
  store.writes.push('conflict', 'conflict', 'none');
  const answer = await enroll('stu_0400');
  expect(answer.status).toBe(200);
  expect(store.attempts).toBe(3);
  expect(await enrolled()).toBe(before + 1);
});

it('runs it on what the other writer left', async () => {
  const before = await enrolled();
  // Another replica on the same store enrolls another student in the middle of our write.
  const replica = new FaultyStore(store.inner);
  const other = await inProcess({ store: replica });
  store.onConflict = async () => {
    const body = { student_id: 'stu_0401', course_id: 'crs_0002' };
    expect((await send(other, 'POST', '/api/education/enrollments', body)).status).toBe(200);
  };
  store.writes.push('conflict');
  expect((await enroll('stu_0400')).status).toBe(200);
  expect(await enrolled()).toBe(before + 2);
  const { json } = await send(other, 'GET', '/api/education/courses/crs_0002');
  expect(json).toMatchObject({ data: { enrolled_count: before + 2 } });
});

it('gives up after many conflicts with 503 and Retry-After', async () => {
  const before = await enrolled();
  store.writes.push(...Array.from({ length: 100 }, () => 'conflict' as const));
  const answer = await enroll('stu_0400');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(answer.json).toMatchObject({ kind: 'service_unavailable', simulated: false });
  store.writes.length = 0;
  expect(await enrolled()).toBe(before);
});

it.each(['POST', 'GET'] as const)('answers 503 with Retry-After while the store is away (%s)', async (method) => {
  const before = await enrolled();
  const key = { 'idempotency-key': 'k' };
  if (method === 'POST') store.writes.push('unavailable');
  else store.reads.push('unavailable');
  const answer =
    method === 'POST' ? await enroll('stu_0400', key) : await send(server, 'GET', '/api/education/courses');
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('1');
  expect(JSON.stringify(answer.json)).not.toContain('connection refused');
  expect(await enrolled()).toBe(before);
  // Nothing half done: the same key works as if it had never been sent.
  const again = await enroll('stu_0400', key);
  expect(again.headers.get('idempotency-replayed')).toBeNull();
  expect(await enrolled()).toBe(before + 1);
});

it('makes no double of a write whose answer was lost', async () => {
  const before = await enrolled();
  store.writes.push('lost answer');
  const key = { 'idempotency-key': 'k' };
  expect((await enroll('stu_0400', key)).status).toBe(503);
  const again = await enroll('stu_0400', key);
  expect(again.status).toBe(200);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(await enrolled()).toBe(before + 1);
});

it.each([
  ['PUT', '/sandboxes/a', { seed: 'x' }],
  ['POST', '/sandboxes/a/reset', undefined],
  ['POST', '/sandboxes/a/clock', { action: 'advance', seconds: 1 }],
])(
  'controls a sandbox through conflicts, and not at all while the store is away: %s %s',
  async (method, path, body) => {
    await send(server, 'PUT', '/sandboxes/a', {});
    const before = sandboxOf(await send(server, 'GET', '/sandboxes/a'));
    store.writes.push('unavailable');
    expect((await send(server, method, path, body)).status).toBe(503);
    expect(sandboxOf(await send(server, 'GET', '/sandboxes/a'))).toEqual(before);
    store.writes.push('conflict', 'conflict');
    expect((await send(server, method, path, body)).status).toBe(200);
  },
);

it('sees at once what another replica wrote, reset and restored', async () => {
  const replica = new FaultyStore(store.inner);
  const other = await inProcess({ store: replica });
  await createCourse(server, '/sandboxes/a', 'One');
  expect(await countCourses(other, '/sandboxes/a')).toBe(201);
  await createCourse(other, '/sandboxes/a', 'Two');
  expect(await countCourses(server, '/sandboxes/a')).toBe(202);
  const { json } = await send(server, 'GET', '/sandboxes/a/snapshot');
  await send(other, 'POST', '/sandboxes/a/reset');
  expect(await countCourses(server, '/sandboxes/a')).toBe(200);
  await send(server, 'PUT', '/sandboxes/a/snapshot', json);
  expect(await countCourses(other, '/sandboxes/a')).toBe(202);
  await send(server, 'DELETE', '/sandboxes/a');
  expect(await countCourses(other, '/sandboxes/a')).toBe(200);
  await createCourse(other, '/sandboxes/a', 'Three');
  expect(await countCourses(server, '/sandboxes/a')).toBe(201);
});

it('answers 503 where it cannot count for a rule, also where it keeps the answer', async () => {
  const courses = () => send(server, 'GET', '/api/education/courses');
  await send(server, 'PUT', '/sandboxes/default/faults', { rules: [{ after: 100, fault: 'status;code=418' }] });
  for (let i = 0; i < 3; i++) expect((await courses()).status).toBe(200);
  // One that is kept is counted as it is found, and then by its call.
  store.counts.push('unavailable', 'unavailable');
  const answer = await courses();
  expect(answer.json).toMatchObject({ kind: 'service_unavailable', simulated: false });
  expect((await courses()).status).toBe(200);
});

it('asks once what others have set for all procedures of a tRPC request', async () => {
  await send(server, 'PUT', '/sandboxes/default/faults', { rules: [{ after: 100, fault: 'server_error' }] });
  store.questions = 0;
  const names = ['education.listCourses', 'education.listStudents', 'education.listEnrollments'];
  const { status } = await send(server, 'GET', `/trpc/${names.join(',')}?batch=1&input=%7B%7D`);
  expect([status, store.questions]).toEqual([200, 1]);
});

it('asks once what others have set and written, and again after a wait', async () => {
  await send(server, 'PUT', '/sandboxes/default/faults', { rules: [{ after: 100, fault: 'server_error' }] });
  const questions = async (query: string): Promise<number> => {
    store.questions = 0;
    expect((await send(server, 'GET', `/api/education/courses${query}`)).status).toBe(200);
    return store.questions;
  };
  expect([await questions(''), await questions('?delay=0.01')]).toEqual([1, 2]);
});
