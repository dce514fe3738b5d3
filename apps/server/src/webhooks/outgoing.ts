/** Makes the request of a delivery from its event and its registration. */
import type { Records } from '../kit/records.js';
import type { Posting } from './post.js';
import { type DeliveryRecord, webhookEvents, webhookRegistrations } from './records.js';
import { signedHeaders } from './signing.js';

/** A request to a receiver, or why there is none. */
export type Outgoing = Omit<Posting, 'signal'> | { readonly refusal: string };

/** The request of a delivery, signed at an instant in ms since 1970. */
export function outgoing(
  records: Records,
  { registration_id, event_id, depth }: DeliveryRecord,
  now: number,
): Outgoing {
  const registration = records.get(webhookRegistrations, registration_id);
  if (registration?.status !== 'enabled') return { refusal: 'the registration was disabled' };
  const event = records.get(webhookEvents, event_id);
  // Only a snapshot that was made by hand can lack it.
  if (event === undefined) return { refusal: 'the event is gone' };
  const { body } = event;
  return {
    url: registration.url,
    headers: signedHeaders(registration.secret, { eventId: event_id, body, now, depth }),
    body,
  };
}
