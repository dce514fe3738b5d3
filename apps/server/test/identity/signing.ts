/** What clients sign: assertions, request objects and proofs of possession, right or wrong in one thing. */
import { createHash } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { NOW } from '../support.js';

/** The present of servers under test, in seconds since 1970. */
export const SECONDS = Date.parse(NOW) / 1000;

/** What a JWT says; undefined leaves out what it would say otherwise. */
export type Payload = Readonly<Record<string, unknown>>;

/** Members of a header; undefined leaves out one that would be there otherwise. */
export type Header = Readonly<Record<string, unknown>>;

/** A key pair of a client. */
export interface Signer {
  readonly alg: string;
  readonly sign: CryptoKey | Uint8Array;
  /** Its public key; empty where it is a secret. */
  readonly jwk: JWK;
  readonly jwks: { readonly keys: JWK[] };
  /** Thumbprint of the key. */
  readonly jkt: string;
}

/** Makes a key pair. */
export async function signer(alg = 'ES256'): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = await exportJWK(publicKey);
  return { alg, sign: privateKey, jwk, jwks: { keys: [jwk] }, jkt: await calculateJwkThumbprint(jwk) };
}

/** A client that signs with its secret. */
export function secretSigner(secret: string, alg = 'HS256'): Signer {
  return { alg, sign: new TextEncoder().encode(secret), jwk: {}, jwks: { keys: [] }, jkt: '' };
}

/** Signs a JWT. */
export async function signed(
  { alg, sign }: Pick<Signer, 'alg' | 'sign'>,
  payload: Payload,
  header: Header = {},
): Promise<string> {
  return new SignJWT({ ...payload }).setProtectedHeader({ alg, ...header }).sign(sign);
}

/** A JWT without a signature. */
export function unsigned(payload: Payload): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(payload)}.`;
}

let made = 0;

/** An id that no other has. */
export function newJti(): string {
  return `jti-${++made}`;
}

/** Fields that carry an assertion (RFC 7521 §4.2). */
export function asserting(client_assertion: string) {
  return { client_assertion, client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' };
}

/** The payload of an assertion that is right. */
export function assertion(client: string, aud: string, more: Payload = {}): Payload {
  return { iss: client, sub: client, aud, iat: SECONDS, exp: SECONDS + 60, jti: newJti(), ...more };
}

/** A proof, as it is to be made. */
export interface ProofOf {
  readonly method: string;
  readonly url: string;
  /** The access token that it comes with. */
  readonly token?: string;
  readonly payload?: Payload;
  readonly header?: Header;
}

/** The hash of an access token in its proofs. */
export function ath(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Makes a proof of possession (RFC 9449 §4.2). */
export async function proof(key: Signer, { method, url, token, payload = {}, header = {} }: ProofOf): Promise<string> {
  const own = token === undefined ? {} : { ath: ath(token) };
  const all = { jti: newJti(), htm: method, htu: url, iat: SECONDS, ...own, ...payload };
  return signed(key, all, { typ: 'dpop+jwt', jwk: key.jwk, ...header });
}
