/** The matchers, for `expect.extend`, and their types in vitest and Jest. */
import { type Attempt, isApiError } from '../api-error.js';
import { type ErrorKind, isObject } from '../error-kind.js';
import {
  awaitVerdicts,
  checkConduct,
  countedVerdicts,
  type ExpectedConduct,
  fromOn,
  type Verdicts,
  verdictTexts,
} from './conduct.js';
import { type MatcherState, matchReceived, type MatchResult, SETTLE_MS } from './match-received.js';
import type { ExpectedRequest } from './received/expected-request.js';
import { journalSource } from './received/journal-source.js';
import { counted } from './received/watch.js';

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
function matchAttempts(received: unknown, expected: readonly ExpectedAttempt[]): MatchResult {
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

/** Whether the clients of a sandbox have behaved; waits for requests that have not ended. */
async function matchBehaved(
  received: unknown,
  expected: ExpectedConduct = {},
  { isNot = false }: MatcherState = {},
): Promise<MatchResult> {
  checkConduct(expected);
  const source = journalSource(received, 'toHaveBehaved');
  const verdicts = await awaitVerdicts(source, expected, expected.settle ?? SETTLE_MS);

  const pass = verdicts.shown.length === 0;
  const kind = `of severity ${fromOn(expected.severity).join(' or ')}`;
  // A verdict is sure; that there is none is sure only where all requests were judged.
  if (pass && verdicts.meta.incomplete) throw new Error(unsure(source.sandbox, kind, verdicts));
  if (pass !== isNot) return { pass, message: () => '' };
  const wanted = `Expected the clients of sandbox ${source.sandbox} ${isNot ? 'not ' : ''}to have behaved, but there`;
  if (pass) {
    const { last } = verdicts.meta;
    const among = `It received ${last === 0 ? 'nothing at all' : counted(last)}.`;
    return { pass, message: () => `${wanted} is no verdict ${kind}. ${among}` };
  }
  const are = verdicts.shown.length === 1 ? 'is' : 'are';
  const blocks = [`${wanted} ${are} ${countedVerdicts(verdicts)} ${kind}.`, ...(await verdictTexts(source, verdicts))];
  return { pass, message: () => blocks.join('\n\n') };
}

function unsure(sandbox: string, kind: string, { meta }: Verdicts): string {
  const why = `requests are missing in its journal, which has dropped ${meta.dropped}`;
  return `There is no verdict ${kind} on sandbox ${sandbox}, but whether its clients behaved cannot be known: ${why} (see --max-journal and --max-journal-bytes).`;
}

/** Whether a value is an error of the client, of one of these kinds if any are named. */
function matchApiError(received: unknown, kinds: readonly ErrorKind[]): MatchResult {
  const wanted = kinds.length === 0 ? 'an ApiError' : `an ApiError of kind ${kinds.join(' or ')}`;
  const pass = isApiError(received, ...kinds);
  return {
    pass,
    message: () => `expected ${pass ? 'anything but ' : ''}${wanted}, but it is ${described(received)}`,
    ...(isApiError(received) ? { actual: received.kind, expected: kinds.join(' or ') || received.kind } : {}),
  };
}

function described(value: unknown): string {
  if (isApiError(value)) return `one of kind ${value.kind}: ${value.message}`;
  return value instanceof Error ? `${value.name}: ${value.message}` : `no error: ${String(value)}`;
}

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
