/** Ends what a login has begun: revokes tokens (RFC 7009), and ends sessions with their clients told (OpenID Connect logout). */
import { type Introspection, oauth as declared } from '@understudy/contract/oauth';
import { authorizationClaims, loginMethodOf, oauthFault } from '../../identity/claims.js';
import { invalidClient } from '../../identity/client-authentication.js';
import { type Grant, refreshTokens, revokedTokens, revokeGrant, secretValue } from '../../identity/grants.js';
import { clientIn } from '../../identity/clients.js';
import { inspectAccessToken, liveGrant, openOpaqueToken, readIdTokenHint } from '../../identity/tokens.js';
import {
  clientOfSession,
  clientsOf,
  endBrowserSession,
  grantOfRefreshToken,
  hintedSession,
  noSessionCookie,
} from '../../identity/sessions.js';
import { providerUrl, realmOf } from '../../identity/realm.js';
import type { UserRecord } from '../../identity/users.js';
import type { ContextOf } from '../../kit/context.js';
import type { AuthenticatedClient, BrowserSession } from '../../kit/credential.js';
import { problemsOf } from '../../kit/problem-error.js';
import type { ForBrowser, HtmlPage, Result } from '../../kit/handler.js';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import type { z } from 'zod';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
import type { LogoutOutbox } from '../../kit/logins.js';
import type { Records } from '../../kit/records.js';
import { withParameters } from './check-request.js';
import { html } from '../../kit/html.js';
import { formsTo, hiddenFields, page, sourceOf } from './page.js';

const problem = problemsOf(declared.kinds);

/** Refuses a client that is not the one a token was issued to (RFC 7009 §2.1). */
function checkOwner(grant: Grant, by: AuthenticatedClient): void {
  if (grant.client_id !== by.id) throw problem('invalid_grant', { detail: 'the token was issued to another client' });
  if (grant.confidential && !by.isConfidential) throw invalidClient('the client must send its secret', false);
}

/** Ends a token. One that is not valid has ended already. */
export async function revokeToken(
  ctx: ContextOf<typeof declared, 'revokeToken'>,
): Promise<Result<Record<string, never>>> {
  const { records, credential: by, sandbox } = ctx;
  const { token } = ctx.input;
  const ofRefresh = grantOfRefreshToken(records, token, sandbox);
  if (ofRefresh !== undefined) {
    checkOwner(ofRefresh, by);
    revokeGrant(records, ofRefresh.id);
    return { value: {} };
  }
  if (openOpaqueToken(records, token, sandbox) !== undefined) {
    throw oauthFault('unsupported_token_type', 'this token is the same for everybody, and cannot be revoked', 'token');
  }
  const found = await inspectAccessToken(records, token, realmOf(ctx));
  if (found === undefined) return { value: {} };
  checkOwner(found.grant, by);
  const { jti, exp } = found.payload;
  // The keys are published: a token may say that it lasts longer than any date, which no store can keep.
  records.put(revokedTokens, { id: jti, expires_at: Math.min(exp * 1000, found.grant.expires_at) });
  return { value: {} };
}

const inactive = { value: { active: false } } as const;

/** Says what a token stands for. */
export async function introspectToken(
  ctx: ContextOf<typeof declared, 'introspectToken'>,
): Promise<Result<Introspection>> {
  const { records, credential: by, now, apiUrl, issuer: iss, sandbox } = ctx;
  const { token } = ctx.input;
  // Whoever has found a token somewhere must not learn from us whose it is (RFC 7662 §4).
  if (!by.isConfidential) throw invalidClient('only a client with a secret may introspect tokens', false);
  const opaque = openOpaqueToken(records, token, sandbox);
  if (opaque?.user.status === 'active') {
    const { user, scope } = opaque;
    return {
      value: {
        ...authorizationClaims(user, scope),
        active: true,
        scope,
        username: user.email,
        token_type: 'Bearer',
        sub: user.id,
        aud: apiUrl,
        iss,
      },
    };
  }
  const refresh = records.get(refreshTokens, token);
  if (refresh !== undefined) {
    const isOver = refresh.used || refresh.expires_at <= now;
    const live = isOver ? undefined : liveGrant(records, grantOfRefreshToken(records, token, sandbox), now);
    if (live?.grant.client_id !== by.id) return inactive;
    const { scope, client_id, user_id } = live.grant;
    const exp = Math.floor(refresh.expires_at / 1000);
    return { value: { ...introspected(live), active: true, scope, client_id, exp, sub: user_id ?? client_id, iss } };
  }
  const found = await inspectAccessToken(records, token, realmOf(ctx));
  if (found === undefined) return inactive;
  const { scope, sub, aud, exp, iat, jti, cnf } = found.payload;
  const token_type = cnf === undefined ? 'Bearer' : 'DPoP';
  const { client_id } = found.grant;
  const times = { exp, ...(iat === undefined ? {} : { iat }) };
  return {
    value: {
      ...introspected(found, scope),
      active: true,
      scope,
      client_id,
      token_type,
      ...times,
      sub,
      aud,
      iss,
      jti,
      ...(cnf === undefined ? {} : { cnf }),
    },
  };
}

