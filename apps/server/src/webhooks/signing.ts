/** Writes and signs deliveries in both vocabularies, Standard Webhooks and Stripe; checks what others have signed, GitHub as well. */
import type { SignatureState } from '@understudy/contract/sandboxes';
import { bytesOf, createHmac, fromBase64, latin1, timingSafeEqual } from '#platform/runtime';
import { loopHeader } from './attempts.js';

/** A delivery to be signed. */
interface Signable {
  readonly eventId: string;
  readonly body: string;
  /** When it is sent, in ms since 1970. */
  readonly now: number;
  /** Number of the delivery in its chain, from 1. */
  readonly depth: number;
  /** The trace that it is part of; left out where it is part of none. */
  readonly traceparent?: string | undefined;
}

/** What of it is signed. */
type Signed = Pick<Signable, 'eventId'> & { readonly body: string | Uint8Array };

const PREFIX = 'whsec_';

/**
 * The body of an event. A space after its first brace alone and slashes that are escaped survive no parsing and writing
 * again: a receiver that verifies what it wrote itself is found out here, and not only once a provider writes otherwise.
 */
export function bodyOf(event: object): string {
  return JSON.stringify(event)
    .replaceAll('/', String.raw`\/`)
    .replace('{', '{ ');
}

/** Whole groups of four, the last one padded: what the library decodes. */
const BASE64 = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Whether the key is base64 after a prefix, or the secret as it is. */
export function signingForm(secret: string): 'base64' | 'raw' {
  return BASE64.test(secret) ? 'base64' : 'raw';
}

/** The key: the bytes of the base64, or those of the secret, a byte for each character as the libraries have it. */
function keyOf(secret: string): Uint8Array {
  const isBase64 = signingForm(secret) === 'base64';
  return isBase64 ? fromBase64(secret.slice(PREFIX.length)) : latin1(secret);
}

/** Standard Webhooks: HMAC-SHA256 over id, timestamp and body. Its library does not use the hash of the platform. */
function standardSignature(secret: string, { eventId, body }: Signed, seconds: number): string {
  const v1 = createHmac('sha256', keyOf(secret)).update(`${eventId}.${seconds}.`).update(body).digest('base64');
  return `v1,${v1}`;
}

/** Stripe: HMAC-SHA256 over timestamp and body, keyed with the whole secret. Its library signs for tests only. */
function stripeSignature(secret: string, { body }: Signed, seconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return `v1=${v1}`;
}

/** The headers of a delivery, signed with each secret that is valid; unsigned where there is none. */
export function signedHeaders(secrets: readonly string[], signable: Signable): Record<string, string> {
  const seconds = Math.floor(signable.now / 1000);
  const signed = (sign: typeof standardSignature) => secrets.map((secret) => sign(secret, signable, seconds));
  const signatures = {
    'webhook-signature': signed(standardSignature).join(' '),
    'stripe-signature': [`t=${seconds}`, ...signed(stripeSignature)].join(','),
  };
  return {
    'content-type': 'application/json',
    'user-agent': 'Understudy-Webhooks/1',
    'cdn-loop': loopHeader(signable.depth),
    ...(signable.traceparent === undefined ? {} : { traceparent: signable.traceparent }),
    'webhook-id': signable.eventId,
    'webhook-timestamp': String(seconds),
    // Where nobody has agreed on a secret, nothing can be signed.
    ...(secrets.length === 0 ? {} : signatures),
  };
}

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
  ].flatMap(({ made, time, sign }) =>
    made === undefined ? [] : { made, seconds: time === undefined ? undefined : Number(time ?? ''), sign },
  );
  if (schemes.length === 0) return 'unsigned';
  if (secrets.length === 0) return 'unknown';
  const signed = { eventId: header('webhook-id') ?? '', body };
  const isGood = schemes.every(({ made, seconds, sign }) =>
    secrets.some((secret) =>
      made.some((one) => timingSafeEqual(bytesOf(one), bytesOf(sign(secret, signed, Number(seconds))))),
    ),
  );
  if (!isGood) return 'invalid';
  const isOld = schemes.some(({ seconds }) => seconds !== undefined && !(Math.abs(seconds - now / 1000) <= TOLERANCE));
  return isOld ? 'old' : 'valid';
}
