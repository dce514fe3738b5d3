/** Shows what is sent for an event: its first requests, byte for byte, and how many there are. */
import { type DispatchedEvent, SHOWN_DELIVERIES, type WebhookDelivery } from '@understudy/contract/webhooks';
import { type RegistrationRecord, secretsAt } from './registration-record.js';
import { signedHeaders } from './signing.js';

/** Bodies that are shown together, in characters; the first is always shown. Signing and sending them takes its time. */
const MAX_SHOWN = 500_000;

/** An event, and what becomes of it. */
export interface Sent {
  readonly event: Omit<DispatchedEvent, 'deliveries' | 'delivery_count'>;
  /** The event as JSON, as it is posted. */
  readonly body: string;
  /** Number of its deliveries in their chain, from 1. */
  readonly depth: number;
  readonly traceparent?: string | undefined;
  readonly deliveries: readonly { readonly to: RegistrationRecord; readonly status: WebhookDelivery['status'] }[];
}

/** The event as a test dispatch answers it, signed at an instant in ms since 1970. */
export function showDeliveries({ event, body, depth, traceparent, deliveries }: Sent, now: number): DispatchedEvent {
  const shown = Math.min(SHOWN_DELIVERIES, Math.max(1, Math.floor(MAX_SHOWN / body.length)));
  return {
    ...event,
    deliveries: deliveries.slice(0, shown).map(({ to, status }) => {
      const headers = signedHeaders(secretsAt(to, now), { eventId: event.id, body, now, depth, traceparent });
      return { registration_id: to.id, url: to.url, status, headers, body };
    }),
    delivery_count: deliveries.length,
  };
}
