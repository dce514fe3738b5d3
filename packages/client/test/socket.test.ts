/** Over a real socket: connections that are refused, hang, and break off; and the built bundle does the same. */
import { afterEach, describe, expect, test } from 'vitest';
import * as source from '../src/index.js';
import { closeAll, listen, listenWithUnderstudy } from './listen.js';
import { failureOf } from './server.js';

// Built before the tests run: what users get is tried apart from the source.
const bundle: typeof source = await import(new URL('../dist/index.js', import.meta.url).href);

afterEach(closeAll);

describe.each([
  ['source', source],
  ['bundle', bundle],
])('%s', (_, { createClient, isApiError }) => {
  const calm = { sleep: async () => undefined };

  async function kindsOf(call: PromiseLike<unknown>): Promise<string[]> {
    const error = await failureOf(call);
    if (!isApiError(error)) throw error;
    return error.attempts.map(({ kind }) => kind);
  }

  test('reads, writes, walks and retries', async () => {
    const api = createClient({ baseUrl: await listenWithUnderstudy(), ...calm });
    const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;
    const created = await api.education.createCourse(course, { scenario: ['server_error', 'ok'] });
    expect(await api.education.getCourse({ course_id: created.id })).toEqual(created);
    const walked = await api.education
      .listCourses({ per_page: 50 }, { paginationStyle: 'link', scenario: ['ok', 'rate_limit'] })
      .toArray({ limit: 500 });
    expect(walked).toHaveLength(201);
    expect(walked.at(-1)).toEqual(created);
    expect(await kindsOf(api.education.listCourses({}, { simulateError: 'malformed' }))).toEqual(['malformed']);
    expect(await kindsOf(api.education.getCourse({ course_id: 'none' }))).toEqual(['not_found']);
  });

  test('a refused connection is a network failure, and retried', async () => {
    const baseUrl = await listen(() => undefined);
    closeAll();
    const api = createClient({ baseUrl, ...calm });
    expect(await kindsOf(api.education.listCourses())).toEqual(['network', 'network', 'network']);
  });

  test('a connection that is reset is a network failure, and retried', async () => {
    const baseUrl = await listen((request) => request.socket.resetAndDestroy());
    const api = createClient({ baseUrl, ...calm });
    expect(await kindsOf(api.education.listCourses())).toEqual(['network', 'network', 'network']);
  });

  test('a name that does not exist is a network failure, and retried', async () => {
    const api = createClient({ baseUrl: 'http://understudy.invalid', ...calm });
    expect(await kindsOf(api.education.listCourses())).toEqual(['network', 'network', 'network']);
  });

  test('a server that hangs is a timeout, before the headers and within the body', async () => {
    const silent = createClient({ baseUrl: await listen(() => undefined), timeoutMs: 40, retry: 1, ...calm });
    expect(await kindsOf(silent.education.listCourses())).toEqual(['timeout', 'timeout']);
    const stuck = await listen((_request, response) => response.writeHead(200).write('{"data":'));
    const slow = createClient({ baseUrl: stuck, timeoutMs: 40, retry: 1, ...calm });
    expect(await kindsOf(slow.education.listCourses())).toEqual(['timeout', 'timeout']);
  });

  test('a connection that breaks off within the body is a network failure', async () => {
    const baseUrl = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{"data":');
      setTimeout(() => response.destroy(), 10);
    });
    const api = createClient({ baseUrl, retry: 1, ...calm });
    expect(await kindsOf(api.education.listCourses())).toEqual(['network', 'network']);
  });

  test('an abort ends a call that is under way', async () => {
    const api = createClient({ baseUrl: await listen(() => undefined), ...calm });
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 20);
    expect(await kindsOf(api.education.listCourses({}, { signal: stop.signal }))).toEqual(['aborted']);
  });
});
