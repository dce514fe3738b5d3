/** Makes the request of a delivery from its event and its registration. */
import type { LogoutNotice, MakeLogoutToken } from '../kit/logins.js';
import type { Records } from '../kit/records.js';
import { loopHeader } from './attempts.js';
import type { Posting } from './post.js';
import { type DeliveryRecord, webhookEvents, webhookRegistrations } from './records.js';
import { secretsAt } from './registration-record.js';
import { signedHeaders } from './signing.js';

/** A request to a receiver, or why there is none. */
export type Outgoing = Omit<Posting, 'signal'> | { readonly refusal: string };

/** When a request is made, and by what. */
export interface Making {
  /** The present in ms since 1970. */
  readonly now: number;
  readonly makeLogoutToken: MakeLogoutToken;
}

/** The request that tells a client of a logout (OpenID Connect Back-Channel Logout §2.5). */
async function logoutRequest(
  notice: LogoutNotice,
  { event_id, attempts, depth }: DeliveryRecord,
  { now, makeLogoutToken }: Making,
): Promise<Pick<Posting, 'headers' | 'body'>> {
  // A client refuses a token whose id it has seen before, also where its answer was lost.
  const token = await makeLogoutToken(notice, { now, jti: `${event_id}.${attempts + 1}` });
  return {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Understudy-Webhooks/1',
      'cdn-loop': loopHeader(depth),
    },
    body: new URLSearchParams({ logout_token: token }).toString(),
  };
}

/** The request of a delivery, signed when it is made. */
export async function outgoing(records: Records, delivery: DeliveryRecord, making: Making): Promise<Outgoing> {
  const { registration_id, event_id, depth } = delivery;
  const registration = records.get(webhookRegistrations, registration_id);
  if (registration?.status !== 'enabled') return { refusal: 'the registration was disabled' };
  const event = records.get(webhookEvents, event_id);
  // Only a snapshot that was made by hand can lack it.
  if (event === undefined) return { refusal: 'the event is gone' };
  const { body, logout, traceparent } = event;
  const { url } = registration;
  if (logout !== undefined) {
    const { headers, body: form } = await logoutRequest(logout, delivery, making);
    return { url, headers: traceparent === undefined ? headers : { ...headers, traceparent }, body: form };
  }
  const signable = { eventId: event_id, body, now: making.now, depth, traceparent };
  return { url, headers: signedHeaders(secretsAt(registration, making.now), signable), body };
}
