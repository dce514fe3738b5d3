/** What a sandbox keeps of webhooks: registrations, events, deliveries and their attempts. */
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { logoutNotice } from '../kit/logins.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { UNFINISHED } from '../store/model/internal.js';
import { nextDue, type RegistrationRecord, registrationRecord } from './attempts.js';
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

/** An event that is still to be delivered. */
export type EventRecord = z.infer<typeof event>;

/** The events: each is kept once, however many registrations it goes to, and removed with its last delivery. */
export const webhookEvents: Collection<EventRecord> = internalCollection({
  name: 'webhook_events',
  prefix: 'evt',
  schema: event,
  expires: () => UNFINISHED,
});

const deliverySchema = z.object({
  id: z.string(),
  event_id: z.string(),
  registration_id: z.string(),
  /** Number of this delivery in a chain of those that each came of the one before, from 1. */
  depth: z.int(),
  /** Attempts made so far. */
  attempts: z.int(),
  /** When the next one is due, by the sandbox's clock, in ms since 1970. */
  next_at: z.number(),
  /** Until when one process owns the next attempt, by the clock of the machines, in ms since 1970. */
  leased_until: z.number(),
});

/** A delivery still to be made. */
export type DeliveryRecord = z.infer<typeof deliverySchema>;

/** The deliveries: each is removed when it is over. */
export const webhookDeliveries: Collection<DeliveryRecord> = internalCollection({
  name: 'webhook_deliveries',
  prefix: 'dlv',
  schema: deliverySchema,
  expires: () => UNFINISHED,
});

/** All collections of webhooks. */
export const webhookCollections = [webhookRegistrations, webhookEvents, webhookDeliveries];

/** The type that registrations of clients have: what they get is no event, but a logout token. */
export const LOGOUT_EVENT = 'oauth.backchannel_logout';

/** Id of the delivery of an event to a registration. */
export function deliveryId(eventId: string, registrationId: string): string {
  return `${eventId}.${registrationId}`;
}

/** The deliveries of a sandbox that are still to be made. */
export function pendingDeliveries(records: Records): DeliveryRecord[] {
  return records.changed(webhookDeliveries);
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

/** Ends a delivery, whatever came of it. */
export function endDelivery(records: WritableRecords, { id, event_id }: DeliveryRecord): void {
  records.remove(webhookDeliveries, id);
  const registrations = records.get(webhookEvents, event_id)?.registrations ?? [];
  const isLast = registrations.every((to) => records.get(webhookDeliveries, deliveryId(event_id, to)) === undefined);
  if (isLast) records.remove(webhookEvents, event_id);
}

/** Ends all deliveries to a registration; an attempt under way is not recorded any more. */
export function endDeliveries(records: WritableRecords, registrationId: string): void {
  for (const delivery of pendingDeliveries(records)) {
    if (delivery.registration_id === registrationId) endDelivery(records, delivery);
  }
}
