/** Errors: one class, distinguished by kind. */
import { expect, test, vi } from 'vitest';
import { type ApiError, createClient, isApiError } from '../src/index.js';
import { baseUrl, failureOf, json, noWaiting, realServer, scripted } from './server.js';

const { fetch } = realServer();
const api = createClient({ baseUrl, fetch, ...noWaiting() });
const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;

/** The error of a call, known to be one of this package. */
async function apiErrorOf(call: PromiseLike<unknown>): Promise<ApiError> {
  const error = await failureOf(call);
  if (!isApiError(error)) throw error;
  return error;
}

test.each([
  ['rate_limit', 429, true],
  ['server_error', 500, true],
  ['not_found', 404, false],
  ['unauthorized', 401, false],
  ['forbidden', 403, false],
  ['bad_request', 400, false],
  ['service_unavailable', 503, true],
  ['timeout', 504, true],
  ['malformed', 200, false],
] as const)('a forced %s is an error of that kind, after one attempt', async (kind, status, retryable) => {
  const error = await apiErrorOf(api.education.listCourses({}, { simulateError: kind }));
  expect(isApiError(error, kind)).toBe(true);
  expect(error).toMatchObject({ kind, status, retryable, operation: 'education.listCourses' });
  expect(error.attempts).toEqual([{ status, kind, waitMs: 0, retriedBecause: undefined }]);
  expect(error.requestId).toMatch(/^\S+$/);
  expect(error.problem?.simulated).toBe(kind === 'malformed' ? undefined : true);
});

test('a problem lists every fault', async () => {
  const error = await apiErrorOf(api.education.createCourse({ ...course, title: '', duration_hours: 0 }));
  expect(error.kind).toBe('bad_request');
  expect(error.problem?.errors?.map(({ pointer }) => pointer).toSorted()).toEqual(['#/duration_hours', '#/title']);
  expect(error.message).toMatch(/^education\.createCourse: bad_request: /);
});

test('Retry-After is given in milliseconds', async () => {
  const error = await apiErrorOf(api.education.listCourses({}, { simulateError: 'rate_limit' }));
  expect(error.retryAfterMs).toBe(1000);
});

test('no answer is of kind network, with the reason of the runtime', async () => {
  const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
  const broken = createClient({ baseUrl, fetch: async () => Promise.reject(cause), retry: 0 });
  const error = await apiErrorOf(broken.education.listCourses());
  expect(error).toMatchObject({ kind: 'network', status: undefined, retryable: true, cause });
  expect(error.message).toContain('ECONNREFUSED');
});

test.each([
  ['before the call', () => AbortSignal.abort()],
  ['by a timeout of the caller', () => AbortSignal.timeout(1)],
])('an abort %s is of kind aborted, even if fetch ignores it', async (_, signal) => {
  const deaf = createClient({ baseUrl, fetch: () => new Promise(() => undefined) });
  const error = await apiErrorOf(deaf.education.getCourse({ course_id: 'crs_0001' }, { signal: signal() }));
  expect(error).toMatchObject({ kind: 'aborted', retryable: false });
  expect(error.attempts).toHaveLength(1);
});

test('an abort ends the reading of a body too, even if fetch ignores it', async () => {
  const stuck = createClient({ baseUrl, fetch: async () => new Response(new ReadableStream()), timeoutMs: false });
  const stop = new AbortController();
  const call = apiErrorOf(stuck.education.getCourse({ course_id: 'crs_0001' }, { signal: stop.signal }));
  setTimeout(() => stop.abort(), 5);
  expect(await call).toMatchObject({ kind: 'aborted', attempts: [{ kind: 'aborted' }] });
});

