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
  ['HTML', () => new Response('<!doctype html><title>Log in</title>')],
  ['another envelope', json({ items: [] })],
  ['a list where one record should be', json({ data: [], meta: {} })],
])('%s with status 200 is of kind malformed', async (_, answer) => {
  const odd = createClient({ baseUrl, fetch: scripted(answer).fetch });
  const error = await apiErrorOf(odd.education.getCourse({ course_id: 'crs_0001' }));
  expect(error).toMatchObject({ kind: 'malformed', status: 200, retryable: false, headers: expect.any(Headers) });
});

const nginx = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>nginx</body>\r\n</html>';
const blank = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail: 'Ten a minute.' };

test.each([
  ['without a body', '', 'it has no body.', undefined],
  ['of a proxy', nginx, '502 Bad Gateway', nginx],
  ['in HTML without a title', '<style>p { }</style><h1>No</h1>\n<p>way</p>', 'No way', expect.stringContaining('<h1>')],
  ['in words', 'upstream connect error', 'upstream connect error', 'upstream connect error'],
  ['in JSON that breaks off', '{"message":"no', '{"message":"no', '{"message":"no'],
  ['that is a problem without a kind', blank, 'Ten a minute.', blank],
  ['that is a problem with no more than a title', { title: 'Slow down' }, 'Slow down', { title: 'Slow down' }],
  ['with an error that has a message', { error: { message: 'Slow down', code: 7 } }, 'Slow down', expect.any(Object)],
  ['of OAuth', { error: 'slow_down', error_description: 'Wait.' }, 'Wait.', expect.any(Object)],
  ['of GraphQL', { errors: [{ message: 'Too deep' }] }, 'Too deep', expect.any(Object)],
  ['that says nothing', { ok: false }, 'its body does not say why.', { ok: false }],
  ['that is null', 'null', 'its body does not say why.', null],
  ['that is deep', '['.repeat(20_000) + ']'.repeat(20_000), 'its body does not say why.', expect.any(Array)],
  ['that is long', 'x'.repeat(100_000), 'x'.repeat(200), 'x'.repeat(65_536)],
  ['with a secret', 'no access for Bearer abcdefghijkl', 'no access for Bearer ***', expect.any(String)],
])('an error status %s is unexpected, and keeps what came', async (_, body, said, kept) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const headers = { 'retry-after': '7', 'x-request-id': 'r1', 'x-limit': '10' };
  const { fetch: odd } = scripted(() => new Response(text, { status: 429, headers }));
  const error = await apiErrorOf(createClient({ baseUrl, fetch: odd, retry: 0 }).education.listCourses());
  expect(error).toMatchObject({ kind: 'unexpected_status', status: 429, requestId: 'r1', retryAfterMs: 7000 });
  expect(error.message).toContain(`unexpected_status: The server answered 429: ${said}`);
  expect([error.headers?.get('x-limit'), error.body, error.problem]).toEqual(['10', kept, undefined]);
});

test('a kind that only a newer server knows is named, and one that is known needs no more than its name', async () => {
  const problem = { kind: 'brand_new', status: 418, detail: 'Tea only.' };
  const answers = scripted(json(problem, { status: 418 }), json({ kind: 'conflict' }, { status: 409 }));
  const odd = createClient({ baseUrl, fetch: answers.fetch });
  const error = await apiErrorOf(odd.education.listCourses());
  expect(error).toMatchObject({ kind: 'unexpected_status', status: 418, body: problem });
  expect(error.message).toContain('answered 418 with the unknown kind brand_new: Tea only.');
  const known = await apiErrorOf(odd.education.listCourses());
  expect(known).toMatchObject({ kind: 'conflict', status: 409, body: { kind: 'conflict' }, problem: undefined });
});

test('an error of the server has its headers and its body too, and logs no header', async () => {
  const error = await apiErrorOf(api.education.listCourses({}, { simulateError: 'rate_limit' }));
  expect(error.headers?.get('retry-after')).toBe('1');
  expect(error.body).toEqual(error.problem);
  expect([Object.keys(error), JSON.stringify(error)].join()).not.toMatch(/headers.*retry-after/i);
});

/** An answer whose body breaks off after its first bytes, or never goes on. */
const brokenOff = (init: ResponseInit, isLost: boolean) => () => {
  let isSent = false;
  const pull = (stream: ReadableStreamDefaultController<Uint8Array>) => {
    if (!isSent) stream.enqueue(new TextEncoder().encode('{"da'));
    else if (isLost) stream.error(new TypeError('terminated'));
    isSent = true;
  };
  const headers = { 'x-request-id': 'r1', 'content-type': 'application/json', ...init.headers };
  return new Response(new ReadableStream({ pull }), { ...init, headers });
};

test.each([
  [200, true, 'network', true, 'The answer 200 broke off in its body: terminated.'],
  [404, true, 'network', false, 'The answer 404 broke off in its body: terminated.'],
  [503, true, 'network', true, 'The answer 503 broke off in its body: terminated.'],
  [200, false, 'timeout', true, 'The answer 200 did not end within 20 ms.'],
])('an answer of %i that breaks off (lost: %s) keeps its head', async (status, isLost, kind, retryable, detail) => {
  const { fetch: odd } = scripted(brokenOff({ status, headers: { 'retry-after': '3' } }, isLost));
  const call = createClient({ baseUrl, fetch: odd, retry: 0, timeoutMs: 20 }).education.listCourses();
  const error = await apiErrorOf(call);
  expect(error).toMatchObject({ kind, status, retryable, requestId: 'r1', retryAfterMs: 3000, body: undefined });
  expect(error.message).toContain(detail);
  expect(error.headers?.get('retry-after')).toBe('3');
});

test('calls that share a signal put one listener on it, and leave nothing else behind', async () => {
  const stop = new AbortController();
  const listen = vi.spyOn(stop.signal, 'addEventListener');
  const warned = vi.fn<() => void>();
  process.on('warning', warned);
  const call = () => api.education.listCourses({}, { signal: stop.signal, delay: 5 }).withResponse();
  for (let round = 0; round < 3; round += 1)
    await api.education.getCourse({ course_id: 'crs_0001' }, { signal: stop.signal });
  const deaf = createClient({ baseUrl, fetch: () => new Promise(() => undefined) });
  const calls = Array.from({ length: 30 }, () =>
    failureOf(deaf.education.listCourses({}, { signal: stop.signal }).withResponse()),
  );
  await call();
  expect(listen).toHaveBeenCalledTimes(1);
  stop.abort();
  for (const error of await Promise.all(calls)) expect(isApiError(error, 'aborted')).toBe(true);
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
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
  // Before the modules are forgotten: the server in this process loads some of them when they are needed.
  const error = await apiErrorOf(api.education.listCourses({}, { simulateError: 'forbidden' }));
  vi.resetModules();
  const other = await import('../src/index.js');
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
