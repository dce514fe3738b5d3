/** The authorization endpoint: a page of grants for JSON callers, a redirect for browsers and OIDC clients. */
import { ACCESS_TOKEN_SECONDS } from '@understudy/contract/auth';
import { type AuthorizationGrant, authorizationParameters } from '@understudy/contract/oauth';
import { providerUrl, realmOf, requestedAudiences } from '../../identity/realm.js';
import { beginningOf, newBrowserSession, sessionCookie, withClient } from '../../identity/sessions.js';
import { clientIn, type ClientSource, type OAuthClient } from '../../identity/clients.js';
import { peekNumber } from '../../identity/grants.js';
import { issueIdToken, opaqueToken } from '../../identity/tokens.js';
import { isRedirectAllowed, type RedirectRules } from '../../identity/redirects.js';
import { grantedScope, oauthFault, readClaims } from '../../identity/claims.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { ForBrowser, Redirection } from '../../kit/handler.js';
import { type Listing, listing } from '../../kit/listing.js';
import { ProblemError } from '../../kit/problem-error.js';
import {
  type AuthorizationRequest,
  type AuthorizeContext,
  bringsCode,
  bringsIdToken,
  checkClient,
  checkClientTarget,
  checkRequest,
  checkTarget,
  isTargetOf,
  responseMode,
  toClient,
  wantsRedirect,
  withParameters,
} from './check-request.js';
import { issueCode } from './exchange.js';
import { logIn, madeUp, userFor } from './login.js';
import { arrive, findPushed, pushedAt, type PushedRecord, readRequestObject, usePushed } from './pushed.js';
import type { FailureContext } from '../../kit/context.js';
import { html } from '../../kit/html.js';
import { isBadRequest, page, redirectCode } from './page.js';

