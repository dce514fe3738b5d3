/** Authorization requests that come as a JWT of their client (RFC 9101, OpenID Connect Core §6.1). */
import { authorizationParameters } from '@understudy/contract/oauth';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { z } from 'zod';
import type { OAuthClient } from '../../identity/clients.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { algorithmOf, readSigned, SignatureRefused } from '../../identity/signed-by-client.js';
import type { ProblemError } from '../../kit/problem-error.js';
import type { RequestParameters } from './authorize-context.js';

const { request: _request, ...others } = authorizationParameters;

/** The parameters that a request object may have: a request within a request has no meaning (RFC 9101 §4). */
const parameters = z.object(others);

/** Where and when a request object is read. */
export interface ObjectReading {
  readonly client: OAuthClient;
  /** What its `aud` may name. */
  readonly audiences: readonly string[];
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
}

function refused(detail: string): ProblemError {
  return oauthFault('invalid_request_object', `the request object is refused: ${detail}`, 'request');
}

async function payloadOf(jwt: string, { client, now }: ObjectReading): Promise<JWTPayload> {
  const { request_object_signing_alg: alg, require_signed_request_object: mustSign } = client.metadata;
  if (algorithmOf(jwt) !== 'none') {
    return readSigned(jwt, client, { now, alg, types: ['jwt', 'oauth-authz-req+jwt'] });
  }
  if (alg !== 'none' || mustSign === true) {
    // To such a client it is as if there were none (OpenID Connect Core §3.1.2.6).
    const detail = 'request objects must be signed, unless the client has registered request_object_signing_alg none';
    throw oauthFault('request_not_supported', detail, 'request');
  }
  try {
    return UnsecuredJWT.decode(jwt, { currentDate: new Date(now) }).payload;
  } catch {
    throw new SignatureRefused('it is no JWT without a signature, or has expired');
  }
}

/** A member as the parameter would be sent: what is JSON there is a text here. */
function asParameter(name: string, value: unknown): unknown {
  if (name === 'max_age' && typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  return name === 'claims' && typeof value === 'object' ? JSON.stringify(value) : value;
}

/** The parameters in a payload; its members that are none are those of every JWT, or ignored (RFC 6749 §3.1). */
function parametersIn(payload: JWTPayload): RequestParameters {
  const given = Object.entries(payload).flatMap(([name, value]) =>
    value === null || value === '' ? [] : [[name, asParameter(name, value)] as const],
  );
  const { data, error } = parameters.safeParse(Object.fromEntries(given));
  if (data !== undefined) return data;
  const [issue] = error.issues;
  throw refused(`${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is wrong'}`);
}

/**
 * Reads a request object.
 *
 * @throws ProblemError `invalid_request_object`
 */
export async function readRequestObject(jwt: string, reading: ObjectReading): Promise<RequestParameters> {
  const { client, audiences } = reading;
  try {
    const payload = await payloadOf(jwt, reading);
    const { iss, aud, client_id = client.id } = payload;
    if (client_id !== client.id || (iss !== undefined && iss !== client.id)) {
      throw new SignatureRefused('its client_id and iss must be the client_id of the request');
    }
    const named = typeof aud === 'string' ? [aud] : aud;
    if (named !== undefined && !named.some((one) => audiences.includes(one))) {
      throw new SignatureRefused(`its aud must be ${audiences[0] ?? ''}`);
    }
    if ('request' in payload || 'request_uri' in payload) throw new SignatureRefused('it has a request in it');
    return parametersIn(payload);
  } catch (error) {
    if (error instanceof SignatureRefused) throw refused(error.message);
    throw error;
  }
}
