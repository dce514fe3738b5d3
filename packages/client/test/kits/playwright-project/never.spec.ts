/** A test of a user that fails, whose sandbox is kept and not shown; run by playwright-kit.test.ts. */
import { expect, test } from '@understudy/client/playwright';

test.use({ understudyAttach: 'never', understudyKeep: true });

test('is kept in silence', async ({ understudy }) => {
  await understudy.api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
  expect(understudy.name).toBe('another');
});
