/** What the client reports of each attempt of a call. */
import type { ErrorKind } from './error-kind.js';

/**
 * One attempt of a call, on success and on failure alike.
 *
 * @example
 * ```ts
 * import { createClient } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const { attempts } = await api.education.listCourses({}, { scenario: ['rate_limit', 'ok'] }).withResponse();
 * for (const { status, kind, waitMs, retriedBecause } of attempts) console.log(status, kind, waitMs, retriedBecause);
 * ```
 */
export interface Attempt {
  /** HTTP status; undefined where no answer came. */
  readonly status: number | undefined;
  /** What came of it. */
  readonly kind: ErrorKind | 'ok';
  /** Time waited after it, before the next attempt, in ms; 0 for the last one. */
  readonly waitMs: number;
  /** Why another attempt followed, in words; undefined for the last one. */
  readonly retriedBecause: string | undefined;
}
