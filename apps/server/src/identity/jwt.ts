/** Signs JWTs with the fixed, published keys, and reads those of this server: held against signature, sandbox and clock. */
import { bytesOf } from '#platform/runtime';
import { keyAlgorithms, secretAlgorithms } from '@understudy/contract/kit';
import {
  createLocalJWKSet,
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
  SignJWT,
} from 'jose';
import { z } from 'zod';
import { isOfSandbox, providerUrl, type Realm } from './realm.js';
import published from './published-keys.json' with { type: 'json' };
import type { LogoutNotice, TokenStamp } from '../kit/logins.js';

/** Algorithms that tokens are signed with. RS256 and EdDSA signatures are the same every time. */
export type SigningAlgorithm = 'RS256' | 'EdDSA';

/** The public keys, as the JWKS shows them. */
export const publicKeys = published.keys.map(({ kty, kid, use, alg, ...parts }: (typeof published.keys)[number]) => ({
  kty,
  kid,
  use,
  alg,
  ...('n' in parts ? { n: parts.n, e: parts.e } : {}),
  ...('crv' in parts ? { crv: parts.crv, x: parts.x } : {}),
}));

const imported = new Map<string, Promise<CryptoKey | Uint8Array>>();

/** Imports a key once. */
function load(jwk: JWK, alg: string): Promise<CryptoKey | Uint8Array> {
  const name = `${jwk.kid ?? ''} ${jwk.d === undefined ? 'public' : 'private'}`;
  const known = imported.get(name) ?? importJWK(jwk, alg);
  imported.set(name, known);
  return known;
}

/** The key that signs with an algorithm: the first one of it. */
export async function signingKey(
  alg: SigningAlgorithm,
): Promise<{ readonly kid: string; readonly alg: SigningAlgorithm; readonly sign: CryptoKey | Uint8Array }> {
  const jwk = published.keys.find((key) => key.alg === alg);
  if (jwk === undefined) throw new RangeError(`no key for ${alg}`);
  return { kid: jwk.kid, alg, sign: await load(jwk, alg) };
}

/** The public key that a token's header names, or undefined where it is none of ours. */
async function verificationKey(kid: string | undefined, alg: string) {
  const jwk = publicKeys.find((key) => key.kid === kid && key.alg === alg);
  return jwk === undefined ? undefined : load(jwk, alg);
}

/** Signs a JWT; its type keeps tokens for one use from being taken for those of another (RFC 8725 §3.11). */
export async function signJwt(payload: JWTPayload, alg: SigningAlgorithm, typ: string): Promise<string> {
  const key = await signingKey(alg);
  return new SignJWT(payload).setProtectedHeader({ alg, kid: key.kid, typ }).sign(key.sign);
}

/** What is read of a token. The keys are published, so that anyone may have signed anything else. */
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  client_id: z.string().optional(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  iat: z.number().optional(),
  auth_time: z.number().optional(),
  sid: z.string().optional(),
  jti: z.string().default(''),
  scope: z.string().default(''),
  /** The key that it is bound to (RFC 7800 §3.1, RFC 9449 §6.1). */
  cnf: z.object({ jkt: z.string() }).optional(),
});

/** What a token says. */
export type ReadClaims = z.infer<typeof claims>;

/** Whether it is the issuer of the sandbox: the one that was set to the letter, the usual one whatever host it was reached by. */
function isIssuer(iss: string, realm: Realm): boolean {
  const provider = providerUrl(realm);
  if (!realm.issuer.startsWith(provider)) return iss === realm.issuer;
  const end = realm.issuer.slice(provider.length);
  return iss.endsWith(end) && isOfSandbox(iss.slice(0, iss.length - end.length), provider, realm);
}

/** Checks the signature, the times and the shape of a token of this sandbox; undefined where it is none. */
export async function readJwt(token: string, realm: Realm, typ: string): Promise<ReadClaims | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid, alg }) => {
        const key = await verificationKey(kid, alg);
        if (key === undefined) throw new TypeError('not one of our keys');
        return key;
      },
      { currentDate: new Date(realm.now), typ, algorithms: ['RS256', 'EdDSA'], requiredClaims: ['iss', 'sub', 'exp'] },
    );
    const { data } = claims.safeParse(payload);
    return data !== undefined && isIssuer(data.iss, realm) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** A token is good for as long as its request may take; an attempt to come has another one. */
