/** Authenticates a client by an assertion that it has signed (RFC 7523 §3, OpenID Connect Core §9). */
import { ASSERTION_TYPE } from '@understudy/contract/oauth';
import { decodeJwt, type JWTPayload } from 'jose';
import { z } from 'zod';
import type { OneUse } from '../kit/used-once.js';
import type { OAuthClient } from './clients.js';
import { oauthFault } from './oauth-fault.js';
import { algorithmOf, readSigned, SignatureRefused } from './signed-by-client.js';

/** An assertion, as it came. */
export interface Assertion {
  readonly client_assertion: string;
  readonly client_assertion_type?: string | undefined;
}

/** Who an assertion says that it is of, without looking at its signature. */
export function asserted({ client_assertion: jwt, client_assertion_type: type }: Assertion): string {
  if (type !== ASSERTION_TYPE) {
    throw oauthFault('invalid_request', `client_assertion_type must be ${ASSERTION_TYPE}`, 'client_assertion_type');
  }
  try {
    return decodeJwt(jwt).sub ?? '';
  } catch {
    return '';
  }
}

/** An assertion is good for a day at most: it is remembered as long. */
const LONGEST_SECONDS = 86_400;

/** What it must say (RFC 7523 §3, OpenID Connect Core §9). */
const said = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  exp: z.number(),
  jti: z.string().min(1).max(1000),
});

function check(payload: JWTPayload, { id }: OAuthClient, audiences: readonly string[]): z.infer<typeof said> {
  const { data, error } = said.safeParse(payload);
  if (data === undefined)
    throw new SignatureRefused(`its ${String(error?.issues[0]?.path[0] ?? 'content')} is missing or of a wrong type`);
  if (data.iss !== id || data.sub !== id)
    throw new SignatureRefused('its iss and sub must both be the id of the client');
  const named = typeof data.aud === 'string' ? [data.aud] : data.aud;
  if (!named.some((one) => audiences.includes(one))) {
    throw new SignatureRefused(`its aud must be ${audiences[0] ?? ''}, or the address that it is sent to`);
  }
  return data;
}

/** The one method that an algorithm belongs to. */
function methodOf(alg: string): 'client_secret_jwt' | 'private_key_jwt' {
  return alg.startsWith('HS') ? 'client_secret_jwt' : 'private_key_jwt';
}

/** Where and when an assertion is read. */
export interface AssertionReading {
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /** What its `aud` may name: the issuer first. */
  readonly audiences: readonly string[];
}

/**
 * Reads the assertion of a client, and answers what it uses up.
 *
 * @throws SignatureRefused
 */
export async function readAssertion(
  jwt: string,
  client: OAuthClient,
  { now, audiences }: AssertionReading,
): Promise<OneUse> {
  const { token_endpoint_auth_method: method, token_endpoint_auth_signing_alg: alg } = client.metadata;
  const own = methodOf(algorithmOf(jwt));
  if (method !== undefined && method !== own)
    throw new SignatureRefused(`the client authenticates by ${method}, as registered`);
  const payload = await readSigned(jwt, client, { now, alg, types: ['jwt', 'client-authentication+jwt'] });
  const { exp, jti } = check(payload, client, audiences);
  if (exp > now / 1000 + LONGEST_SECONDS) throw new SignatureRefused('it lasts longer than a day');
  return { of: ['assertion', client.id, jti], until: exp * 1000 };
}
