/** Signs deliveries in both vocabularies: Standard Webhooks and Stripe. */
import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** A body to be signed. */
export interface Signable {
  readonly eventId: string;
  readonly body: string;
  /** When it is sent, in ms since 1970. */
  readonly now: number;
}

const PREFIX = 'whsec_';

/** Whole groups of four, the last one padded: what the library decodes. */
const BASE64 = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether the key is base64 after a prefix, or the secret as it is. */
export function signingForm(secret: string): 'base64' | 'raw' {
  return BASE64.test(secret) ? 'base64' : 'raw';
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body, by the maintained library. */
function standardSignature(secret: string, { eventId, body, now }: Signable): string {
  const isBase64 = signingForm(secret) === 'base64';
  const webhook = isBase64 ? new Webhook(secret.slice(PREFIX.length)) : new Webhook(secret, { format: 'raw' });
  return webhook.sign(eventId, new Date(now), body);
}

/** Stripe: HMAC-SHA256 over timestamp and body, keyed with the whole secret. Its library signs for tests only. */
function stripeSignature(secret: string, seconds: number, body: string): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${v1}`;
}

/** The headers of a delivery. */
export function signedHeaders(secret: string, signable: Signable): Record<string, string> {
  const seconds = Math.floor(signable.now / 1000);
  return {
    'content-type': 'application/json',
    'user-agent': 'Understudy-Webhooks/1',
    'webhook-id': signable.eventId,
    'webhook-timestamp': String(seconds),
    'webhook-signature': standardSignature(secret, signable),
    'stripe-signature': stripeSignature(secret, seconds, signable.body),
  };
}
