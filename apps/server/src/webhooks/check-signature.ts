/** Checks the signatures of what others send: Standard Webhooks, Stripe and GitHub. */
import type { SignatureState } from '@understudy/contract/sandboxes';
import { createHmac } from '#platform/runtime';
import { type Signed, standardSignature, stripeSignature } from './signing.js';

/** GitHub: HMAC-SHA256 over the body alone. */
function gitHubSignature(secret: string, { body }: Signed): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** How old or early a signature may be, in s: as the libraries of both have it. */
const TOLERANCE = 300;

/** Checks a body by all signatures that its request has. */
export function checkSignature(
  header: (name: string) => string | null,
  body: Uint8Array,
  { secrets, now }: { readonly secrets: readonly string[]; readonly now: number },
): SignatureState {
  const stripe = header('stripe-signature')?.split(',');
  const schemes = [
    { made: header('webhook-signature')?.split(' '), time: header('webhook-timestamp'), sign: standardSignature },
    { made: stripe, time: stripe?.find((part) => part.startsWith('t='))?.slice(2), sign: stripeSignature },
    { made: header('x-hub-signature-256')?.split(','), time: undefined, sign: gitHubSignature },
  ].flatMap(({ made, time, sign }) => (made === undefined ? [] : { made, seconds: time && Number(time), sign }));
  if (schemes.length === 0) return 'unsigned';
  if (secrets.length === 0) return 'unknown';
  const signed = { eventId: header('webhook-id') ?? '', body };
  const isGood = schemes.every(({ made, seconds, sign }) =>
    secrets.some((secret) => made.includes(sign(secret, signed, Number(seconds)))),
  );
  if (!isGood) return 'invalid';
  const isOld = schemes.some(({ seconds }) => seconds && Math.abs(seconds - now / 1000) > TOLERANCE);
  return isOld ? 'old' : 'valid';
}
