/** What can be expected of a request. */
import type { JournalEntry } from '../../generated/types.js';

/**
 * Matches a value by a rule, as `expect.any(Number)` does: every runner's asymmetric matchers have this method.
 *
 * @example
 * ```ts
 * import type { AsymmetricMatcher } from '@understudy/client/testing';
 *
 * const even: AsymmetricMatcher = { asymmetricMatch: (value) => Number(value) % 2 === 0 };
 * ```
 */
export interface AsymmetricMatcher {
  asymmetricMatch(value: unknown): boolean;
}

/**
 * A value of a query or a header: the same text, a pattern, or an asymmetric matcher; undefined if it must not be there.
 *
 * @example
 * ```ts
 * import type { ExpectedText } from '@understudy/client/testing';
 *
 * const accept: ExpectedText = /json/;
 * ```
 */
export type ExpectedText = string | RegExp | AsymmetricMatcher | undefined;

/**
 * A value of a query: as a text, or a list of values where its name is repeated; undefined if it must not be there.
 *
 * @example
 * ```ts
 * import type { ExpectedParameter } from '@understudy/client/testing';
 *
 * const tags: ExpectedParameter = ['new', 'free'];
 * ```
 */
export type ExpectedParameter = ExpectedText | number | boolean | readonly (ExpectedText | number | boolean)[];

/**
 * How often a request is expected.
 *
 * @example
 * ```ts
 * import type { ExpectedTimes } from '@understudy/client/testing';
 *
 * const retried: ExpectedTimes = { min: 2, max: 4 };
 * ```
 */
export type ExpectedTimes = number | { readonly min?: number | undefined; readonly max?: number | undefined };

/**
 * A fault that a request met: its text such as `server_error`, with or without parameters, a pattern, or the rule too;
 * null for none.
 *
 * @example
 * ```ts
 * import type { ExpectedFault } from '@understudy/client/testing';
 *
 * const struck: ExpectedFault = { rule: 'first-try-fails', fault: 'server_error' };
 * ```
 */
export type ExpectedFault =
  | string
  | RegExp
  | AsymmetricMatcher
  | null
  | { readonly rule?: ExpectedText | null; readonly fault?: ExpectedText };

/**
 * Requests to look for in the journal of a sandbox. What is left out can be anything; another member is an error.
 *
 * @example
 * ```ts
 * import type { ExpectedRequest } from '@understudy/client/testing';
 *
 * const written: ExpectedRequest = {
 *   method: 'POST',
 *   path: '/api/education/courses',
 *   body: { title: 'Practical SQL', category: /^Data/ },
 *   times: 1,
 * };
 * ```
 */
export interface ExpectedRequest {
  /** HTTP method, in any case. */
  readonly method?: string | RegExp | AsymmetricMatcher | undefined;
  /** Path below the base URL of the sandbox, without the query. */
  readonly path?: string | RegExp | AsymmetricMatcher | undefined;
  /** Some parameters by name, or all of them as a string; a pattern is tried on the text as it was sent. */
  readonly query?: string | RegExp | AsymmetricMatcher | Readonly<Record<string, ExpectedParameter>> | undefined;
  /** Some headers, by names in any case. */
  readonly headers?: Readonly<Record<string, ExpectedText>> | undefined;
  /**
   * The body. An object matches the parsed JSON or form: members that it does not have can be anything, at any depth, and
   * undefined is a member that must not be there. Arrays have the same length. A string is the whole text, a RegExp is tried
   * on it, and null is no body.
   */
  readonly body?: unknown;
  /** Name of the operation, such as `education.listCourses`; null where there is none. */
  readonly operation?: string | RegExp | AsymmetricMatcher | null | undefined;
  /** Status of the answer; null if the exchange ended before there was one. */
  readonly status?: number | AsymmetricMatcher | null | undefined;
  /** Problem kind of the answer; null for a success. */
  readonly kind?: string | RegExp | AsymmetricMatcher | null | undefined;
  /** The fault that it met; null for none. */
  readonly fault?: ExpectedFault | undefined;
  /** How the exchange ended. */
  readonly ended?: JournalEntry['ended'] | AsymmetricMatcher | undefined;
  /** The answer: some of its headers, and its body, of which the journal has the first 4,096 bytes. */
  readonly response?: { readonly headers?: ExpectedRequest['headers']; readonly body?: unknown } | undefined;
  /** How many there must be. @defaultValue one or more */
  readonly times?: ExpectedTimes | undefined;
  /**
   * How long to wait for requests that have not come yet, in ms. @defaultValue the time that `expect` of Playwright waits;
   * 1000 elsewhere
   */
  readonly within?: number | undefined;
  /**
   * How long to wait for one request too many, in ms, where that decides: with `.not`, `times: n` or a `max`.
   * @defaultValue 250, within which every replica shows a request that has ended
   */
  readonly settle?: number | undefined;
}
