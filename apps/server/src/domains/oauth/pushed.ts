/** Keeps authorization requests that clients push, until their browsers come (RFC 9126). */
import { authorizationParameters, type oauth as declared } from '@understudy/contract/oauth';
import { z } from 'zod';
import { clientIn } from '../../identity/clients.js';
import { nextNumber, secretValue } from '../../identity/grants.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import type { RedirectRules } from '../../identity/redirects.js';
import { providerUrl } from '../../identity/realm.js';
import { type Collection, internalCollection } from '../../kit/collection.js';
import type { ContextOf } from '../../kit/context.js';
import type { Result } from '../../kit/handler.js';
import type { Records } from '../../kit/records.js';
import { isReplay, type OneUse } from '../../kit/replay-guard.js';
import type { AuthorizeContext } from './authorize-context.js';
import { checkClient, checkClientTarget } from './check-client.js';
import { checkRequest, checkTarget } from './check-request.js';
import { PAGE_LIFE_S } from './choice.js';
import { readRequestObject } from './request-object.js';

/** How requests are named that were pushed. No other address is ever fetched. */
const PREFIX = 'urn:ietf:params:oauth:request_uri:';

/** A browser must come with it in so long, by the sandbox's clock (RFC 9126 §2.2 recommends 5 to 600 seconds). */
const LIFE_SECONDS = 60;

/** Once it has come, its user has as long as the log-in page can be answered. */
const CHOOSING_MS = PAGE_LIFE_S * 1000;

const { request: _request, ...kept } = authorizationParameters;

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
