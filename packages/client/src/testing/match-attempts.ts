/** Matches the attempts that a call took. */
import type { Attempt } from '../attempt.js';
import { isObject } from '../error-kind.js';
import type { MatchResult } from './match-result.js';

/**
 * An attempt: its status, or its kind, which also tells those apart that have no status.
 *
 * @example
 * ```ts
 * import type { ExpectedAttempt } from '@understudy/client/testing';
 *
 * const flaky: ExpectedAttempt[] = ['network', 429, 'ok'];
 * ```
 */
export type ExpectedAttempt = number | Attempt['kind'];

/** Whether an error, or what `withResponse()` gives, took these attempts. */
export function matchAttempts(received: unknown, expected: readonly ExpectedAttempt[]): MatchResult {
  const attempts = attemptsOf(received);
  const actual = attempts.map(({ status, kind }, index) =>
    typeof expected[index] === 'string' ? kind : (status ?? kind),
  );
  const pass = actual.length === expected.length && actual.every((attempt, index) => attempt === expected[index]);
  const message = () =>
    pass
      ? `expected other attempts than ${list(expected)}`
      : `expected attempts ${list(expected)}, but got ${list(actual)}`;
  return { pass, message, actual, expected };
}

function attemptsOf(received: unknown): readonly Attempt[] {
  // Only this client makes such a member.
  if (isObject(received) && Array.isArray(received['attempts'])) return received['attempts'];
  throw new TypeError('toHaveAttempts takes an ApiError, or what withResponse() gives');
}

const list = (attempts: readonly unknown[]): string => `[${attempts.join(', ')}]`;
