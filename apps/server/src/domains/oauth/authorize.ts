/** The authorization endpoint: a page of grants for JSON callers, a redirect for browsers and OIDC clients. */
import { ACCESS_TOKEN_SECONDS } from '@understudy/contract/auth';
import type { AuthorizationGrant } from '@understudy/contract/oauth';
import { requestedAudiences } from '../../identity/audience.js';
import { beginningOf, newBrowserSession, sessionCookie } from '../../identity/browser-session.js';
import { clientIn, type OAuthClient } from '../../identity/clients.js';
import { peekNumber } from '../../identity/grants.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { opaqueToken } from '../../identity/opaque-token.js';
import { isRedirectAllowed, type RedirectRules } from '../../identity/redirects.js';
import { readClaims } from '../../identity/requested-claims.js';
import { grantedScope } from '../../identity/scopes.js';
import { withClient } from '../../identity/session-clients.js';
import { issueIdToken } from '../../identity/tokens.js';
import { realmOf } from '../../identity/realm.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { Redirection } from '../../kit/redirect.js';
import { type Listing, listing } from '../../kit/listing.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { AuthorizationRequest, AuthorizeContext } from './authorize-context.js';
import { checkClient, checkClientTarget, isTargetOf } from './check-client.js';
import { checkRequest, checkTarget } from './check-request.js';
import { issueCode } from './code.js';
import { logIn, madeUp, userFor } from './login.js';
import { arrive, usePushed } from './pushed.js';
import { errorTo } from './redirect-error.js';
import { requested, type Requested } from './requested.js';
import { responseMode, toClient, wantsRedirect, withParameters } from './redirect-target.js';
import { bringsCode, bringsIdToken } from './response-type.js';

/** What the endpoint needs of a server. */
export interface AuthorizeParts {
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

/** What is known of a request beside its parameters. */
interface Asked extends Omit<Requested, 'input'>, AuthorizeParts {
  /** The request as the browser has sent it. */
  readonly sent: AuthorizationRequest;
}

async function redirect(ctx: AuthorizeContext, asked: Asked): Promise<Redirection> {
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
