/** Verifies a delivery as a receiver does, over the bytes that came in: by Standard Webhooks, and by Stripe. One is enough. */
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

/**
 * @typedef {object} Delivery
 * @property {Buffer} body as it came in: what was parsed and written again has other bytes
 * @property {import('node:http').IncomingHttpHeaders} headers
 */

/**
 * @param {Delivery} delivery
 * @param {string} secret what registering answered; one that is not `whsec_` and base64 needs `{ format: 'raw' }`
 * @returns {{ id: string, type: string }} the event
 * @throws {Error} where the signature does not fit, or the delivery is older than five minutes
 */
export function byStandardWebhooks({ body, headers }, secret) {
  const event = new Webhook(secret).verify(body, /** @type {Record<string, string>} */ (headers));
  return /** @type {{ id: string, type: string }} */ (event);
}

/**
 * @param {Delivery} delivery
 * @param {string} secret what registering answered, whatever its form
 * @returns {{ id: string, type: string }} the event
 * @throws {Error} where the signature does not fit, or the delivery is older than five minutes
 */
export function byStripe({ body, headers }, secret) {
  return Stripe.webhooks.constructEvent(body, headers['stripe-signature'] ?? '', secret);
}
