/** The matchers, for `expect.extend`, and their types in vitest. */
import type { ErrorKind } from '../error-kind.js';
import { matchApiError } from './match-api-error.js';
import { type ExpectedAttempt, matchAttempts } from './match-attempts.js';
import { type ExpectedRequest, matchReceived } from './match-received.js';
import type { MatchResult } from './match-result.js';

/**
 * What the matchers add to `expect(…)`.
 *
 * @example
 * ```ts
 * import type { UnderstudyMatchers } from '@understudy/client/testing';
 *
 * // vitest knows them by itself; another runner is given them like this.
 * type Expectation = UnderstudyMatchers & { not: UnderstudyMatchers };
 * ```
 */
export interface UnderstudyMatchers {
  /** An error of the client, of one of these kinds if any are named. */
  toBeApiError(...kinds: readonly ErrorKind[]): void;
  /** An error, or what `withResponse()` gives: the attempts it took, by status or kind. */
  toHaveAttempts(attempts: readonly ExpectedAttempt[]): void;
  /** A client whose sandbox has received such requests, according to its journal. To be awaited. */
  toHaveReceived(request: ExpectedRequest): Promise<void>;
}

/** @ts-ignore vitest need not be there for the rest of this entry. */
declare module 'vitest' {
  // oxlint-disable-next-line typescript/no-empty-object-type, eslint/no-unused-vars -- merged with vitest's own, whose parameter it must repeat
  interface Matchers<T> extends UnderstudyMatchers {}
}

/**
 * Matchers for vitest, or for another runner whose `expect.extend` takes matchers of the same form.
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
  toHaveReceived(received: unknown, request: ExpectedRequest): Promise<MatchResult> {
    return matchReceived(received, request);
  },
};
