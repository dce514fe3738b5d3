/** The matchers, in the runner they are made for. */
import { createUnderstudy } from '@understudy/server';
import { expect, test } from 'vitest';
import { createClient } from '../src/index.js';
import { matchers } from '../src/testing.js';
import { baseUrl, failureOf, noWaiting, realServer, recorded } from './server.js';

expect.extend(matchers);

const client = () => createClient({ baseUrl, fetch: realServer().fetch, sandbox: 'test-1', ...noWaiting() });

/** What a failed expectation says. */
async function complaint(expectation: () => unknown): Promise<string> {
  const error = await failureOf((async () => expectation())());
  return error instanceof Error ? error.message : String(error);
}

test('toBeApiError distinguishes errors by kind', async () => {
  const call = client().education.listCourses({}, { simulateError: 'rate_limit' });
  await expect(call).rejects.toBeApiError('rate_limit');
  await expect(call).rejects.toBeApiError('not_found', 'rate_limit');
  await expect(call).rejects.toBeApiError();
  await expect(call).rejects.not.toBeApiError('forbidden');
  expect(new Error('no')).not.toBeApiError();
  const error = await failureOf(call);
  expect(await complaint(() => expect(error).toBeApiError('forbidden'))).toBe(
    `expected an ApiError of kind forbidden, but it is one of kind rate_limit: ${String((error as Error).message)}`,
  );
  expect(await complaint(() => expect(error).not.toBeApiError('rate_limit'))).toContain('expected anything but');
  expect(await complaint(() => expect(new TypeError('odd')).toBeApiError())).toBe(
    'expected an ApiError, but it is TypeError: odd',
  );
});

test('toHaveAttempts looks at successes and failures, by status and by kind', async () => {
  const api = client();
  const scenario = ['rate_limit', 'server_error', 'ok'] as const;
  const answer = await api.education.listCourses({}, { scenario }).withResponse();
  expect(answer).toHaveAttempts([429, 500, 200]);
  expect(answer).toHaveAttempts(['rate_limit', 500, 'ok']);
  expect(answer).not.toHaveAttempts([429, 500]);
  const failed = api.education.listCourses({}, { scenario: ['service_unavailable', 'forbidden'] });
  await expect(failed).rejects.toHaveAttempts([503, 403]);
  const lost = createClient({ baseUrl, fetch: () => Promise.reject(new TypeError('lost')), retry: 1, ...noWaiting() });
  await expect(lost.education.listCourses()).rejects.toHaveAttempts(['network', 'network']);
  expect(await complaint(() => expect(answer).toHaveAttempts([200]))).toBe(
    'expected attempts [200], but got [429, 500, 200]',
  );
  expect(await complaint(() => expect({}).toHaveAttempts([200]))).toContain('takes an ApiError, or what withResponse');
});

test('toHaveReceived looks into the journal of the sandbox', async () => {
  const api = client();
  await expect(api).not.toHaveReceived({ path: '/api/education/courses' });
  await api.education.listCourses({}, { scenario: ['rate_limit', 'ok'] });
  await api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
  await api.with({ sandbox: 'test-2' }).education.listCourses();
  await expect(api).toHaveReceived({ path: '/api/education/courses', times: 2 });
  await expect(api).toHaveReceived({ path: '/api/education/courses', status: 429, times: 1 });
  await expect(api).toHaveReceived({ path: /enrollments$/, method: 'POST' });
  await expect(api).not.toHaveReceived({ path: '/api/education/courses', method: 'POST' });
  await expect(api).toHaveReceived({ path: '/api/education/students', times: 0 });
  const message = await complaint(() => expect(api).toHaveReceived({ path: '/api/education/courses', times: 1 }));
  expect(message).toBe(
    [
      'Expected sandbox test-1 to have received 1 request, but it received 2 requests of that kind.',
      '',
      'Expected:',
      '  path: "/api/education/courses"',
      '',
      'All that it received (✓ as expected):',
      '  ✓ #1 GET /api/education/courses?simulate_error=rate_limit → 429 (fault rate_limit)',
      '  ✓ #2 GET /api/education/courses → 200',
      '    #3 POST /api/education/enrollments → 200',
    ].join('\n'),
  );
  expect(await complaint(() => expect({}).toHaveReceived({ path: '/' }))).toContain('toHaveReceived takes a client');
});

test('toHaveReceived takes a sandbox of a server in this process, and what the client forces is not for it', async () => {
  const understudy = createUnderstudy({ log: 'off' });
  const sandbox = understudy.sandbox('test-1');
  await expect(sandbox).not.toHaveReceived({ path: '/api/education/courses' });
  const body = JSON.stringify({ student_id: 'stu_0001', course_id: 'crs_0001' });
  const headers = { 'content-type': 'application/json' };
  const sending = sandbox.fetch('/api/education/enrollments', { method: 'POST', body, headers });
  await expect(sandbox).toHaveReceived({ method: 'POST', body: { course_id: 'crs_0001' }, status: 200 });
  await sending;
  const api = createClient({ baseUrl: sandbox.baseUrl, fetch: understudy.fetch, simulateError: 'forbidden', delay: 9 });
  await expect(api).toHaveReceived({ operation: 'education.createEnrollment', times: { min: 1 } });
});

test('toHaveReceived fails for an operation that there is not, negated or not', async () => {
  const api = client();
  const operation = 'education.listCourse';
  const reason =
    'operation matches no operation of the API: "education.listCourse"; did you mean education.listCourses?';
  expect(await complaint(() => expect(api).toHaveReceived({ operation }))).toContain(reason);
  expect(await complaint(() => expect(api).not.toHaveReceived({ operation }))).toContain(reason);
});

test('toHaveReceived leaves waiting to the server: one question for each request that comes', async () => {
  const understudy = createUnderstudy({ log: 'off' });
  const { sent, fetch } = recorded(understudy.fetch);
  const api = createClient({ baseUrl, fetch, sandbox: 'test-1' });
  const received = expect(api).toHaveReceived({ operation: 'education.getCourse', path: /courses/, within: 60_000 });
  await expect.poll(() => sent.length).toBe(2);
  await understudy.fetch('/sandboxes/test-1/api/education/courses');
  await understudy.fetch('/sandboxes/test-1/api/education/courses/crs_0001');
  await received;
  expect(sent.map(({ url }) => url.searchParams.has('wait'))).toEqual([false, true]);
  await understudy.close();
});

test('toHaveReceived asks for no time that a query cannot say: what is left of it may be next to nothing', async () => {
  const expectation = () => expect(client()).toHaveReceived({ path: '/api/education/courses', within: 0.0001 });
  expect(await complaint(expectation)).toContain('it received 0 requests of that kind within 0.0001 ms');
});

test('the sandbox is also known from a base URL that leads into it', async () => {
  const { fetch } = realServer();
  const api = createClient({ baseUrl: `${baseUrl}/sandboxes/alice/`, fetch });
  expect(api.sandbox).toBe('alice');
  await api.education.listCourses();
  await expect(api).toHaveReceived({ path: '/api/education/courses', times: 1 });
  await api.with({ sandbox: 'bob' }).education.listStudents();
  await expect(api.with({ sandbox: 'bob' })).toHaveReceived({ path: '/api/education/students', times: 1 });
  expect(createClient({ baseUrl, fetch }).sandbox).toBe('default');
});