const LOGOUT_TOKEN_SECONDS = 120;

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** Makes the logout token of a client. */
export async function logoutToken(
  { client_id, iss, sub, sid, alg }: LogoutNotice,
  { now, jti }: TokenStamp,
): Promise<string> {
  const iat = Math.floor(now / 1000);
  const payload = { iss, sub, aud: client_id, iat, exp: iat + LOGOUT_TOKEN_SECONDS, jti, events: { [EVENT]: {} }, sid };
  return signJwt(payload, alg, 'logout+jwt');
}

/** Why something that is signed is refused. */
export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused';
}

/** A client, as far as it signs. */
export interface Signer {
  readonly secret?: string | null | undefined;
  readonly metadata: { readonly jwks?: unknown };
}

interface Reading {
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** The one algorithm that the client has registered; undefined where any will do. */
  readonly alg: string | undefined;
  /** Types that its header may name; one without a type is taken as well. */
  readonly types: readonly string[];
}

/** Clocks of clients may be ahead by so many seconds. */
export const AHEAD_SECONDS = 60;

const ofSecret: readonly string[] = secretAlgorithms;

const byKey: readonly string[] = keyAlgorithms;

/** The algorithm of a JWT, without looking at its signature. */
export function algorithmOf(jwt: string): string {
  try {
    return decodeProtectedHeader(jwt).alg ?? '';
  } catch {
    throw new SignatureRefused('it is no JWT');
  }
}

/** Verifies with each of several keys that fit the header. */
async function byAnyOf(jwt: string, keys: AsyncIterable<CryptoKey>, options: JWTVerifyOptions): Promise<JWTPayload> {
  for await (const key of keys) {
    try {
      return (await jwtVerify(jwt, key, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    }
  }
  throw new SignatureRefused('its signature is of none of the keys of the client');
}

async function verified(jwt: string, client: Signer, options: JWTVerifyOptions): Promise<JWTPayload> {
  const alg = algorithmOf(jwt);
  if (ofSecret.includes(alg)) {
    const { secret } = client;
    if (typeof secret === 'string') return (await jwtVerify(jwt, bytesOf(secret), options)).payload;
    throw new SignatureRefused(`the sandbox knows no secret of the client, which ${alg} is verified with`);
  }
  if (!byKey.includes(alg)) throw new SignatureRefused('its algorithm is none that the metadata names');
  const { jwks } = client.metadata;
  if (jwks === undefined)
    throw new SignatureRefused('the sandbox knows no jwks of the client; register it, or list it in oauth_clients');
  try {
    // Its schema has seen that they are keys.
    const keys = createLocalJWKSet(jwks as JSONWebKeySet);
    return (await jwtVerify(jwt, keys, options)).payload;
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) return byAnyOf(jwt, error, options);
    throw error;
  }
}

/**
 * What a client has signed: held against its secret or keys, and the times in it against the sandbox's clock.
 *
 * @throws SignatureRefused
 */
export async function readSigned(jwt: string, client: Signer, { now, alg, types }: Reading): Promise<JWTPayload> {
  const options = { currentDate: new Date(now), algorithms: [...ofSecret, ...byKey] };
  try {
    const { typ, alg: own } = decodeProtectedHeader(jwt);
    if (alg !== undefined && own !== alg) throw new SignatureRefused(`it must be signed with ${alg}, as registered`);
    if (typ !== undefined && !types.includes(typ.toLowerCase().replace(/^application\//, ''))) {
      throw new SignatureRefused(`its type must be ${types.join(' or ')}`);
    }
    const payload = await verified(jwt, client, options);
    if (typeof payload.iat === 'number' && payload.iat > now / 1000 + AHEAD_SECONDS) {
      throw new SignatureRefused('it is from a time to come');
    }
    return payload;
  } catch (error) {
    if (error instanceof SignatureRefused) throw error;
    if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
      throw new SignatureRefused('its signature is of no secret or key of the client');
    }
    if (error instanceof errors.JWTExpired) {
      throw new SignatureRefused(
        `it has expired by the clock of the sandbox, which shows ${new Date(now).toISOString()}`,
      );
    }
    // A key that nothing can be verified with is a fault of the client's too.
    throw new SignatureRefused(
      error instanceof errors.JOSEError ? error.message : 'it cannot be verified with the keys of the client',
    );
  }
}
