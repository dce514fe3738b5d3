/** Answers held against the contract. */
import { createUnderstudy } from '@understudy/server';
import { expect, test, vi } from 'vitest';
import { createClient, type Fetch, isApiError } from '../src/index.js';
import { pointerTo, validator } from '../src/validate.js';
import { baseUrl, failureOf } from './server.js';

const understudy = createUnderstudy({ log: 'off' });

/** The real server, with some text of its answers replaced. */
const garbled =
  (from: string | RegExp, to: string): Fetch =>
  async (url, init) => {
    const answer = await understudy.fetch(url, init);
    return new Response((await answer.text()).replace(from, to), { status: answer.status, headers: answer.headers });
  };

const strict = (fetch: Fetch) => createClient({ baseUrl, fetch, validate: validator('throw') });

test('what keeps to the contract passes, whatever it is', async () => {
  const api = strict(understudy.fetch);
  expect((await api.education.listCourses({ per_page: 50 })).data).toHaveLength(50);
  expect((await api.education.getCourse({ course_id: 'crs_0001' })).id).toBe('crs_0001');
  expect((await api.oauth.getJwks()).keys).not.toHaveLength(0);
});

test('what breaks it is an error of kind validation with every fault, and is not retried', async () => {
  const api = strict(garbled(/"lesson_count":(\d+)/g, '"lesson_count":"$1"'));
  const error = await failureOf(api.education.listCourses({ per_page: 2 }));
  if (!isApiError(error, 'validation')) throw error;
  expect(error).toMatchObject({ status: 200, retryable: false, problem: undefined });
  expect(error.faults.map(({ pointer, code }) => [pointer, code])).toEqual([
    ['#/data/0/lesson_count', 'invalid_type'],
    ['#/data/1/lesson_count', 'invalid_type'],
  ]);
  expect(error.message).toContain('#/data/0/lesson_count Invalid input: expected number, received string');
  expect(error.attempts.map(({ kind }) => kind)).toEqual(['validation']);
});

test('a fault is found in the middle of a walk, with the position to go on from', async () => {
  const api = strict(garbled('"title":"SQL', '"title":null,"was":"SQL'));
  const error = await failureOf(api.education.listCourses().toArray({ limit: 500 }));
  expect(isApiError(error, 'validation') && error.resume).toMatchObject({ page: expect.any(Number) });
});

test('with warn the faults are logged, and the answer is given as it came', async () => {
  const warn = vi.fn<(message: string) => void>();
  const fetch = garbled('"status":"published"', '"status":"lost"');
  const api = createClient({ baseUrl, fetch, validate: validator('warn', { warn }) });
  expect((await api.education.listCourses({ status: 'published' })).data[0]?.status).toBe('lost');
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    expect.stringMatching(/^education\.listCourses: #\/data\/0\/status breaks the contract: /),
  ]);
});

test('without a logger the faults go to the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const api = createClient({ baseUrl, fetch: garbled('"total":', '"sum":'), validate: validator('warn') });
  await api.education.listCourses();
  expect(warn).toHaveBeenCalledOnce();
  warn.mockRestore();
});

test('members that only a newer server knows are no faults', async () => {
  const api = strict(garbled('"id":', '"brand_new":1,"id":'));
  expect((await api.education.getCourse({ course_id: 'crs_0001' })).id).toBe('crs_0001');
});

test('an operation that the contract beside it does not know is not passed over', () => {
  expect(validator('throw')({ operation: 'zoo.listAnimals', body: {} })).toMatchObject([{ code: 'unknown_operation' }]);
});

test('a pointer is escaped', () => {
  expect(pointerTo(['data', 0, 'a/b~c d'])).toBe('#/data/0/a~1b~0c%20d');
  expect(pointerTo([])).toBe('#');
});

test('a request that the server refuses lists its faults in the same member', async () => {
  const error = await failureOf(strict(understudy.fetch).education.listCourses({ per_page: 51, page: 0 }));
  expect(isApiError(error, 'bad_request') && error.faults.map(({ parameter }) => parameter)).toEqual([
    'page',
    'per_page',
  ]);
});
