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
