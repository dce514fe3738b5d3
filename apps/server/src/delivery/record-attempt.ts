/** Records what came of an attempt: in its delivery, and in the registration it was made for. */
import type { Draft } from '../state/draft.js';
import { countAttempt } from './attempts.js';
import { isStillOurs } from './lease.js';
import type { Posted } from './post.js';
import { type DeliveryRecord, webhookDeliveries, webhookRegistrations } from './records.js';
import { nextAttempt, type Schedule } from './retry.js';

/** An attempt that was made, or given up. Instants are in ms since 1970. */
export interface Attempt {
  /** The delivery as this process claimed it. */
  readonly claimed: DeliveryRecord;
  readonly posted: Posted;
  /** Whether there is no next one, whatever came of it. */
  readonly isFinal: boolean;
  /** When it was made. */
  readonly at: number;
  /** When it was over. */
  readonly now: number;
}

function reasonFor(status: number | undefined): string {
  if (status === 410) return 'the receiver is gone: the registration was disabled';
  if (status !== undefined && status >= 300 && status < 400)
    return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status ?? 'nothing'}`;
}

/** Records an attempt, unless somebody else has taken the delivery over. */
export function recordAttempt(draft: Draft, schedule: Schedule, attempt: Attempt): void {
  const { claimed, posted, isFinal, at, now } = attempt;
  const delivery = draft.get(webhookDeliveries, claimed.id);
  if (!isStillOurs(delivery, claimed)) return;
  const registration = draft.get(webhookRegistrations, delivery.registration_id);
  if (registration === undefined) return;
  const { status, retryAfter } = posted;
  const attempts = delivery.attempts + 1;
  const isOk = status !== undefined && status >= 200 && status < 300;
  const isGone = status === 410;
  const isOver = isOk || isGone || isFinal;
  const next = isOver ? undefined : nextAttempt(schedule, attempts, { at, now, retryAfter });
  const reason = isOk ? undefined : (posted.reason ?? reasonFor(status));
  const result = isOk ? 'succeeded' : next === undefined ? 'failed' : 'pending';
  const counted = countAttempt(registration, { event_id: delivery.event_id, at, status, reason, next }, result);
  const pending = counted.deliveries.pending - (result === 'pending' ? 0 : 1);
  const after = { ...counted, deliveries: { ...counted.deliveries, pending } };
  draft.put(webhookRegistrations, isGone ? { ...after, status: 'disabled' } : after);
  draft.put(webhookDeliveries, {
    ...delivery,
    attempts,
    next_at: next ?? delivery.next_at,
    leased_until: 0,
    ended_at: next === undefined ? Math.max(now, 1) : 0,
  });
}
