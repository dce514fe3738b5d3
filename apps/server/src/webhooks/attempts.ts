/** One attempt of a delivery: what is sent, how often, and how deep deliveries lead to deliveries. */
import { instantText } from '../kit/clock.js';
import type { RegistrationRecord } from './registration-record.js';

const KEPT = 10;

/** Longest reason that is kept, in characters: one may name every address of a host. */
const MAX_REASON = 500;

/** What came of an attempt. */
export interface AttemptResult {
  readonly event_id: string;
  /** When it was made, in ms since 1970. */
  readonly at: number;
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  /** When it is tried again, in ms since 1970. */
  readonly next?: number | undefined;
}

/** The registration after an attempt that decided a delivery, or left it pending. */
export function countAttempt(
  registration: RegistrationRecord,
  { event_id, at, status, reason, next }: AttemptResult,
  result: 'succeeded' | 'failed' | 'pending',
): RegistrationRecord {
  const { deliveries } = registration;
  const instant = instantText(at);
  const attempt = {
    event_id,
    at: instant,
    status: status ?? null,
    reason: reason?.slice(0, MAX_REASON) ?? null,
    next: next === undefined ? null : instantText(next),
  };
  return {
    ...registration,
    deliveries: result === 'pending' ? deliveries : { ...deliveries, [result]: deliveries[result] + 1 },
    last_delivery: instant,
    attempts: [attempt, ...registration.attempts].slice(0, KEPT),
  };
}

/** What became of a delivery at first. */
interface Beginning {
  readonly event_id: string;
  readonly now: number;
  readonly refusal: string | undefined;
  readonly isReal: boolean;
}

/** The registration with one more delivery: it waits, or its end is known already. */
export function countDelivery(
  to: RegistrationRecord,
  { event_id, now, refusal, isReal }: Beginning,
): RegistrationRecord {
  const { deliveries } = to;
  const counted = { ...to, deliveries: { ...deliveries, total: deliveries.total + 1 } };
  if (refusal !== undefined) return countAttempt(counted, { event_id, at: now, reason: refusal }, 'failed');
  if (!isReal) return countAttempt(counted, { event_id, at: now, status: 200 }, 'succeeded');
  return { ...counted, deliveries: { ...counted.deliveries, pending: deliveries.pending + 1 } };
}

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

/** Longest chain of deliveries that each came of the one before. */
const MAX_DEPTH = 8;

/** Second deliveries of their chains that a sandbox may have waiting. With each further delivery it is half as many. */
const MAX_SECOND = 512;

/** Our member among those of the gateways on the way (RFC 8586 §2). */
const OURS = /(?:^|,)\s*understudy\s*;\s*depth=(\d{1,3})\s*(?=$|[,;])/gi;

/** What an attempt says whose event is taken for part of a loop. */
export const LOOP_DETECTED = 'loop_detected';

/** How many deliveries led to a request, one by the other, by its `CDN-Loop` header; 0 where none did. */
export function depthOf(header: string | null): number {
  const depths = Array.from((header ?? '').matchAll(OURS), ([, depth]) => Number(depth));
  return Math.max(0, ...depths);
}

/** Value of the `CDN-Loop` header of a delivery. */
export function loopHeader(depth: number): string {
  return `understudy;depth=${depth}`;
}

/**
 * Whether a delivery is one too many. Where each delivery sets off several, a limit on the length of chains alone would
 * let through as many as those several to the eighth power; so there is one on their number, too.
 *
 * @param depth number of the delivery in its chain, from 1
 * @param waiting deliveries of the sandbox that wait, and came of others
 */
export function isLoop(depth: number, waiting: number): boolean {
  return depth > MAX_DEPTH || (depth > 1 && waiting >= MAX_SECOND >> (depth - 2));
}
