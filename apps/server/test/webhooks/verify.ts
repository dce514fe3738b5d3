/** Verifies deliveries as a receiver does, with the libraries as they come. */
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';

/** Headers and body of a delivery. */
export interface Signed {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer | string;
}

function header({ headers }: Signed, name: string): string {
  const value = headers[name];
  if (typeof value !== 'string') throw new Error(`there is no header ${name}`);
  return value;
}

/** Verifies by Standard Webhooks; `form` is what the registration calls `signing`. */
export function verifyStandard(signed: Signed, secret: string, form: 'base64' | 'raw'): unknown {
  const webhook = form === 'raw' ? new Webhook(secret, { format: 'raw' }) : new Webhook(secret);
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return webhook.verify(signed.body, Object.fromEntries(names.map((name) => [name, header(signed, name)])));
}

/** Verifies as Stripe's library does. */
export function verifyStripe(signed: Signed, secret: string): unknown {
  return Stripe.webhooks.constructEvent(signed.body, header(signed, 'stripe-signature'), secret);
}