/** What a login says of its user, and of how they logged in. */
function introspected(
  { user, grant }: { readonly user: UserRecord | null; readonly grant: Grant },
  scope = grant.scope,
): Partial<Introspection> {
  const { acr, auth_time } = grant;
  return {
    ...(user === null ? {} : { ...authorizationClaims(user, scope), username: user.email }),
    ...(acr === undefined ? {} : { auth_time, ...loginMethodOf(grant) }),
  };
}

interface Question {
  /** Path that the answer is posted to. */
  readonly action: string;
  readonly user: { readonly name: string; readonly email: string };
  /** What the answer repeats of the request. */
  readonly fields: Readonly<Record<string, string | undefined>>;
  /** Where the browser goes after it has logged out. */
  readonly next: string | undefined;
}

/** The page that asks (OpenID Connect RP-Initiated Logout §2). */
function questionPage({ action, user, fields, next }: Question): HtmlPage {
  const hidden = hiddenFields(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
  const body = html`<p>You are logged in as <strong>${user.name}</strong> (${user.email}).</p>
    <p class="soft">All apps that this login was used for are logged out with it.</p>
    <form method="post" action="${action}">
      ${hidden}
      <button class="first" type="submit" name="decision" value="log_out">Log out</button>
      <button type="submit" name="decision" value="stay">Stay logged in</button>
    </form>`;
  return page({ title: 'Do you want to log out?', body, formAction: formsTo(next) });
}

function stayPage(): HtmlPage {
  return page({ title: 'You are still logged in', body: html`<p>Nothing has changed. You can close this page.</p>` });
}

interface LogoutPage {
  readonly cookie: string | undefined;
  /** Addresses of clients that are told by being loaded (OpenID Connect Front-Channel Logout §2). */
  readonly frames: readonly string[];
  /** Where the browser goes on to; undefined where it stays. */
  readonly next: string | undefined;
}

/** Goes on once the frames are loaded, and also where one of them never is. */
const GO_ON = `const next = () => location.replace(document.querySelector('a').href);
addEventListener('load', next);
setTimeout(next, 5000);`;

function loggedOutPage({ cookie, frames, next }: LogoutPage): HtmlPage {
  const origins = [...new Set(frames.map(sourceOf))];
  const loaded = frames.map((address) => html`<iframe src="${address}" title="Log-out of an app"></iframe>`);
  const common = { title: 'You are logged out', cookie, frames: origins };
  if (next === undefined)
    return page({
      ...common,
      body: html`<p>You can close this page.</p>
        ${loaded}`,
    });
  return page({
    ...common,
    body: html`<p><a href="${next}">Continue</a></p>
      ${loaded}`,
    // For browsers without scripts.
    head: html`<noscript><meta http-equiv="refresh" content="3;url=${next}" /></noscript>`,
    script: GO_ON,
  });
}

type EndContext = ContextOf<typeof declared, 'endSession'>;
type LoggedOut = z.output<EndContext['operation']['whole']>;
type Hint = Awaited<ReturnType<typeof readIdTokenHint>>;

/** The login that the hint speaks of; a hint that is none of ours is refused. */
async function hinted(ctx: EndContext): Promise<Hint> {
  const { id_token_hint: hint, client_id: client } = ctx.input;
  if (hint === undefined) return undefined;
  const found = await readIdTokenHint(hint, realmOf(ctx));
  if (found === undefined)
    throw oauthFault('invalid_request', 'id_token_hint was not issued by this server', 'id_token_hint');
  if (client !== undefined && found.aud !== client) {
    throw oauthFault('invalid_request', 'client_id is not the client of the ID token', 'client_id');
  }
  return found;
}

/** Checks where the browser is to go. Nothing ends where it cannot be said so to the client. */
function checkTarget({ input, records, login }: EndContext, hint: Hint, redirects: RedirectRules): void {
  const { post_logout_redirect_uri: uri, client_id } = input;
  if (uri === undefined) return;
  const refuse = (rule: string) =>
    oauthFault('invalid_request', `post_logout_redirect_uri ${rule}`, 'post_logout_redirect_uri');
  if (!isRedirectAllowed(uri, redirects)) throw refuse(REDIRECT_RULE);
  const client = clientOfSession({ records, login }, String(hint?.aud ?? client_id ?? ''));
  if (client?.post_logout_redirect_uris?.includes(uri) === false) {
    throw refuse('must be one of those that are known of the client, to the letter');
  }
}

/** What the page that asks is answered with: whoever does not have the ID token of the session cannot make it up. */
function confirmation(records: Records, { sid }: BrowserSession, sandbox: string): string {
  return secretValue(records, ['logout', sandbox, sid]).slice(0, 24);
}

/** What a browser is shown instead of a logout; undefined where it may happen. Who is no browser is never asked. */
function shownInstead(
  { input, records, credential: own, browser, ...ctx }: EndContext,
  hint: Hint,
): ForBrowser | undefined {
  if (own === undefined || hint?.sub === own.user.id || browser.prefers !== 'html') return undefined;
  const { decision, confirm_token: given, ui_locales: _, ...fields } = input;
  if (decision === 'stay') return stayPage();
  const expected = confirmation(records, own, ctx.sandbox);
  if (given === expected) return undefined;
  const action = `${new URL(providerUrl(ctx)).pathname}/logout`;
  return questionPage({
    action,
    user: own.user,
    fields: { ...fields, confirm_token: expected },
    next: input.post_logout_redirect_uri,
  });
}

interface Ending {
  readonly sid: string;
  readonly sub: string;
  readonly clients: readonly OAuthClient[];
}

/** The sessions that a logout is about: that of the browser, and that of the ID token. */
function endings({ records, now, login, credential: own, browser, sandbox }: EndContext, hint: Hint): Ending[] {
  // A program whose ID token is another user's speaks of that one's session alone.
  const isOwn = own !== undefined && (hint === undefined || hint.sub === own.user.id || browser.prefers === 'html');
  const sid = hint && hintedSession(records, hint, { now, sandbox });
  const aud = typeof hint?.aud === 'string' ? hint.aud : undefined;
  const found: Ending[] = [];
  if (isOwn) {
    const of = { sid: own.sid, marks: own.clients, hinted: hint?.sid === own.sid ? aud : undefined };
    found.push({ sid: own.sid, sub: own.user.id, clients: clientsOf({ records, login }, of) });
  }
  if (hint !== undefined && sid !== undefined && !(isOwn && sid === own.sid)) {
    found.push({ sid, sub: hint.sub, clients: clientsOf({ records, login }, { sid, hinted: aud }) });
  }
  return found;
}

/** The addresses that a browser loads to tell clients (OpenID Connect Front-Channel Logout §2). */
function framesOf(ended: readonly Ending[], iss: string, redirects: RedirectRules): string[] {
  return ended.flatMap(({ sid, clients }) =>
    clients.flatMap(({ frontchannel_logout_uri: uri, frontchannel_logout_session_required: isRequired }) => {
      // A server with other rules may have kept it.
      if (uri === undefined || !isRedirectAllowed(uri, redirects)) return [];
      return [withParameters(uri, isRequired === true ? { iss, sid } : {})];
    }),
  );
}

/** Logs out. */
export async function endSession(
  ctx: EndContext,
  { redirects, outbox }: { readonly redirects: RedirectRules; readonly outbox: LogoutOutbox },
): Promise<Result<LoggedOut>> {
  const { input, records, now, browser, credential: own } = ctx;
  const { post_logout_redirect_uri: uri, state } = input;
  const hint = await hinted(ctx);
  checkTarget(ctx, hint, redirects);
  const question = shownInstead(ctx, hint);
  if (question !== undefined) return { value: { logged_out: false }, redirect: question };
  const ended = endings(ctx, hint);
  const { issuer: iss } = ctx;
  for (const { sid, sub, clients } of ended) {
    endBrowserSession(records, sid, now);
    for (const { client_id, backchannel_logout_uri: url } of clients) {
      const { alg } = clientIn(ctx, client_id);
      if (url !== undefined) outbox.logOut(records, { url, notice: { client_id, iss, sub, sid, alg } });
    }
  }
  const cookie = ended.some(({ sid }) => sid === own?.sid) ? noSessionCookie(ctx) : undefined;
  const next = uri === undefined ? undefined : withParameters(uri, state === undefined ? {} : { state });
  const frames = browser.prefers === 'html' ? framesOf(ended, iss, redirects) : [];
  const value = { logged_out: true };
  if (next !== undefined && frames.length === 0) return { value, redirect: { location: next, cookie } };
  return browser.prefers === 'html' ? { value, redirect: loggedOutPage({ cookie, frames, next }) } : { value };
}
