/** One attempt of a delivery: what is sent, how often, and how deep deliveries lead to deliveries. */
import { instantText } from '../kit/clock.js';
import type { Transition } from '../kit/collection.js';
import { type DeliveryAttempt, webhookRegistration } from '@understudy/contract/kit';
import { z } from 'zod';

/** An event that is still to come, as a registration keeps it. */
const scheduledEvent = z.object({
  event_id: z.string(),
  type: z.string(),
  /** When it is due, by the sandbox's clock, in ms since 1970. */
  at: z.number(),
  /** The record that it is about: its collection and id. */
  about: z.string(),
  /** Whether it is delivered then, or its success is simulated. */
  is_real: z.boolean(),
});

/** An event that is still to come. */
type ScheduledEvent = z.infer<typeof scheduledEvent>;

/** A registration, as it is kept. */
export const registrationRecord = webhookRegistration.extend({
  /** The signing secret: never answered but when it is made. */
  secret: z.string(),
  /** The secrets before it, newest first: each goes on signing until its instant, in ms since 1970; never answered. */
  replaced_secrets: z.array(z.object({ secret: z.string(), until: z.number() })).optional(),
  /** Events that the clock brings, in the order in which they are due; never answered. */
  scheduled: z.array(scheduledEvent).default([]),
});

/** A webhook registration as it is kept. */
export type RegistrationRecord = z.infer<typeof registrationRecord>;

/** How long a secret goes on signing once it is replaced, in ms: its receiver learns of the new one meanwhile. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Secrets of before that sign at most: each is one more signature in every header. */
const MAX_REPLACED = 3;

/** The secrets that sign at an instant in ms since 1970, newest first. */
export function secretsAt({ secret, replaced_secrets = [] }: RegistrationRecord, now: number): string[] {
  return [secret, ...replaced_secrets.filter(({ until }) => until > now).map((replaced) => replaced.secret)];
}

/** The registration with another secret. That of now goes on signing for a while, as those before it do. */
export function withSecret(registration: RegistrationRecord, secret: string, now: number): RegistrationRecord {
  const { replaced_secrets = [] } = registration;
  const before = [{ secret: registration.secret, until: now + OVERLAP_MS }, ...replaced_secrets];
  const valid = before.filter((replaced) => replaced.until > now && replaced.secret !== secret);
  return { ...registration, secret, replaced_secrets: valid.slice(0, MAX_REPLACED) };
}

const MAX_ATTEMPTS = 10;

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

/** The last attempts after one more, newest first. */
export function withAttempt(
  { event_id, at, status, reason, next }: AttemptResult,
  before: readonly DeliveryAttempt[] = [],
): DeliveryAttempt[] {
  const attempt = {
    event_id,
    at: instantText(at),
    status: status ?? null,
    reason: reason?.slice(0, MAX_REASON) ?? null,
    next: next === undefined ? null : instantText(next),
  };
  return [attempt, ...before].slice(0, MAX_ATTEMPTS);
}

/** The registration after an attempt that decided a delivery, or left it pending. */
export function countAttempt(
  registration: RegistrationRecord,
  result: AttemptResult,
  outcome: 'succeeded' | 'failed' | 'pending',
): RegistrationRecord {
  const { deliveries, attempts } = registration;
  return {
    ...registration,
    deliveries: outcome === 'pending' ? deliveries : { ...deliveries, [outcome]: deliveries[outcome] + 1 },
    last_delivery: instantText(result.at),
    attempts: withAttempt(result, attempts),
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
const schedules = {
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
interface FailedAttempt {
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

/** The registration with one event more to come. */
export function withScheduled(to: RegistrationRecord, event: ScheduledEvent): RegistrationRecord {
  const position = to.scheduled.findLastIndex(({ at }) => at <= event.at) + 1;
  return { ...to, scheduled: to.scheduled.toSpliced(position, 0, event) };
}

function countEvent(to: RegistrationRecord, { event_id, at, is_real }: ScheduledEvent): RegistrationRecord {
  return countDelivery(to, { event_id, now: at, refusal: undefined, isReal: is_real });
}

/** What the clock makes of a registration: events that were to come are due. */
export function nextDue(registration: RegistrationRecord): Transition<RegistrationRecord> | undefined {
  const [first] = registration.scheduled;
  if (first === undefined) return undefined;
  const { at } = first;
  const now = registration.scheduled.filter((event) => event.at === at);
  const rest = { ...registration, scheduled: registration.scheduled.slice(now.length) };
  return { at, record: now.reduce(countEvent, rest) };
}
