/** What a sandbox keeps of webhooks: registrations, and the deliveries still to be made. */
import { webhookRegistration } from '@understudy/contract';
import { z } from 'zod';
import { type Collection, internalCollection } from '../kit/collection.js';
import { UNFINISHED } from '../state/store.js';

const registration = webhookRegistration.extend({
  /** The signing secret: never answered but when it is made. */
  secret: z.string(),
});

/** A webhook registration as it is kept. */
export type RegistrationRecord = z.infer<typeof registration>;

/** The registrations. */
export const webhookRegistrations: Collection<RegistrationRecord> = {
  name: 'webhook_registrations',
  prefix: 'we',
  schema: registration,
  count: () => 0,
  seeded: () => {
    throw new RangeError('webhook registrations are never seeded');
  },
};

const delivery = z.object({
  id: z.string(),
  event_id: z.string(),
  registration_id: z.string(),
  body: z.string(),
  /** Attempts made so far. */
  attempts: z.int(),
  /** When the next one is due, by the sandbox's clock, in ms since 1970. */
  next_at: z.number(),
  /** Until when one process owns the next attempt, by the clock of the machines, in ms since 1970. */
  leased_until: z.number(),
  /** When it is over; 0 while it is not, since a record that never ends has no end. */
  ended_at: z.number(),
});

/** A delivery still to be made. */
export type DeliveryRecord = z.infer<typeof delivery>;

/** The deliveries. One that is over ends at once, and is taken away when room is needed. */
export const webhookDeliveries: Collection<DeliveryRecord> = internalCollection({
  name: 'webhook_deliveries',
  prefix: 'dlv',
  schema: delivery,
  expires: ({ ended_at }) => (ended_at === 0 ? UNFINISHED : ended_at),
});

/** All collections of webhooks. */
export const webhookCollections = [webhookRegistrations, webhookDeliveries];
