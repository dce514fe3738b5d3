/** A test of a user that takes the fixture, and has the matchers without another word; run by vitest-kit.test.ts. */
import { understudyFixtures } from '@understudy/client/vitest';
import { createUnderstudy } from '@understudy/server';
import { afterAll, test as base } from 'vitest';

const { UNDERSTUDY_URL } = process.env;
const server = createUnderstudy({ log: 'off' });
afterAll(() => server.close());

const test = base.extend(understudyFixtures(UNDERSTUDY_URL === undefined ? { server } : {}));

test('asks for courses', async ({ understudy, expect }) => {
  await understudy.api.education.listCourses();
  await expect(understudy).toHaveReceived({ operation: 'education.listCourses', times: 1, settle: 0 });
});
