/** The test kits of the client, each with the runner that its user has, and a test as its user writes it. */

const steps = `
  await understudy.fetch('/api/education/courses');
  await expect(understudy).toHaveReceived({ operation: 'education.listCourses', times: 1 });
  await expect(understudy).toHaveBehaved();
});
`;

/** @type {{ entry: string, runner: string, command: string, file: string, text: string }[]} */
export const kits = [
  {
    entry: '@understudy/client/vitest',
    runner: 'vitest',
    command: 'node node_modules/vitest/vitest.mjs run kit.test.mjs',
    file: 'kit.test.mjs',
    text: `import { understudyTest } from '@understudy/client/vitest';
import { createUnderstudy } from '@understudy/server';

const test = understudyTest({ server: createUnderstudy() });
test('what is sent is received', async ({ understudy, expect }) => {${steps}`,
  },
  {
    entry: '@understudy/client/playwright',
    runner: '@playwright/test',
    command: 'node node_modules/@playwright/test/cli.js test kit.spec.mjs --reporter line',
    file: 'kit.spec.mjs',
    text: `import { expect, test } from '@understudy/client/playwright';

test('what is sent is received', async ({ understudy }) => {${steps}`,
  },
];