function only(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

type Parameters = Readonly<Record<string, unknown>>;

/** The redirect to the client of a request, by its parameters; undefined where it may not be sent there. */
function errorTo(
  problem: ProblemError,
  parameters: Parameters,
  { issuer, redirects, ...source }: ClientSource & { readonly issuer: string; readonly redirects: RedirectRules },
): ForBrowser | undefined {
  const [uri, id] = [only(parameters['redirect_uri']), only(parameters['client_id'])];
  if (uri === undefined || id === undefined || !isRedirectAllowed(uri, redirects)) return undefined;
  if (!isTargetOf(clientIn(source, id), uri)) return undefined;
  const error = {
    error: redirectCode(problem),
    error_description: problem.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
  return toClient(error, { uri, state: only(parameters['state']), issuer, mode: responseMode(parameters, uri) });
}

/** The parameters that were pushed, where they were by the client that now names them. */
function pushedBy(
  { records }: FailureContext,
  { request_uri: uri, client_id: id }: Parameters,
): Parameters | undefined {
  const found = typeof uri === 'string' ? pushedAt(records, uri) : undefined;
  return found?.client_id === id ? found?.parameters : undefined;
}

/** The page for a person whose app has sent a faulty request, and cannot be told. Programs get the problem. */
function errorPage(problem: ProblemError): ForBrowser | undefined {
  if (!isBadRequest(problem)) return undefined;
  const { errors = [] } = problem.details;
  const faults = errors.map(({ parameter, detail }) => html`<li><code>${parameter ?? ''}</code> ${detail}</li>`);
  const body = html`<p>
      The app that sent you here asks for something that cannot be done, and cannot be told so. Nothing has happened: go
      back to the app, and log in from there again.
    </p>
    <p class="soft"><code>${redirectCode(problem)}</code>: ${problem.message}</p>
    ${
      faults.length < 2
        ? undefined
        : html`<ul class="soft">
            ${faults}
          </ul>`
    }`;
  return page({ title: 'You cannot be logged in like this', body, status: 400 });
}

/** The redirect that a problem travels in, or its page; undefined where it is answered like any other. */
export function redirectError(
  problem: ProblemError,
  ctx: FailureContext,
  redirects: RedirectRules,
): ForBrowser | undefined {
  const { input, browser } = ctx;
  const parameters: Parameters = typeof input === 'object' && input !== null ? { ...input } : {};
  if (!wantsRedirect(parameters, browser)) return undefined;
  // One that cannot be used says nothing of where its browser belongs.
  const isLost = problem.details.oauth === 'invalid_request_uri';
  const to = isLost ? undefined : errorTo(problem, pushedBy(ctx, parameters) ?? parameters, { ...ctx, redirects });
  return to ?? (browser.prefers === 'html' ? errorPage(problem) : undefined);
}

interface Requested {
  readonly input: AuthorizationRequest;
  /** Its client; undefined where it names none. */
  readonly client: OAuthClient | undefined;
  /** Where it was pushed to; undefined where it was not. */
  readonly pushed: PushedRecord | undefined;
}

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

async function requested(ctx: AuthorizeContext): Promise<Requested> {
  const { client_id, request, request_uri } = ctx.input;
  const client = client_id === undefined ? undefined : clientIn(ctx, client_id);
  if (client !== undefined) checkWay(client, ctx.input);
  if (request_uri !== undefined) return byReference(ctx, request_uri);
  if (request !== undefined) return byValue(ctx, request);
  return { input: ctx.input, client, pushed: undefined };
}

interface AuthorizeParts {
  readonly redirects: RedirectRules;
  /** The present of the machine in ms since 1970. */
  readonly machineNow: () => number;
}

/** @param session that of the browser, or one that nobody has begun: whoever asks for JSON is given codes, and logs nobody in */
function codeFor(
  { input, records, now, sandbox, login }: AuthorizeContext,
  session: BrowserSession,
  isBegun: boolean,
): string {
  const {
    client_id: client = '',
    redirect_uri: uri = '',
    nonce,
    state,
    code_challenge: challenge,
    dpop_jkt: jkt,
  } = input;
  const scope = grantedScope(input.scope, login);
  const { requested: claims, method } = readClaims(input);
  const audiences = requestedAudiences(input);
  const content = {
    sub: session.user.id,
    client,
    uri,
    scope,
    claims,
    ...method,
    audiences,
    challenge,
    jkt,
    nonce,
    state,
  };
  const of = { auth: session.authTime, sid: session.sid, ...(isBegun ? { begun: true } : {}) };
  return issueCode(records, { ...content, ...of, iat: now, n: peekNumber(records) }, sandbox);
}

/** The ID token that a browser is given at once, by itself or with a code (OpenID Connect Core §3.2, §3.3). */
async function idTokenFor(
  ctx: AuthorizeContext,
  { user, authTime, sid }: BrowserSession,
  code: string | undefined,
): Promise<string> {
  const { input, records } = ctx;
  const client_id = input.client_id ?? '';
  const { requested: claims, method } = readClaims(input);
  const login = { user_id: user.id, client_id, auth_time: authTime, sid, claims, ...method };
  const { alg } = clientIn(ctx, client_id);
  const scope = grantedScope(input.scope, ctx.login);
  // By itself it has the claims of its scopes: there is no access token to ask userinfo with (§5.4).
  const of = code === undefined ? {} : ctx.login;
  const about = { user: records.get(users, user.id), scope, login: of, nonce: input.nonce, code };
  return issueIdToken(login, { realm: realmOf(ctx), alg, ...about });
}

interface AuthorizeFacts extends Omit<Requested, 'input'>, AuthorizeParts {
  /** The request as the browser has sent it. */
  readonly sent: AuthorizationRequest;
}

async function redirect(ctx: AuthorizeContext, asked: AuthorizeFacts): Promise<Redirection> {
  const { client, pushed, redirects, machineNow, sent } = asked;
  checkTarget(ctx.input, redirects);
  checkClientTarget(ctx.input, client);
  if (ctx.input.response_type === undefined) {
    throw oauthFault('invalid_request', 'response_type is required', 'response_type');
  }
  checkRequest(ctx.input, client);
  checkClient(ctx.input, client);
  const login = await logIn(ctx, { sent, machineNow });
  if ('page' in login) {
    if (pushed !== undefined) await arrive(ctx, pushed);
    return { redirect: login.page };
  }
  if (pushed !== undefined) await usePushed(ctx, pushed);
  const { session, asOf } = login;
  if (session !== ctx.credential) await ctx.useOnce(beginningOf(session.sid, ctx.now));
  const { redirect_uri: uri = '', response_type: type, state } = ctx.input;
  const then = { ...ctx, now: asOf };
  const isAtOnce = bringsIdToken(type);
  const code = bringsCode(type) ? codeFor(then, session, true) : undefined;
  const parameters = {
    ...(code === undefined ? {} : { code }),
    ...(isAtOnce ? { id_token: await idTokenFor(then, session, code) } : {}),
  };
  const kept = isAtOnce ? withClient(session, ctx.input.client_id ?? '', ctx) : session;
  const to = toClient(parameters, { uri, state, issuer: ctx.issuer, mode: responseMode(ctx.input, uri) });
  return { redirect: { ...to, cookie: sessionCookie(ctx.records, kept, ctx) } };
}

function grantsFor(
  ctx: AuthorizeContext,
  known: OAuthClient | undefined,
  redirects: RedirectRules,
): Listing<UserRecord, AuthorizationGrant> {
  const { input, records, now, sandbox, login } = ctx;
  checkRequest(input, known);
  checkClient(input, known);
  const first = input.login_hint === undefined ? undefined : userFor(ctx).id;
  const scope = grantedScope(input.scope, login);
  const { client_id: client, redirect_uri: uri, state } = input;
  // What a browser would not be sent to gets no code either.
  const isCode = input.response_type === undefined || input.response_type === 'code';
  const isTarget = uri !== undefined && isRedirectAllowed(uri, redirects) && isTargetOf(known, uri);
  const hasTarget = isCode && client !== undefined && isTarget;
  const { issuer: iss } = ctx;
  const answered = (code: string) => ({ code, ...(state === undefined ? {} : { state }), iss });
  const show = (user: UserRecord): AuthorizationGrant => {
    const session = newBrowserSession(records, user, { now, sandbox, made: madeUp(input) });
    const code = hasTarget ? codeFor(ctx, session, false) : undefined;
    return {
      id: user.id.replace(/^usr_/, 'tok_'),
      access_token: opaqueToken(records, user, { scope, sandbox }),
      token_type: 'Bearer',
      expires_in: ACCESS_TOKEN_SECONDS,
      scope,
      user_id: user.id,
      ...(code === undefined || uri === undefined ? {} : { code, redirect_to: withParameters(uri, answered(code)) }),
    };
  };
  return listing(users, { status: 'active' }, { first, show });
}

/** Answers an authorization request. */
export async function authorize(
  given: AuthorizeContext,
  parts: AuthorizeParts,
): Promise<Redirection | Listing<UserRecord, AuthorizationGrant>> {
  const { redirects } = parts;
  const asked = await requested(given);
  const ctx = { ...given, input: asked.input, now: given.now };
  if (!wantsRedirect(given.input, given.browser)) return grantsFor(ctx, asked.client, redirects);
  try {
    return await redirect(ctx, { ...asked, ...parts, sent: given.input });
  } catch (error) {
    // What is in a request object is known here alone.
    const to =
      error instanceof ProblemError && given.input.request !== undefined
        ? errorTo(error, asked.input, { ...given, redirects })
        : undefined;
    if (to === undefined) throw error;
    return { redirect: to };
  }
}
