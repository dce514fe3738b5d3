/** Vitest with a sandbox for each test, and with the matchers. */
import { expect, test, type TestAPI } from 'vitest';
import type { WholeFetch } from './client-options.js';
import { openSandbox, SandboxNames, type SandboxSettings, type TestSandbox } from './kits/test-sandbox.js';
import { testServer } from './kits/test-server.js';
import { matchers } from './testing/matchers.js';

export type { SandboxSettings, TestSandbox } from './kits/test-sandbox.js';
// Also brings in what the matchers add to vitest's types.
export type { UnderstudyMatchers } from './testing/matchers.js';

/**
 * Where the sandboxes of tests are, and what they are like.
 *
 * @example
 * ```ts
 * import type { TestOptions } from '@understudy/client/vitest';
 *
 * const options: TestOptions = { url: 'http://127.0.0.1:4010', sandbox: { clock: '2026-01-01T00:00:00Z' } };
 * ```
 */
export interface TestOptions {
  /** A server in this process, as `createUnderstudy()` gives it. @defaultValue the one at `url` */
  readonly server?: { readonly fetch: WholeFetch } | undefined;
  /** Address of a server. @defaultValue the variable UNDERSTUDY_URL */
  readonly url?: string | undefined;
  /** Its admin token, where it has one. @defaultValue the variable UNDERSTUDY_ADMIN_TOKEN */
  readonly token?: string | undefined;
  /** What each sandbox is like. @defaultValue as the server makes them */
  readonly sandbox?: SandboxSettings | undefined;
  /** When the requests of a test are printed. @defaultValue on-failure */
  readonly print?: 'on-failure' | 'never' | undefined;
  /** Whether the sandbox of a test that failed is kept, to look at it. @defaultValue false */
  readonly keep?: boolean | undefined;
}

/**
 * What a test is given.
 *
 * @example
 * ```ts
 * import type { UnderstudyFixtures } from '@understudy/client/vitest';
 *
 * const enroll = ({ understudy }: UnderstudyFixtures) =>
 *   understudy.api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
 * ```
 */
export interface UnderstudyFixtures {
  /** A sandbox of the test's own. */
  readonly understudy: TestSandbox;
}

/** As much of vitest's context as the fixture needs. */
interface Context {
  readonly task: {
    readonly name: string;
    readonly fails?: boolean | undefined;
    readonly result?: { readonly state: string; readonly retryCount?: number | undefined } | undefined;
  };
}

const IN_PROCESS = 'http://understudy.local';

const names = new SandboxNames();

/**
 * Fixtures for a `test` of your own, by its `extend`. It adds the matchers to `expect`.
 *
 * @example
 * ```ts
 * import { understudyFixtures } from '@understudy/client/vitest';
 * import { test as base } from 'vitest';
 *
 * export const test = base.extend(understudyFixtures({ url: 'http://127.0.0.1:4010' }));
 * ```
 */
export function understudyFixtures(options: TestOptions = {}) {
  expect.extend(matchers);
  return {
    understudy: async ({ task }: Context, use: (sandbox: TestSandbox) => Promise<void>): Promise<void> => {
      const { server, url, token, sandbox: settings, print = 'on-failure', keep = false } = options;
      const own = server === undefined ? { url, token } : { url: url ?? IN_PROCESS, token, fetch: server.fetch };
      const name = names.next(task.name, `r${task.result?.retryCount ?? 0}`);
      const { sandbox, report, close } = await openSandbox(testServer(own), name, settings);
      await use(sandbox);
      const hasFailed = task.result?.state === 'fail';
      if (hasFailed && print === 'on-failure' && task.fails !== true) {
        const { text } = await report();
        // oxlint-disable-next-line eslint/no-console -- vitest shows it beside the test
        console.error(`${task.name}\n\n${text}\n`);
      }
      if (!hasFailed || !keep) await close();
    },
  };
}

/**
 * Vitest's `test`, with a sandbox for each test: `understudy`. Tests may be concurrent. It adds the matchers to `expect`.
 *
 * @throws Error before a test that uses it, if nothing says where the server is
 *
 * @example
 * ```ts
 * import { understudyTest } from '@understudy/client/vitest';
 * import { createUnderstudy } from '@understudy/server';
 *
 * const test = understudyTest({ server: createUnderstudy() });
 *
 * test.concurrent('enrolls once', async ({ understudy, expect }) => {
 *   await understudy.api.education.createEnrollment({ student_id: 'stu_0001', course_id: 'crs_0001' });
 *   await expect(understudy).toHaveReceived({ method: 'POST', body: { course_id: 'crs_0001' }, times: 1 });
 * });
 * ```
 */
export function understudyTest(options: TestOptions = {}): TestAPI<UnderstudyFixtures> {
  return test.extend<UnderstudyFixtures>(understudyFixtures(options));
}
