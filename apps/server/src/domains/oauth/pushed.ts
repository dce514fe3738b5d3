/** Keeps authorization requests that clients push, until their browsers come (RFC 9126). */
import { authorizationParameters, type oauth as declared } from '@understudy/contract/oauth';
import { z } from 'zod';
import { clientIn, type OAuthClient } from '../../identity/clients.js';
import { oauthFault } from '../../identity/claims.js';
import { nextNumber, secretValue } from '../../identity/grants.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { providerUrl } from '../../identity/realm.js';
import { type Collection, internalCollection } from '../../kit/collection.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import type { Records } from '../../kit/records.js';
import { isReplay, type OneUse } from '../../kit/replay-guard.js';
import {
  type AuthorizeContext,
  checkClient,
  checkClientTarget,
  checkRequest,
  checkTarget,
  type RequestParameters,
} from './check-request.js';
import { PAGE_LIFE_S } from './login.js';
import { type JWTPayload, UnsecuredJWT } from 'jose';
import { algorithmOf, readSigned, SignatureRefused } from '../../identity/jwt.js';
import type { ProblemError } from '../../kit/problem-error.js';

const { request: _request, ...kept } = authorizationParameters;

/** The parameters that a request object may have: a request within a request has no meaning (RFC 9101 §4). */
const objectParameters = z.object(kept);

interface ObjectReading {
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
  const { data, error } = objectParameters.safeParse(Object.fromEntries(given));
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

/** How requests are named that were pushed. No other address is ever fetched. */
const PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** A browser must come with it in so long, by the sandbox's clock (RFC 9126 §2.2 recommends 5 to 600 seconds). */
const LIFE_SECONDS = 60;

/** Once it has come, its user has as long as the log-in page can be answered. */
const CHOOSING_MS = PAGE_LIFE_S * 1000;

const pushed = z.object({
  id: z.string(),
  client_id: z.string(),
  parameters: z.object(kept),
  /** Until when a browser may come with it. */
  ends_at: z.number(),
  expires_at: z.number(),
});

/** A request that was pushed. */
export type PushedRecord = z.infer<typeof pushed>;

/** The requests that were pushed. */
export const pushedRequests: Collection<PushedRecord> = internalCollection({
  name: 'pushed_requests',
  prefix: 'par',
  schema: pushed,
  expires: ({ expires_at }) => expires_at,
});

type PushContext = ContextOf<typeof declared, 'pushRequest'>;
type Answer = z.output<PushContext['operation']['whole']>;

/** The parameters of a request, those of a request object in their place. */
async function parametersOf(ctx: PushContext): Promise<PushedRecord['parameters']> {
  const {
    request,
    request_uri,
    client_secret: _,
    client_assertion: __,
    client_assertion_type: ___,
    ...beside
  } = ctx.input;
  const { id, jkt } = ctx.credential;
  if (request_uri !== undefined) {
    throw oauthFault('invalid_request', 'request_uri cannot be pushed; push the request itself', 'request_uri');
  }
  const client = clientIn(ctx, id);
  const { require_signed_request_object: mustSign } = client.metadata;
  if (request === undefined && mustSign === true) {
    throw oauthFault('invalid_request', 'the client signs all its requests, as registered', 'request');
  }
  const provider = providerUrl(ctx);
  const reading = {
    client,
    audiences: [ctx.issuer, provider, `${provider}/par`, `${provider}/authorize`],
    now: ctx.now,
  };
  // Of what stands beside a request object nothing is meant here (RFC 9126 §3).
  const own = request === undefined ? beside : await readRequestObject(request, reading);
  const { dpop_jkt = jkt } = own;
  if (jkt !== undefined && dpop_jkt !== jkt) {
    throw oauthFault('invalid_dpop_proof', 'the proof is made with a key other than that of dpop_jkt', 'dpop_jkt');
  }
  return { ...own, client_id: id, ...(dpop_jkt === undefined ? {} : { dpop_jkt }) };
}

/** Keeps a request, if it would be followed. */
export async function pushRequest(ctx: PushContext, redirects: RedirectRules): Promise<Result<Answer>> {
  const { records, credential, now, sandbox } = ctx;
  const parameters = await parametersOf(ctx);
  const client = clientIn(ctx, credential.id);
  checkTarget(parameters, redirects);
  checkClientTarget(parameters, client);
  if (parameters.response_type === undefined) {
    throw oauthFault('invalid_request', 'response_type is required', 'response_type');
  }
  checkRequest(parameters, client);
  checkClient(parameters, client);
  const id = secretValue(records, ['pushed', sandbox, nextNumber(records), now, parameters]);
  const ends_at = now + LIFE_SECONDS * 1000;
  const expires_at = ends_at + CHOOSING_MS;
  records.put(pushedRequests, { id, client_id: credential.id, parameters, ends_at, expires_at });
  return { value: { request_uri: PREFIX + id, expires_in: LIFE_SECONDS }, location: undefined };
}

/** The request that a request_uri names; undefined where none does. */
export function pushedAt(records: Records, uri: string): PushedRecord | undefined {
  return uri.startsWith(PREFIX) ? records.get(pushedRequests, uri.slice(PREFIX.length)) : undefined;
}

/** That a browser has come with a request. */
const arrivalOf = ({ id }: PushedRecord, now: number): OneUse => ({ of: ['arrived', id], until: now + CHOOSING_MS });

/** That a request was answered. */
const useOf = ({ id, expires_at: until }: PushedRecord): OneUse => ({ of: ['pushed', id], until });

/**
 * The request that a browser brings the name of.
 *
 * @throws ProblemError where it is none of its client, was used, or is too old
 */
export function findPushed(
  { records, now }: Pick<AuthorizeContext, 'records' | 'now'>,
  { uri, client }: { readonly uri: string; readonly client: string | undefined },
): PushedRecord {
  if (!uri.startsWith(PREFIX)) {
    const detail = 'requests are not fetched; push them to /api/oauth/par, or send them as request';
    throw oauthFault('request_uri_not_supported', detail, 'request_uri');
  }
  const found = pushedAt(records, uri);
  const refuse = (detail: string) => oauthFault('invalid_request_uri', detail, 'request_uri');
  if (found === undefined) throw refuse('the pushed request has expired, or there never was one');
  if (isReplay(records, useOf(found), now)) throw refuse('the pushed request was used before');
  const isInTime = found.ends_at > now || isReplay(records, arrivalOf(found, now), now);
  if (!isInTime)
    throw refuse('the pushed request has expired: it was pushed more than a minute before its browser came');
  if (found.client_id !== client) {
    throw oauthFault(
      'invalid_request',
      'client_id must be that of the client that has pushed the request',
      'client_id',
    );
  }
  return found;
}

/** A browser has come with a request in time, and its user is asked: they may take as long as the page lasts. */
export async function arrive(
  { useOnce, now }: Pick<AuthorizeContext, 'useOnce' | 'now'>,
  found: PushedRecord,
): Promise<void> {
  await useOnce(arrivalOf(found, now));
}

/** Uses up a request: a browser that comes with it again gets nothing (RFC 9126 §4). */
export async function usePushed({ useOnce }: Pick<AuthorizeContext, 'useOnce'>, found: PushedRecord): Promise<void> {
  if (await useOnce(useOf(found))) return;
  throw oauthFault('invalid_request_uri', 'the pushed request was used before', 'request_uri');
}
