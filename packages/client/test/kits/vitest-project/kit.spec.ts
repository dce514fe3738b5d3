/** Tests of a user, some of which fail; run by vitest-kit.test.ts. */
import { understudyTest } from '@understudy/client/vitest';
import { createUnderstudy } from '@understudy/server';
import { afterAll, describe } from 'vitest';
import { sendPlanted } from '../planted-requests.js';

const { UNDERSTUDY_URL } = process.env;
const server = createUnderstudy({ log: 'off' });
afterAll(() => server.close());

const where = UNDERSTUDY_URL === undefined ? { server } : {};
const test = understudyTest(where);
const silent = understudyTest({ ...where, print: 'never', keep: true });
const enrolled = { student_id: 'stu_0001', course_id: 'crs_0001' };
const names = new Set<string>();

describe.concurrent('side by side', () => {
  test.for([1, 2, 3, 4])('test %i sees its own write alone', async (_, { understudy, expect }) => {
    const { api } = understudy;
    const total = async () => (await api.education.listEnrollments({ course_id: 'crs_0001' })).pagination.total;
    const before = await total();
    await api.education.createEnrollment(enrolled);
    expect(await total()).toBe(before + 1);
    await expect(understudy).toHaveReceived({ method: 'POST', body: enrolled, times: 1, settle: 0 });
    await expect(understudy).not.toHaveReceived({ method: 'DELETE', settle: 0 });
    await expect(understudy).toHaveBehaved({ severity: 'advice', except: ['no_user_agent'], settle: 0 });
  });
});

test('a retry has another sandbox', { retry: 1 }, ({ understudy, expect }) => {
  names.add(understudy.name);
  expect(names.size).toBe(2);
});

test('fails, and shows what was sent', async ({ understudy, expect }) => {
  const body = JSON.stringify({ ...enrolled, password: 'PLANTED-PASSWORD' });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer PLANTED-TOKEN' };
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ times: 1, fault: 'server_error' }] });
  for (const _ of [1, 2]) {
    await understudy.fetch('/api/education/enrollments', { method: 'POST', body, headers });
  }
  await expect(understudy).not.toHaveBehaved();
  await expect(understudy).toHaveReceived({ method: 'PUT', within: 100 });
});

test('sends secrets, and is wrong', async ({ understudy, expect }) => {
  await sendPlanted(understudy.fetch);
  await expect(understudy).toHaveReceived({ method: 'PUT', within: 100 });
});

silent('fails in silence', async ({ understudy, expect }) => {
  await understudy.api.education.createEnrollment(enrolled);
  expect(understudy.name).toBe('another');
});
