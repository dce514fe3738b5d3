/** When a delivery is tried again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the end of each failed attempt, in ms: a few seconds for tests, or the schedule of Standard Webhooks. */
export const schedules = {
  fast: [SECOND, 5 * SECOND, 30 * SECOND],
  standard: [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR],
} as const;

/** Name of a schedule. */
export type Schedule = keyof typeof schedules;

/** Longest wait that a receiver may ask for. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** The wait that Retry-After asks for, in seconds or as a date (RFC 9110 §10.2.3), in ms. */
function askedFor(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const wait = /^\d+$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(wait) ? 0 : Math.min(wait, MAX_RETRY_AFTER);
}

/** An attempt that failed. */
export interface FailedAttempt {
  /** When it was over, in ms since 1970. */
  readonly now: number;
  /** Value of the Retry-After header of the answer. */
  readonly retryAfter?: string | undefined;
}

/** When the next attempt is due, in ms since 1970; undefined where it is given up. */
export function nextAttempt(
  schedule: Schedule,
  attempts: number,
  { now, retryAfter }: FailedAttempt,
): number | undefined {
  const wait = schedules[schedule][attempts - 1];
  return wait === undefined ? undefined : now + Math.max(wait, askedFor(retryAfter, now));
}