test("the client's own timeout is of kind timeout, and does not count the delay asked for", async () => {
  vi.useFakeTimers();
  try {
    const deaf = createClient({ baseUrl, fetch: () => new Promise(() => undefined), timeoutMs: 100, retry: 0 });
    const pending = apiErrorOf(deaf.education.getCourse({ course_id: 'crs_0001' }, { delay: 2 }));
    let settled = false;
    void pending.then(() => (settled = true));
    await vi.advanceTimersByTimeAsync(2099);
    expect(settled).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await pending).message).toBe('education.getCourse: timeout: No answer came within 2100 ms.');
    const held = apiErrorOf(deaf.education.getCourse({ course_id: 'crs_0001' }, { simulateError: 'timeout' }));
    await vi.advanceTimersByTimeAsync(3100);
    expect((await held).message).toContain('3100 ms');
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ['an empty body', () => new Response('')],
  ['half a body', () => new Response('{"data":[{"id":"crs_')],
  ['HTML', () => new Response('<!doctype html>')],
  ['another envelope', json({ items: [] })],
  ['a list where one record should be', json({ data: [], meta: {} })],
])('%s with status 200 is of kind malformed', async (_, answer) => {
  const odd = createClient({ baseUrl, fetch: scripted(answer).fetch });
  const error = await apiErrorOf(odd.education.getCourse({ course_id: 'crs_0001' }));
  expect(error).toMatchObject({ kind: 'malformed', status: 200, retryable: false });
});

test.each([
  ['without a body', () => new Response(null, { status: 418 })],
  ['in HTML', () => new Response('<h1>no</h1>', { status: 418 })],
  ['of a kind that only a newer server knows', json({ kind: 'brand_new', status: 418, detail: '' }, { status: 418 })],
])('an error status %s is of kind unexpected_status', async (_, answer) => {
  const odd = createClient({ baseUrl, fetch: scripted(answer).fetch });
  expect(await apiErrorOf(odd.education.listCourses())).toMatchObject({ kind: 'unexpected_status', status: 418 });
});

test('a validator can refuse an answer', async () => {
  const fault = { pointer: '#/data', code: 'soulless', detail: 'has no soul' };
  const strict = api.with({ validate: ({ operation }) => (operation === 'education.listCourses' ? [fault] : []) });
  const error = await apiErrorOf(strict.education.listCourses());
  expect(error).toMatchObject({ kind: 'validation', status: 200, faults: [fault] });
  expect(error.message).toContain('#/data has no soul');
  expect((await strict.education.listStudents()).data).toHaveLength(10);
});

test('errors are recognized by a mark, so that two copies of the package understand each other', async () => {
  vi.resetModules();
  const other = await import('../src/index.js');
  const error = await apiErrorOf(api.education.listCourses({}, { simulateError: 'forbidden' }));
  expect(error).not.toBeInstanceOf(other.ApiError);
  expect(other.isApiError(error, 'forbidden')).toBe(true);
  expect(other.isApiError(error, 'not_found', 'rate_limit')).toBe(false);
  expect([new Error('no'), null, 'text', undefined].some((value) => isApiError(value))).toBe(false);
});

test('an error shows no secret, and says how to send the request again', async () => {
  const secretive = api.with({ baseUrl: 'http://user:pass@understudy.local', token: 'top-secret' });
  const error = await apiErrorOf(
    secretive.education.createCourse({ ...course, title: "it's" }, { simulateError: 'forbidden' }),
  );
  expect(error.toCurl()).toBe(
    [
      "curl -X POST 'http://understudy.local/api/education/courses?simulate_error=forbidden'",
      "-H 'accept: application/json' -H 'content-type: application/json' -H 'authorization: ***'",
      `--data-raw '{"title":"it'\\''s","category":"C","difficulty":"expert","instructor":"I","duration_hours":3}'`,
    ].join(' '),
  );
  expect(JSON.stringify(error)).not.toMatch(/top-secret|pass/);
});

test('withResponse of a call that fails rejects once, and leaves no other rejection behind', async () => {
  const unhandled = vi.fn<() => void>();
  process.on('unhandledRejection', unhandled);
  const error = await apiErrorOf(api.education.getCourse({ course_id: 'none' }).withResponse());
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', unhandled);
  expect(error.kind).toBe('not_found');
  expect(unhandled).not.toHaveBeenCalled();
});
