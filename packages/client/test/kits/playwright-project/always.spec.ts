/** A test of a user that passes, and is shown all the same; run by playwright-kit.test.ts. */
import { expect, test } from '@understudy/client/playwright';

test.use({ understudyAttach: 'always' });

test('is shown although it passes', async ({ understudy }) => {
  await understudy.fetch('/api/education/courses');
  await expect(understudy).toHaveReceived({ method: 'GET' });
});
