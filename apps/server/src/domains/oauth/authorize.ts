/** The authorization endpoint: a page of grants for JSON callers, a redirect for browsers and OIDC clients. */
import { ACCESS_TOKEN_SECONDS, type AuthorizationGrant } from '@understudy/contract';
import { requestedAudiences } from '../../identity/audience.js';
import { beginBrowserSession, sessionCookie } from '../../identity/browser-session.js';
import { peekNumber } from '../../identity/grants.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { opaqueToken } from '../../identity/opaque-token.js';
import { isRedirectAllowed, type RedirectRules } from '../../identity/redirects.js';
import { readClaims } from '../../identity/requested-claims.js';
import { grantedScope } from '../../identity/scopes.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { Redirection } from '../../kit/handler.js';
import type { Listing } from '../../kit/listing.js';
import type { AuthorizeContext } from './authorize-context.js';
import { checkRequest, checkTarget } from './check-request.js';
import { issueCode } from './code.js';
import { madeUp, sessionFor, userFor } from './login.js';
import { clientAddress, wantsRedirect } from './redirect-target.js';

function codeFor({ input, records, now, sandbox, login }: AuthorizeContext, session: BrowserSession): string {
  const { client_id: client = '', redirect_uri: uri = '', nonce, state, code_challenge: challenge } = input;
  const scope = grantedScope(input.scope, login);
  const { requested: claims } = readClaims(input.claims);
  const audiences = requestedAudiences(input);
  const content = { sub: session.user.id, client, uri, scope, claims, audiences, challenge, nonce, state };
  const times = { auth: session.authTime, sid: session.sid, iat: now, n: peekNumber(records) };
  return issueCode(records, { ...content, ...times }, sandbox);
}

/** Where the browser goes with a code (RFC 6749 §4.1.2). */
function successAddress(code: string, { input: { redirect_uri: uri = '', state }, apiUrl }: AuthorizeContext): string {
  return clientAddress({ code }, { uri, state, apiUrl });
}

async function redirect(ctx: AuthorizeContext, redirects: RedirectRules): Promise<Redirection> {
  checkTarget(ctx.input, redirects);
  if (ctx.input.response_type === undefined) {
    throw oauthFault('invalid_request', 'response_type is required', 'response_type');
  }
  checkRequest(ctx.input);
  const session = await sessionFor(ctx);
  const location = successAddress(codeFor(ctx, session), ctx);
  return { redirect: { location, cookie: sessionCookie(ctx.records, session, ctx) } };
}

function grantsFor(ctx: AuthorizeContext, redirects: RedirectRules): Listing<UserRecord, AuthorizationGrant> {
  const { input, records, now, login } = ctx;
  checkRequest(input);
  const first = input.login_hint === undefined ? undefined : userFor(ctx).id;
  const scope = grantedScope(input.scope, login);
  const { client_id: client, redirect_uri: uri } = input;
  // What a browser would not be sent to gets no code either.
  const hasTarget = client !== undefined && uri !== undefined && isRedirectAllowed(uri, redirects);
  return {
    collection: users,
    where: { status: 'active' },
    first,
    show: (user) => {
      const code = hasTarget
        ? codeFor(ctx, beginBrowserSession(records, user, { now, made: madeUp(input) }))
        : undefined;
      return {
        id: user.id.replace(/^usr_/, 'tok_'),
        access_token: opaqueToken(records, user, scope),
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_SECONDS,
        scope,
        user_id: user.id,
        ...(code === undefined ? {} : { code, redirect_to: successAddress(code, ctx) }),
      };
    },
  };
}

/** Answers an authorization request. */
export async function authorize(
  ctx: AuthorizeContext,
  redirects: RedirectRules,
): Promise<Redirection | Listing<UserRecord, AuthorizationGrant>> {
  return wantsRedirect(ctx.input, ctx.browser) ? redirect(ctx, redirects) : grantsFor(ctx, redirects);
}
