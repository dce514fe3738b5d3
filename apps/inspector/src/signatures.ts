/** Signatures as a receiver checks them: those of deliveries, and those of tokens. */
import { api, appApi, messageOf } from './api.js';
import { sandbox } from './place.js';

/** What came of a check: undefined where the browser cannot tell. */
export interface Check {
  readonly isGood: boolean | undefined;
  readonly text: string;
}

/** Browsers have no keys on pages that came over plain HTTP, but from this machine. */
const CANNOT = 'not checked: the browser does it on https and on localhost only';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const latin1 = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(text, (character) => character.charCodeAt(0));
const binary = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytesOf(text)));
}

/** The key of Standard Webhooks: the base64 after `whsec_`, or else the secret as it is. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  try {
    if (base64 !== undefined && base64.length % 4 === 0) return latin1(atob(base64));
  } catch {
    // It only looks like base64.
  }
  return latin1(secret);
}

/** Checks both signatures of a delivery, by any of the secrets. */
export async function checkDelivery(
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  secrets: readonly string[],
): Promise<readonly Check[]> {
  const { 'webhook-signature': standard = '', 'stripe-signature': stripe = '' } = headers;
  if (standard === '') return [{ isGood: undefined, text: 'not signed' }];
  if (secrets.length === 0) return [{ isGood: undefined, text: 'not checked: the registration is gone' }];
  if (!isSecureContext) return [{ isGood: undefined, text: CANNOT }];
  const seconds = headers['webhook-timestamp'] ?? '';
  const made = await Promise.all(
    secrets.map(async (secret) => [
      `v1,${btoa(binary(await hmac(keyOf(secret), `${headers['webhook-id']}.${seconds}.${body}`)))}`,
      `v1=${Array.from(await hmac(bytesOf(secret), `${seconds}.${body}`), (byte) => byte.toString(16).padStart(2, '0')).join('')}`,
    ]),
  );
  const check = (name: string, isGood: boolean): Check => ({
    isGood,
    text: `${name} signature ${isGood ? 'verifies' : 'does not verify'}`,
  });
  return [
    check(
      'Standard Webhooks',
      made.some(([value = '']) => standard.split(' ').includes(value)),
    ),
    check(
      'Stripe',
      made.some(([, value = '']) => stripe.split(',').includes(value)),
    ),
  ];
}

type Members = Readonly<Record<string, unknown>>;

/** A JWT, taken apart. */
export interface Jwt {
  readonly headerText: string;
  readonly payloadText: string;
  readonly header: Members;
  readonly payload: Members;
}

const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> =>
  latin1(atob(text.replaceAll('-', '+').replaceAll('_', '/')));

/** The parts of a JWT; undefined where it is none. */
export function decoded(token: string): Jwt | undefined {
  const parts = token.split('.');
  if (parts.length !== 3) return undefined;
  try {
    const [headerText = '', payloadText = ''] = parts
      .slice(0, 2)
      .map((part) => new TextDecoder().decode(fromBase64Url(part)));
    const members = (text: string) => Object(JSON.parse(text)) as Members;
    return { headerText, payloadText, header: members(headerText), payload: members(payloadText) };
  } catch {
    return undefined;
  }
}

const algorithms: Readonly<Record<string, { name: string; hash?: string }>> = {
  RS256: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  EdDSA: { name: 'Ed25519' },
};

async function checkSignature(token: string, { header: { alg, kid } }: Jwt): Promise<Check> {
  const { keys } = await appApi.oauth.getJwks();
  const key = keys.find((one) => one.kid === kid && one.alg === alg);
  const algorithm = algorithms[String(alg)];
  if (key === undefined || algorithm === undefined) {
    return { isGood: false, text: `the JWKS has no key ${String(kid)} for ${String(alg)}` };
  }
  if (!isSecureContext) return { isGood: undefined, text: CANNOT };
  const imported = await crypto.subtle
    .importKey('jwk', key as JsonWebKey, algorithm, false, ['verify'])
    .catch(() => undefined);
  if (imported === undefined) return { isGood: undefined, text: `not checked: this browser cannot check ${alg}` };
  const end = token.lastIndexOf('.');
  const signature = fromBase64Url(token.slice(end + 1));
  const isGood = await crypto.subtle.verify(algorithm, imported, signature, bytesOf(token.slice(0, end)));
  return { isGood, text: isGood ? `verifies with the key ${key.kid} of the JWKS` : `does not verify with ${key.kid}` };
}

async function checkIssuer({ payload: { iss } }: Jwt): Promise<Check> {
  const { issuer } = await appApi.oauth.getDiscovery();
  const isGood = iss === issuer;
  return { isGood, text: isGood ? issuer : `${String(iss)} is not ${issuer}` };
}

async function checkExpiry({ payload: { exp, nbf } }: Jwt): Promise<Check> {
  const { clock } = await api.value.sandboxes.getSandbox({ name: sandbox });
  if (typeof exp !== 'number') return { isGood: false, text: 'it has no exp' };
  const seconds = Date.parse(clock.now) / 1000;
  if (typeof nbf === 'number' && nbf > seconds) return { isGood: false, text: 'not valid yet' };
  const isGood = exp > seconds;
  const minutes = Math.round(Math.abs(exp - seconds) / 60);
  return {
    isGood,
    text: `${isGood ? 'in' : 'expired'} ${minutes} min${isGood ? '' : ' ago'}, by the clock of the sandbox`,
  };
}

/** Checks the signature of a JWT, its issuer and its expiry. */
export async function checkToken(token: string, jwt: Jwt): Promise<Readonly<Record<string, Check>>> {
  const checked = (check: Promise<Check>): Promise<Check> =>
    check.catch((error: unknown) => ({ isGood: undefined, text: `not checked: ${messageOf(error)}` }));
  const [signature, issuer, expiry] = await Promise.all([
    checked(checkSignature(token, jwt)),
    checked(checkIssuer(jwt)),
    checked(checkExpiry(jwt)),
  ]);
  return { signature, issuer, expiry };
}
