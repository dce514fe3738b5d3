/** Retries: what is retried, after which wait, and how it shows. */
import { expect, test, vi } from 'vitest';
import { type ApiError, type Client, type ClientOptions, createClient, isApiError, type Step } from '../src/index.js';
import { baseUrl, failureOf, json, noWaiting, realServer, scripted } from './server.js';

const course = { title: 'T', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;
const longest = { jitter: (ms: number) => ms };

const ok = json({ data: { id: 'crs_0001' }, meta: { delayMs: 0 } });
const written = json({ data: [{ id: 'crs_0001' }], pagination: { page: 1 }, meta: {} });
const status =
  (code: number, headers: Record<string, string> = {}) =>
  () =>
    new Response('', { status: code, headers });
const lost = () => Promise.reject(new TypeError('fetch failed'));

type Answers = readonly (() => Response | Promise<Response>)[];

function real(options: Partial<ClientOptions> = {}) {
  const server = realServer();
  const time = noWaiting();
  return {
    ...server,
    ...time,
    api: createClient({ baseUrl, fetch: server.fetch, sleep: time.sleep, retry: longest, ...options }),
  };
}

function played(answers: Answers, options: Partial<ClientOptions> = {}) {
  const server = scripted(...answers);
  const time = noWaiting();
  return {
    ...server,
    ...time,
    api: createClient({ baseUrl, fetch: server.fetch, sleep: time.sleep, retry: longest, ...options }),
  };
}

async function apiErrorOf(call: PromiseLike<unknown>): Promise<ApiError> {
  const error = await failureOf(call);
  if (!isApiError(error)) throw error;
  return error;
}

test('each attempt meets its step of the scenario, and past the end comes ok', async () => {
  const { api, sent, waits } = real();
  const scenario = ['rate_limit', 'server_error', 'service_unavailable', 'timeout'] as const;
  const { data, attempts } = await api.education.listCourses({}, { scenario }).withResponse();
  expect(data).toHaveLength(10);
  expect(attempts.map(({ status: code }) => code)).toEqual([429, 500, 503, 504, 200]);
  expect(attempts.map(({ kind }) => kind)).toEqual([...scenario, 'ok']);
  expect(sent.map(({ url }) => url.searchParams.get('simulate_error'))).toEqual([...scenario, null]);
  // Retry-After decides where there is one; else the wait doubles.
  expect(waits).toEqual([1000, 600, 1000, 2400]);
  expect(attempts.map(({ waitMs }) => waitMs)).toEqual([...waits, 0]);
  expect(attempts[0]?.retriedBecause).toMatch(/too many requests/);
  expect(attempts.at(-1)?.retriedBecause).toBeUndefined();
});

test('a scenario runs for writes too, under one idempotency key, and writes once', async () => {
  const { api, sent } = real();
  const scenario = ['rate_limit', 'server_error', 'ok'] as const;
  const before = (await api.education.listCourses()).pagination.total;
  const created = await api.education.createCourse(course, { scenario });
  expect(created.title).toBe('T');
  expect((await api.education.listCourses()).pagination.total).toBe(before + 1);
  const writes = sent.filter(({ method }) => method === 'POST');
  const keys = new Set(writes.map(({ headers }) => headers['idempotency-key']));
  expect(writes).toHaveLength(3);
  expect(keys.size).toBe(1);
  expect([...keys][0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a step that no client would retry ends the call', async () => {
  const { api, sent } = real();
  const error = await apiErrorOf(api.education.listCourses({}, { scenario: ['rate_limit', 'not_found', 'ok'] }));
  expect(error.kind).toBe('not_found');
  expect(error.attempts.map(({ kind }) => kind)).toEqual(['rate_limit', 'not_found']);
  expect(sent).toHaveLength(2);
});

test.each([408, 429, 500, 502, 503, 504, 507])('status %i is retried twice', async (code) => {
  const { api, sent, waits } = played([status(code)]);
  const error = await apiErrorOf(api.education.getCourse({ course_id: 'crs_0001' }));
  expect(sent).toHaveLength(3);
  expect(waits).toEqual([300, 600]);
  expect(error.attempts.map(({ status: of }) => of)).toEqual([code, code, code]);
  expect(error.message).toContain('after 3 attempts');
});

test.each([400, 401, 403, 404, 409, 413, 422])('status %i is not retried', async (code) => {
  const { api, sent } = played([status(code)]);
  await apiErrorOf(api.education.getCourse({ course_id: 'crs_0001' }));
  expect(sent).toHaveLength(1);
});

test('413 is retried when it says when', async () => {
  const { api, waits } = played([status(413, { 'retry-after': '2' }), ok]);
  await api.education.getCourse({ course_id: 'crs_0001' });
  expect(waits).toEqual([2000]);
});

test('a network failure is retried', async () => {
  const { api, waits } = played([lost, lost, ok]);
  const { attempts } = await api.education.getCourse({ course_id: 'crs_0001' }).withResponse();
  expect(attempts.map(({ kind }) => kind)).toEqual(['network', 'network', 'ok']);
  expect(waits).toEqual([300, 600]);
});

test('a refusal that cors asked for is not retried, and the error says what it is', async () => {
  const { api, sent } = played([lost]);
  const error = await apiErrorOf(api.education.getCourse({ course_id: 'crs_0001' }, { cors: 'restrict' }));
  expect(sent).toHaveLength(1);
  expect(error.message).toContain('cors control');
});

test('Retry-After may be a date, and is reckoned by the clock of the server', async () => {
  const date = 'Tue, 20 Jan 2032 10:00:00 GMT';
  const { api, waits } = played([status(503, { date, 'retry-after': 'Tue, 20 Jan 2032 10:00:07 GMT' }), ok]);
  await api.education.getCourse({ course_id: 'crs_0001' });
  expect(waits).toEqual([7000]);
});

test.each([
  ['a read', (api: Client, scenario: readonly Step[]) => api.education.listCourses({}, { scenario }).withResponse()],
  [
    'a write',
    (api: Client, scenario: readonly Step[]) => api.education.createCourse(course, { scenario }).withResponse(),
  ],
])('rate_limit, server_error, ok is [429, 500, 200] for %s, after what Retry-After says', async (_, call) => {
  const { api, waits } = real();
  const { attempts } = await call(api, ['rate_limit', 'server_error', 'ok']);
  expect(attempts.map(({ status: code }) => code)).toEqual([429, 500, 200]);
  expect(waits).toEqual([1000, 600]);
});

test('a Retry-After of three days, as a date, fails at once and says how long', async () => {
  const date = 'Tue, 20 Jan 2032 10:00:00 GMT';
  const { api, sent, waits } = played([status(503, { date, 'retry-after': 'Fri, 23 Jan 2032 10:00:00 GMT' })]);
  const error = await apiErrorOf(api.education.listCourses());
  expect([sent.length, waits]).toEqual([1, []]);
  expect(error).toMatchObject({ kind: 'unexpected_status', status: 503, retryAfterMs: 259_200_000, retryable: true });
  expect(error.message).toContain('asks to wait 259200 s');
  const patient = played([status(503, { 'retry-after': '259200' }), ok], { retry: { maxRetryAfterMs: 300_000_000 } });
  await patient.api.education.getCourse({ course_id: 'crs_0001' });
  expect(patient.waits).toEqual([259_200_000]);
});

test('an abort in the middle of a wait ends it there, and so does AbortSignal.timeout', async () => {
  for (const stop of [abortedAfter(20), AbortSignal.timeout(20)]) {
    const { api, sent } = played([status(503, { 'retry-after': '30' })], { sleep: undefined });
    const begun = performance.now();
    const error = await apiErrorOf(api.education.listCourses({}, { signal: stop }));
    expect(error).toMatchObject({ kind: 'aborted', retryable: false, attempts: [{ status: 503 }] });
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(sent).toHaveLength(1);
  }
});

function abortedAfter(ms: number): AbortSignal {
  const stop = new AbortController();
  setTimeout(() => stop.abort(), ms);
  return stop.signal;
}

test('a Retry-After beyond the longest wait fails at once, and says how long', async () => {
  const { api, sent, waits } = played([status(429, { 'retry-after': '61' })]);
  const error = await apiErrorOf(api.education.getCourse({ course_id: 'crs_0001' }));
  expect(sent).toHaveLength(1);
  expect(waits).toEqual([]);
  expect(error.retryAfterMs).toBe(61_000);
  expect(error.message).toContain('asks to wait 61 s, longer than the 60 s');
});

test('a write is not retried by itself, since it may have happened', async () => {
  const { api, sent } = played([lost, written]);
  await apiErrorOf(api.education.createCourse(course));
  expect(sent).toHaveLength(1);
  expect(sent[0]?.headers).not.toHaveProperty('idempotency-key');
});

test('a write is retried under the key of its caller', async () => {
  const { api, sent } = played([lost, status(500), written]);
  await api.education.createCourse(course, { idempotencyKey: 'order-1' });
  expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(['order-1', 'order-1', 'order-1']);
});

test('a client that is to retry writes adds a key from the first attempt on, a new one for each call', async () => {
  const { api, sent } = played([lost, written], { retry: { methods: ['POST'], ...longest } });
  await api.education.createCourse(course);
  await api.education.createCourse(course);
  const keys = sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(keys[0]).toBe(keys[1]);
  expect(keys[0]).not.toBe(keys[2]);
});

test('keys of its own make a client repeatable', async () => {
  const ids: string[] = [];
  for (let run = 0; run < 2; run += 1) {
    const { api } = real({ newIdempotencyKey: () => 'key-1' });
    ids.push((await api.education.createCourse(course, { scenario: ['server_error', 'ok'] })).id);
  }
  expect(ids[0]).toBe(ids[1]);
});

test('the limit may be set, and be none', async () => {
  const eager = played([status(500)], { retry: { limit: 4, backoffMs: 10, maxBackoffMs: 25, ...longest } });
  await apiErrorOf(eager.api.education.listCourses());
  expect(eager.waits).toEqual([10, 20, 25, 25]);
  const calm = played([status(500)], { retry: 0 });
  await apiErrorOf(calm.api.education.listCourses());
  expect(calm.sent).toHaveLength(1);
  expect(() => createClient({ baseUrl, retry: -1 })).toThrow(TypeError);
});

test('the wait is drawn from the whole range up to the longest', async () => {
  const waits: number[] = [];
  const draw = vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.5);
  const { api } = played([status(500), status(500), ok], { retry: 2, sleep: async (ms) => void waits.push(ms) });
  await api.education.getCourse({ course_id: 'crs_0001' });
  draw.mockRestore();
  expect(waits).toEqual([0, 300]);
});

test('a wait can be aborted, with any sleep and with the default one', async () => {
  for (const sleep of [undefined, () => new Promise<void>(() => undefined)]) {
    const stop = new AbortController();
    const { api, sent } = played([status(503, { 'retry-after': '30' })], { sleep });
    const logger = { debug: () => undefined, warn: () => queueMicrotask(() => stop.abort()) };
    const error = await apiErrorOf(api.with({ logger }).education.listCourses({}, { signal: stop.signal }));
    expect(error.kind).toBe('aborted');
    expect(error.attempts).toMatchObject([{ status: 503, waitMs: 0, retriedBecause: undefined }]);
    expect(sent).toHaveLength(1);
  }
});

test('a timeout of the client is retried like one of the server', async () => {
  const { api } = played([() => new Promise<Response>(() => undefined), ok], { timeoutMs: 5 });
  const { attempts } = await api.education.getCourse({ course_id: 'crs_0001' }).withResponse();
  expect(attempts.map(({ kind }) => kind)).toEqual(['timeout', 'ok']);
});

test('a logger hears of every attempt and every retry', async () => {
  const logger = { debug: vi.fn<(message: string) => void>(), warn: vi.fn<(message: string) => void>() };
  const { api } = real({ logger });
  await api.education.listCourses({}, { scenario: ['rate_limit', 'ok'] });
  expect(logger.debug.mock.calls).toEqual([
    ['education.listCourses: GET attempt 1: rate_limit 429'],
    ['education.listCourses: GET attempt 2: ok 200'],
  ]);
  expect(logger.warn).toHaveBeenCalledOnce();
});

const forcedElsewhere = (code: number, kind: string) => () =>
  Response.json({ kind, status: code, title: 'T', detail: 'D', simulated: true }, { status: code });

test('a failure that somebody else forced is retried like any other', async () => {
  const { api, sent } = played([forcedElsewhere(503, 'service_unavailable'), ok]);
  await api.education.getCourse({ course_id: 'crs_0001' });
  expect(sent).toHaveLength(2);
  const unsafe = played([forcedElsewhere(503, 'service_unavailable'), written]);
  const error = await apiErrorOf(unsafe.api.education.createCourse(course));
  expect(error.kind).toBe('service_unavailable');
  expect(unsafe.sent).toHaveLength(1);
});

test('a failure that the call or its client forced itself is not', async () => {
  const asked = real();
  await apiErrorOf(asked.api.education.listCourses({}, { simulateError: 'server_error' }));
  expect(asked.sent).toHaveLength(1);
  const derived = real();
  await apiErrorOf(derived.api.with({ simulateError: 'server_error' }).education.listCourses());
  expect(derived.sent).toHaveLength(1);
});

test('a network failure before a forced one is retried', async () => {
  const { api, sent } = played([lost, forcedElsewhere(503, 'service_unavailable')]);
  await apiErrorOf(api.education.listCourses({}, { simulateError: 'service_unavailable' }));
  expect(sent).toHaveLength(2);
});
