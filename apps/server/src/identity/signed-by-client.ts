/** Reads what a client has signed, with its secret or with a key of its own. */
import { bytesOf } from '#platform/runtime';
import { keyAlgorithms, secretAlgorithms } from '@understudy/contract/kit';
import {
  createLocalJWKSet,
  type CryptoKey,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose';
import type { OAuthClient } from './clients.js';

/** Why something that is signed is refused. */
export class SignatureRefused extends Error {
  override readonly name = 'SignatureRefused';
}

/** How something that is signed is read. */
export interface Reading {
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** The one algorithm that the client has registered; undefined where any will do. */
  readonly alg: string | undefined;
  /** Types that its header may name; one without a type is taken as well. */
  readonly types: readonly string[];
}

/** Clocks of clients may be ahead by so many seconds. */
export const AHEAD_SECONDS = 60;

const bySecret: readonly string[] = secretAlgorithms;

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

async function verified(jwt: string, client: OAuthClient, options: JWTVerifyOptions): Promise<JWTPayload> {
  const alg = algorithmOf(jwt);
  if (bySecret.includes(alg)) {
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
export async function readSigned(jwt: string, client: OAuthClient, { now, alg, types }: Reading): Promise<JWTPayload> {
  const options = { currentDate: new Date(now), algorithms: [...bySecret, ...byKey] };
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
