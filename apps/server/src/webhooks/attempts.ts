/** Counts attempts in the registration they were made for, and keeps the last ten. */
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
