/** Counts a delivery in the registration that it goes to, when it begins. */
import { countAttempt } from './attempts.js';
import type { RegistrationRecord } from './registration-record.js';

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
