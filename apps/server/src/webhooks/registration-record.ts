/** What a sandbox keeps of a webhook registration. */
import { webhookRegistration } from '@understudy/contract/webhooks';
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
export type ScheduledEvent = z.infer<typeof scheduledEvent>;

/** A registration, as it is kept. */
export const registrationRecord = webhookRegistration.extend({
  /** The signing secret: never answered but when it is made. */
  secret: z.string(),
  /** Events that the clock brings, in the order in which they are due; never answered. */
  scheduled: z.array(scheduledEvent).default([]),
});

/** A webhook registration as it is kept. */
export type RegistrationRecord = z.infer<typeof registrationRecord>;
