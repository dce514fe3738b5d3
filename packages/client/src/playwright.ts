/** Playwright with a sandbox for each test, and with the matchers. */
import { expect as baseExpect, test as base, type TestInfo } from '@playwright/test';
import {
  type OpenSandbox,
  openSandbox,
  SandboxNames,
  type SandboxSettings,
  type TestSandbox,
} from './kits/test-sandbox.js';
import { testServer } from './kits/test-server.js';
import { matchers } from './testing/matchers.js';

export { routeApi } from './kits/route-api.js';
export type { SandboxSettings, TestSandbox } from './kits/test-sandbox.js';

/**
 * What a test is given.
 *
 * @example
 * ```ts
 * import { test, type UnderstudyFixtures } from '@understudy/client/playwright';
 *
 * test.beforeEach(async ({ page, understudy }: { page: { goto(url: string): unknown } } & UnderstudyFixtures) => {
 *   await page.goto(`http://127.0.0.1:5173/?api=${encodeURIComponent(understudy.baseUrl)}`);
 * });
 * ```
 */
export interface UnderstudyFixtures {
  /** A sandbox of the test's own. */
  readonly understudy: TestSandbox;
}

/**
 * Options, for `use` in the configuration.
 *
 * @example
 * ```ts
 * import { defineConfig } from '@playwright/test';
 * import type { UnderstudyOptions } from '@understudy/client/playwright';
 *
 * export default defineConfig<object, UnderstudyOptions>({
 *   use: { understudyUrl: 'http://127.0.0.1:4010', understudySandbox: { clock: '2026-01-01T00:00:00Z' } },
 * });
 * ```
 */
export interface UnderstudyOptions {
  /** Address of the server. @defaultValue the variable UNDERSTUDY_URL */
  readonly understudyUrl: string | undefined;
  /** Its admin token, where it has one. @defaultValue the variable UNDERSTUDY_ADMIN_TOKEN */
  readonly understudyToken: string | undefined;
  /** What each sandbox is like. @defaultValue as the server makes them */
  readonly understudySandbox: SandboxSettings | undefined;
  /** When the requests are attached to the report of a test. @defaultValue on-failure */
  readonly understudyAttach: 'on-failure' | 'always' | 'never';
  /** Whether the sandbox of a test that failed is kept, to look at it. @defaultValue false */
  readonly understudyKeep: boolean;
}

const names = new SandboxNames();

/**
 * Playwright's `test`, with a sandbox: `understudy`. Tests that run at the same time, retries and repetitions each have
 * one of their own. Merge it with fixtures of your own by Playwright's `mergeTests`.
 *
 * @throws Error before a test that uses it, if nothing says where the server is
 *
 * @example
 * ```ts
 * import { expect, test } from '@understudy/client/playwright';
 *
 * test('says that it failed', async ({ page, understudy }) => {
 *   const { api, name, baseUrl } = understudy;
 *   await api.sandboxes.putFaults({ name, rules: [{ times: 1, fault: 'server_error' }] });
 *   await page.goto(`http://127.0.0.1:5173/?api=${encodeURIComponent(baseUrl)}`);
 *   await expect(page.getByRole('alert')).toBeVisible();
 *   await expect(understudy).toHaveReceived({ operation: 'education.listCourses', status: 500 });
 * });
 * ```
 */
export const test = base.extend<UnderstudyFixtures, UnderstudyOptions>({
  understudyUrl: [undefined, { option: true, scope: 'worker' }],
  understudyToken: [undefined, { option: true, scope: 'worker' }],
  understudySandbox: [undefined, { option: true, scope: 'worker' }],
  understudyAttach: ['on-failure', { option: true, scope: 'worker' }],
  understudyKeep: [false, { option: true, scope: 'worker' }],
  understudy: async (
    { understudyUrl: url, understudyToken: token, understudySandbox, understudyAttach, understudyKeep },
    use,
    info,
  ) => {
    const name = names.next(info.title, `w${info.workerIndex}`, `r${info.retry}`);
    const open = await openSandbox(testServer({ url, token }), name, understudySandbox);
    await use(open.sandbox);
    const hasFailed = info.status !== info.expectedStatus;
    if (understudyAttach === 'always' || (hasFailed && understudyAttach === 'on-failure')) await attach(open, info);
    if (!hasFailed || !understudyKeep) await open.close();
  },
});

async function attach({ report }: OpenSandbox, info: TestInfo): Promise<void> {
  const { text, har } = await report();
  await info.attach('understudy-requests.txt', { body: text, contentType: 'text/plain' });
  if (har !== undefined) await info.attach('understudy-requests.har', { body: har, contentType: 'application/json' });
}

/**
 * Playwright's `expect`, with the matchers. `toHaveReceived` waits as long as Playwright's own (`expect.timeout`).
 *
 * @example
 * ```ts
 * import { expect, test } from '@understudy/client/playwright';
 *
 * test('sends what was typed', async ({ understudy }) => {
 *   await understudy.api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
 *   await expect(understudy).toHaveReceived({ method: 'POST', body: { course_id: 'crs_0001' }, times: 1 });
 * });
 * ```
 */
export const expect = baseExpect.extend(matchers);
