/** Tests of a user, some of which fail; run by playwright-kit.test.ts. */
import { expect, test } from '@understudy/client/playwright';
import { sendPlanted } from '../planted-requests.js';

const enrolled = { student_id: 'stu_0001', course_id: 'crs_0001' };

for (const n of [1, 2]) {
  test(`test ${n} sees its own write alone`, async ({ understudy }, info) => {
    const { api, name } = understudy;
    const total = async () => (await api.education.listEnrollments({ course_id: 'crs_0001' })).pagination.total;
    const before = await total();
    await api.education.createEnrollment(enrolled);
    expect(await total()).toBe(before + 1);
    await expect(understudy).toHaveReceived({ method: 'POST', body: enrolled, times: 1, settle: 0 });
    await expect(api).not.toHaveReceived({ method: 'DELETE', settle: 0 });
    await expect(understudy).toHaveBehaved({ settle: 0 });
    info.annotations.push({ type: 'sandbox', description: `${name} began with ${before}` });
    expect(info.title !== 'test 2 sees its own write alone' || info.retry > 0, 'the first try of the second').toBe(
      true,
    );
  });
}

test('fails, and shows what was sent', async ({ understudy }) => {
  const { api, name } = understudy;
  await api.sandboxes.putFaults({ name, rules: [{ id: 'first', times: 1, fault: 'server_error' }] });
  const body = JSON.stringify({ ...enrolled, password: 'PLANTED-PASSWORD' });
  const headers = { 'content-type': 'application/json', authorization: 'Bearer PLANTED-TOKEN' };
  for (const _ of [1, 2]) {
    await understudy.fetch('/api/education/enrollments', { method: 'POST', body, headers });
  }
  await expect(understudy).not.toHaveBehaved();
  await expect(understudy).toHaveReceived({ method: 'POST', body: { course_id: 'crs_0002' }, within: 100 });
});

test('sends secrets, and is wrong', async ({ understudy }) => {
  await sendPlanted(understudy.fetch);
  await expect(understudy).toHaveReceived({ method: 'PUT', within: 100 });
});
