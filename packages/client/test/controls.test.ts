/** Controls and options: what they turn into on the wire. */
import { expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.js';
import { baseUrl, json, noWaiting, realServer, scripted } from './server.js';

const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;

function real(options: Partial<ClientOptions> = {}) {
  const server = realServer();
  return { ...server, api: createClient({ baseUrl, fetch: server.fetch, ...noWaiting(), ...options }) };
}

test('controls stand in the query, whatever the method', async () => {
  const { api, sent } = real();
  await api.education.listCourses({ q: 'a&b' }, { delay: 0.5, cors: 'restrict', paginationStyle: 'cursor' });
  await api.education.createCourse(course, { delay: 1 });
  expect(sent.map(({ url }) => url.search)).toEqual([
    '?q=a%26b&pagination_style=cursor&delay=0.5&cors=restrict',
    '?delay=1',
  ]);
  expect(JSON.parse(sent[1]?.body ?? '')).toEqual(course);
});

test('a simple GET carries no header that a browser must ask for first', async () => {
  const { api, sent } = real();
  await api.education.listCourses();
  expect(sent[0]?.headers).toEqual({ accept: 'application/json' });
});

test('a derived client has its own defaults, and a call has the last word', async () => {
  const { api } = real();
  const slow = api.with({ delay: 1 });
  expect((await slow.education.listCourses()).meta.delayMs).toBe(1000);
  expect((await slow.education.listCourses({}, { delay: 0.25 })).meta.delayMs).toBe(250);
  expect((await slow.education.listCourses({}, { delay: undefined })).meta.delayMs).toBe(0);
  expect((await api.education.listCourses()).meta.delayMs).toBe(0);
});

test('what a call forces replaces what its client forces, in whichever way', async () => {
  const { api, sent } = real({ simulateError: 'forbidden' });
  const { attempts } = await api.education.listCourses({}, { scenario: ['server_error'] }).withResponse();
  expect(attempts.map(({ kind }) => kind)).toEqual(['server_error', 'ok']);
  await api.with({ scenario: ['rate_limit'] }).education.listCourses();
  await expect(api.education.listCourses()).rejects.toThrow('forbidden');
  await api.education.listCourses({}, { simulateError: undefined });
  expect(sent).toHaveLength(6);
});

test('a sandbox is a part of the address', async () => {
  const { fetch, sent } = scripted(json({ data: { id: 'crs_0001' }, meta: {} }));
  const api = createClient({ baseUrl: new URL('http://proxy.example/mock/'), sandbox: 'team a', fetch });
  await api.education.getCourse({ course_id: 'crs/1?' });
  expect(sent[0]?.url.href).toBe('http://proxy.example/mock/sandboxes/team%20a/api/education/courses/crs%2F1%3F');
});

test.each(['', '.', '..'])('an id of %j is refused, for it would lead to another route', async (course_id) => {
  const { api, sent } = real();
  await expect(api.education.getCourse({ course_id })).rejects.toThrow(TypeError);
  await expect(api.education.listLessons({ course_id })).rejects.toThrow('course_id must be an id');
  expect(sent).toHaveLength(0);
});

test.each(['/mock', 'localhost:4010', 'ftp://understudy.local'])('the address %j is refused', (given) => {
  const message = `baseUrl must be an http or https URL, but is ${JSON.stringify(given)}`;
  expect(() => createClient({ baseUrl: given })).toThrow(new TypeError(message));
});

test.each([0, -1, Infinity, Number.NaN])('a timeout of %s is refused', (timeoutMs) => {
  expect(() => createClient({ baseUrl, timeoutMs })).toThrow('timeoutMs must be false, or from 1 to 2147483647');
});

test('of the address, only scheme, host, port and path count', async () => {
  const { fetch, sent } = scripted(json({ data: { id: 'crs_0001' }, meta: {} }));
  const api = createClient({ baseUrl: 'http://user:pass@proxy.example:81/mock//?delay=1#top', fetch });
  await api.education.getCourse({ course_id: 'crs_0001' });
  expect(sent[0]?.url.href).toBe('http://proxy.example:81/mock/api/education/courses/crs_0001');
});

test('an input arrives as it was given, whatever is in it', async () => {
  const { api, sent } = real();
  const q = 'a b+c?d=e&f#g%20h/ü';
  await api.education.listCourses({ q }, { delay: 0 });
  expect(sent[0]?.url.searchParams.get('q')).toBe(q);
  expect([...(sent[0]?.url.searchParams.keys() ?? [])]).toEqual(['q', 'delay']);
});

test('reads and writes give the record itself', async () => {
  const { api } = real();
  const read = await api.education.getCourse({ course_id: 'crs_0001' });
  expect(read.id).toBe('crs_0001');
  const created = await api.education.createCourse(course);
  expect(created).toMatchObject({ ...course, status: 'published' });
  const { data, response, attempts } = await api.education.getCourse({ course_id: created.id }).withResponse();
  expect(data).toEqual(created);
  expect(response.status).toBe(200);
  expect(attempts).toHaveLength(1);
});

test('a call is sent at once, and once, also if nobody waits for it', async () => {
  const { api, sent } = real();
  const reply = api.education.createCourse(course);
  await expect.poll(() => sent.length).toBe(1);
  await reply.withResponse();
  await reply;
  expect(sent).toHaveLength(1);
});

test('without a fetch of its own, the client looks up the global one at each call', async () => {
  const before = globalThis.fetch;
  const api = createClient({ baseUrl });
  const { fetch, sent } = scripted(json({ data: { id: 'crs_0001' }, meta: {} }));
  globalThis.fetch = (input, init) => fetch(new Request(input, init));
  try {
    await api.education.getCourse({ course_id: 'crs_0001' });
  } finally {
    globalThis.fetch = before;
  }
  expect(sent).toHaveLength(1);
});
