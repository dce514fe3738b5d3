/** Verifies a delivery as a receiver does: by Standard Webhooks and by Stripe, over the bytes that came in. */
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

/**
 * @param {Buffer} body as it came in: what was parsed and written again may differ by a byte
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @param {string} secret what registering answered
 * @returns {{ id: string, type: string }} the event
 * @throws {Error} where a signature does not fit, or the delivery is older than five minutes
 */
export function verify(body, headers, secret) {
  new Webhook(secret).verify(body, /** @type {Record<string, string>} */ (headers));
  return Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
}
