/** The matchers, for `expect.extend`, and their types in vitest and Jest. */
import type { ErrorKind } from '../error-kind.js';
import type { ExpectedConduct } from './conduct/expected-conduct.js';
import { matchApiError } from './match-api-error.js';
import { type ExpectedAttempt, matchAttempts } from './match-attempts.js';
import { matchBehaved } from './match-behaved.js';
import { matchReceived, type MatcherState } from './match-received.js';
import type { MatchResult } from './match-result.js';
import type { ExpectedRequest } from './received/expected-request.js';

/**
 * What the matchers add to `expect(…)`.
 *
 * @example
 * ```ts
 * import type { UnderstudyMatchers } from '@understudy/client/testing';
 *
 * // vitest, Jest and Playwright know them by themselves; another runner is given them like this.
 * type Expectation = UnderstudyMatchers & { not: UnderstudyMatchers };
 * ```
 */
export interface UnderstudyMatchers {
  /** An error of the client, of one of these kinds if any are named. */
  toBeApiError(...kinds: readonly ErrorKind[]): void;
  /** An error, or what `withResponse()` gives: the attempts it took, by status or kind. */
  toHaveAttempts(attempts: readonly ExpectedAttempt[]): void;
  /**
   * A client, or a sandbox: it has received such requests, according to its journal. Waits for them, so it is to be awaited.
   *
   * @throws TypeError for a member that it does not know
   */
  toHaveReceived(request: ExpectedRequest): Promise<void>;
  /**
   * A client, or a sandbox: no verdict on what its clients did is of severity warning or error, or of those that are
   * named. Waits for requests that have not ended, so it is to be awaited.
   *
   * @throws TypeError for a member or a rule that it does not know
   */
  toHaveBehaved(expected?: ExpectedConduct): Promise<void>;
}

/** @ts-ignore vitest need not be there for the rest of this entry. */
declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type, eslint/no-unused-vars -- merged with vitest's own, whose parameter it must repeat
  interface Matchers<T> extends UnderstudyMatchers {}
}

/** @ts-ignore Nor need Jest, whose `expect` this is. */
declare module 'expect' {
  // oxlint-disable-next-line typescript/no-empty-object-type, eslint/no-unused-vars -- merged with Jest's own, whose parameters it must repeat
  interface Matchers<R extends void | Promise<void>, T = unknown> extends UnderstudyMatchers {}
}

/**
 * Matchers for vitest, Jest and Playwright: for whatever has an `expect.extend`.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 * import { matchers } from '@understudy/client/testing';
 * import { expect, test } from 'vitest';
 *
 * expect.extend(matchers);
 *
 * test('a forbidden list is asked for once', async () => {
 *   const api = createClient({ baseUrl: 'http://127.0.0.1:4010', sandbox: 'test-1', simulateError: 'forbidden' });
 *   const call = api.education.listCourses().withResponse();
 *   await expect(call).rejects.toBeApiError('forbidden');
 *   await expect(call).rejects.toHaveAttempts([403]);
 *   await expect(api).toHaveReceived({ path: '/api/education/courses', times: 1 });
 *   await expect(api).toHaveBehaved();
 * });
 * ```
 */
export const matchers = {
  toBeApiError(received: unknown, ...kinds: readonly ErrorKind[]): MatchResult {
    return matchApiError(received, kinds);
  },
  toHaveAttempts(received: unknown, attempts: readonly ExpectedAttempt[]): MatchResult {
    return matchAttempts(received, attempts);
  },
  toHaveReceived(this: MatcherState, received: unknown, request: ExpectedRequest): Promise<MatchResult> {
    return matchReceived(received, request, this);
  },
  toHaveBehaved(this: MatcherState, received: unknown, expected?: ExpectedConduct): Promise<MatchResult> {
    return matchBehaved(received, expected, this);
  },
};
