/** What an authorization request asks for, wherever that stands: in its parameters, in a request object, or where it was pushed to. */
import { authorizationParameters } from '@understudy/contract/oauth';
import { clientIn, type OAuthClient } from '../../identity/clients.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { providerUrl } from '../../identity/realm.js';
import type { AuthorizationRequest, AuthorizeContext } from './authorize-context.js';
import { findPushed, type PushedRecord } from './pushed.js';
import { readRequestObject } from './request-object.js';

/** A request with all that it asks for. */
export interface Requested {
  readonly input: AuthorizationRequest;
  /** Its client; undefined where it names none. */
  readonly client: OAuthClient | undefined;
  /** Where it was pushed to; undefined where it was not. */
  readonly pushed: PushedRecord | undefined;
}

/** What of an input is no parameter of the request itself. */
function withoutParameters(input: AuthorizationRequest): AuthorizationRequest {
  const rest = Object.entries(input).filter(([name]) => !(name in authorizationParameters) && name !== 'request_uri');
  // All of them may be left out.
  return Object.fromEntries(rest) as AuthorizationRequest;
}

function byReference(ctx: AuthorizeContext, uri: string): Requested {
  const { client_id, request } = ctx.input;
  if (request !== undefined) {
    throw oauthFault('invalid_request', 'request and request_uri cannot be sent together', 'request_uri');
  }
  const pushed = findPushed(ctx, { uri, client: client_id });
  const client = clientIn(ctx, pushed.client_id);
  return { input: { ...withoutParameters(ctx.input), ...pushed.parameters }, client, pushed };
}

async function byValue(ctx: AuthorizeContext, jwt: string): Promise<Requested> {
  const { client_id } = ctx.input;
  if (client_id === undefined)
    throw oauthFault('invalid_request', 'request must be sent together with client_id', 'client_id');
  const client = clientIn(ctx, client_id);
  const provider = providerUrl(ctx);
  const audiences = [ctx.issuer, provider, `${provider}/authorize`];
  const inside = await readRequestObject(jwt, { client, audiences, now: ctx.now });
  // A client that signs all its requests means nothing that stands beside them (RFC 9101 §10.5).
  const { require_signed_request_object: isAll } = client.metadata;
  const beside = isAll === true ? withoutParameters(ctx.input) : { ...ctx.input, request: undefined };
  return { input: { ...beside, ...inside, client_id }, client, pushed: undefined };
}

/** Checks that a request comes as its client has registered that all do. */
function checkWay({ metadata }: OAuthClient, { request, request_uri }: AuthorizationRequest): void {
  if (metadata.require_pushed_authorization_requests === true && request_uri === undefined) {
    throw oauthFault('invalid_request', 'the client pushes all its requests, as registered', 'request_uri');
  }
  const isSigned = request !== undefined || request_uri !== undefined;
  if (metadata.require_signed_request_object === true && !isSigned) {
    throw oauthFault('invalid_request', 'the client signs all its requests, as registered', 'request');
  }
}

/** Finds out what a request asks for. */
export async function requested(ctx: AuthorizeContext): Promise<Requested> {
  const { client_id, request, request_uri } = ctx.input;
  const client = client_id === undefined ? undefined : clientIn(ctx, client_id);
  if (client !== undefined) checkWay(client, ctx.input);
  if (request_uri !== undefined) return byReference(ctx, request_uri);
  if (request !== undefined) return byValue(ctx, request);
  return { input: ctx.input, client, pushed: undefined };
}
