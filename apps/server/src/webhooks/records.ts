/** What a sandbox keeps of webhooks: registrations, events, deliveries and their attempts. */
import { deliveryAttempt } from '@understudy/contract/kit';
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { logoutNotice } from '../kit/logins.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { UNFINISHED } from '../store/model/internal.js';
import { type AttemptResult, nextDue, type RegistrationRecord, registrationRecord, withAttempt } from './attempts.js';
import { ProblemError } from '../kit/problem-error.js';

/** The registrations. */
export const webhookRegistrations: Collection<RegistrationRecord> = {
  name: 'webhook_registrations',
  prefix: 'we',
  noun: 'registration',
  schema: registrationRecord,
  transition: nextDue,
  count: () => 0,
  seeded: () => {
    throw new RangeError('webhook registrations are never seeded');
  },
};

const event = z.object({
  id: z.string(),
  /** Its type; left out in a record of before types were stored. */
  type: z.string().optional(),
  /** The event as JSON, byte for byte as it is signed and posted. */
  body: z.string(),
  /** Ids of the registrations it goes to. */
  registrations: z.array(z.string()),
  /** Method of the request, which is a POST where this is left out. */
  method: z.string().optional(),
  /** Of the end of a session: what is sent is a token, which is made anew for each attempt. */
  logout: logoutNotice.optional(),
  /** The `traceparent` of the call that it came of (W3C Trace Context). */
  traceparent: z.string().optional(),
});

/** An event. */
export type EventRecord = z.infer<typeof event>;

/** The events: each is stored once, however many registrations it goes to, and removed with its last delivery. */
export const webhookEvents: Collection<EventRecord> = internalCollection({
  name: 'webhook_events',
  prefix: 'evt',
  schema: event,
});

const deliverySchema = z.object({
  id: z.string(),
  event_id: z.string(),
  registration_id: z.string(),
  /** Number of this delivery in a chain of those that each came of the one before, from 1. */
  depth: z.int(),
  /** Attempts made so far. */
  attempts: z.int(),
  /** When the next one is due, by the sandbox's clock, in ms since 1970; of a delivery that is over, when the last was. */
  next_at: z.number(),
  /** Until when one process owns the next attempt, by the clock of the machines, in ms since 1970. */
  leased_until: z.number(),
  /**
   * Left out while attempts are made by the schedule. One that is delivered again has one attempt, and the clock alone
   * brings the success of one that is simulated.
   */
  state: z.enum(['again', 'simulated', 'succeeded', 'failed']).optional(),
  /** The last attempts, newest first. */
  log: z.array(deliveryAttempt).optional(),
});

/** A delivery. */
export type DeliveryRecord = z.infer<typeof deliverySchema>;

/** What became of a delivery; undefined while an attempt is to come. */
export function outcomeOf({ state }: DeliveryRecord): 'succeeded' | 'failed' | undefined {
  return state === 'succeeded' || state === 'failed' ? state : undefined;
}

const isPending = (delivery: DeliveryRecord): boolean =>
  delivery.state !== 'simulated' && outcomeOf(delivery) === undefined;

/** The deliveries: those that are pending, and the last of those that are over. */
export const webhookDeliveries: Collection<DeliveryRecord> = {
  ...internalCollection({
    name: 'webhook_deliveries',
    prefix: 'dlv',
    schema: deliverySchema,
    expires: (delivery) => (isPending(delivery) ? UNFINISHED : null),
  }),
  noun: 'delivery',
  transition: (delivery) => {
    const { state, event_id, next_at: at } = delivery;
    if (state !== 'simulated') return undefined;
    return { at, record: afterAttempt(delivery, { event_id, at, status: 200 }, 'succeeded') };
  },
};

/** The delivery after an attempt, and what became of it by that. */
export function afterAttempt(
  delivery: DeliveryRecord,
  attempt: AttemptResult,
  state: DeliveryRecord['state'],
): DeliveryRecord {
  const log = withAttempt(attempt, delivery.log);
  const next_at = attempt.next ?? attempt.at;
  return { ...delivery, attempts: delivery.attempts + 1, next_at, leased_until: 0, state, log };
}

/** All collections of webhooks. */
export const webhookCollections = [webhookRegistrations, webhookEvents, webhookDeliveries];

/** The type that registrations of clients have: what they get is no event, but a logout token. */
export const LOGOUT_EVENT = 'oauth.backchannel_logout';

/** Id of the delivery of an event to a registration. */
export function deliveryId(eventId: string, registrationId: string): string {
  return `${eventId}.${registrationId}`;
}

/** Compares deliveries in the order of their events: ids with more digits are later ones. */
export const byEvent = (one: DeliveryRecord, other: DeliveryRecord): number =>
  one.event_id.length - other.event_id.length || (one.id < other.id ? -1 : 1);

/** The deliveries of a sandbox that are still to be made. */
export function pendingDeliveries(records: Records): DeliveryRecord[] {
  return records.changed(webhookDeliveries).filter(isPending);
}

/** Registrations that a sandbox may hold. */
export interface RegistrationLimit {
  readonly maxRegistrations: number;
}

/** Refuses more registrations than a sandbox may hold. */
export function checkRegistrations(count: number, { maxRegistrations }: RegistrationLimit): void {
  if (count <= maxRegistrations) return;
  throw new ProblemError('sandbox_full', {
    detail: `a sandbox holds at most ${maxRegistrations} webhook registrations; delete some, or start the server with a larger --max-registrations`,
  });
}

/** How many deliveries fall due after one instant and up to another, in ms since 1970: made ones, and simulated ones. */
export function dueBetween(records: Records, after: number, until: number): number {
  const isDue = (at: number): boolean => at > after && at <= until;
  const made = pendingDeliveries(records).filter(({ next_at }) => isDue(next_at)).length;
  const scheduled = records.changed(webhookRegistrations).flatMap((registration) => registration.scheduled);
  return made + scheduled.filter(({ at, is_real }) => !is_real && isDue(at)).length;
}

/** Deliveries of a sandbox that stay when they are over, and characters of what they carry. */
const MOST_OVER = 50;
const MOST_CHARACTERS = 1_000_000;

/** Drops the oldest of the deliveries that are over, as far as there are too many; the newest stays. */
export function dropOldest(records: WritableRecords): void {
  const over = records.changed(webhookDeliveries).filter((delivery) => outcomeOf(delivery) !== undefined);
  over.sort((one, other) => other.next_at - one.next_at || byEvent(other, one));
  let characters = 0;
  for (const [index, delivery] of over.entries()) {
    characters += records.get(webhookEvents, delivery.event_id)?.body.length ?? 0;
    if (index > 0 && (index >= MOST_OVER || characters > MOST_CHARACTERS)) endDelivery(records, delivery);
  }
}

/** Removes a delivery, whatever came of it. */
export function endDelivery(records: WritableRecords, { id, event_id }: DeliveryRecord): void {
  records.remove(webhookDeliveries, id);
  const registrations = records.get(webhookEvents, event_id)?.registrations ?? [];
  const isLast = registrations.every((to) => records.get(webhookDeliveries, deliveryId(event_id, to)) === undefined);
  if (isLast) records.remove(webhookEvents, event_id);
}

/** Removes all deliveries to a registration; an attempt under way is not recorded any more. */
export function endDeliveries(records: WritableRecords, registrationId: string): void {
  for (const delivery of records.changed(webhookDeliveries)) {
    if (delivery.registration_id === registrationId) endDelivery(records, delivery);
  }
}
