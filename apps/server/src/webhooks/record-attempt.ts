/** Records what came of an attempt: in its delivery, and in the registration it was made for. */
import type { DeliveryOutcome } from '../kit/watched.js';
import type { WritableRecords } from '../kit/records.js';
import { countAttempt, nextAttempt, type Schedule } from './attempts.js';
import { endDelivery } from './end-delivery.js';
import type { Posted } from './post.js';
import { type DeliveryRecord, webhookDeliveries, webhookRegistrations } from './records.js';

/** An attempt that was made, or given up. Instants are in ms since 1970. */
export interface Attempt {
  readonly posted: Posted;
  /** Whether there is no next one, whatever came of it. */
  readonly isFinal: boolean;
  /** When it was made. */
  readonly at: number;
  /** When it was over. */
  readonly now: number;
  /** When it is tried again if it failed. */
  readonly schedule: Schedule;
}

function reasonFor(status: number | undefined): string {
  if (status === 410) return 'the receiver is gone: the registration was disabled';
  if (status !== undefined && status >= 300 && status < 400)
    return `the receiver answered ${status}; redirects are not followed`;
  return `the receiver answered ${status ?? 'nothing'}`;
}

/** Records an attempt at a delivery, and says what came of it. */
export function recordAttempt(records: WritableRecords, delivery: DeliveryRecord, attempt: Attempt): DeliveryOutcome {
  const { posted, isFinal, at, now, schedule } = attempt;
  const { status, retryAfter } = posted;
  const attempts = delivery.attempts + 1;
  const isOk = status !== undefined && status >= 200 && status < 300;
  const isGone = status === 410;
  const isOver = isOk || isGone || isFinal;
  const next = isOver ? undefined : nextAttempt(schedule, attempts, { now, retryAfter });
  if (next === undefined) endDelivery(records, delivery);
  else records.put(webhookDeliveries, { ...delivery, attempts, next_at: next, leased_until: 0 });
  const outcome = isOk ? 'succeeded' : next === undefined ? 'failed' : 'retried';
  const registration = records.get(webhookRegistrations, delivery.registration_id);
  if (registration === undefined) return outcome;
  const reason = isOk ? undefined : (posted.reason ?? reasonFor(status));
  const result = outcome === 'retried' ? 'pending' : outcome;
  const counted = countAttempt(registration, { event_id: delivery.event_id, at, status, reason, next }, result);
  const pending = counted.deliveries.pending - (result === 'pending' ? 0 : 1);
  const after = { ...counted, deliveries: { ...counted.deliveries, pending } };
  records.put(webhookRegistrations, isGone ? { ...after, status: 'disabled' } : after);
  return outcome;
}
