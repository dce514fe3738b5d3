/** Logs out: ends the session of a browser, tells its clients, and sends it on (OpenID Connect RP-Initiated Logout). */
import type { contract } from '@understudy/contract';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import type { z } from 'zod';
import { noSessionCookie } from '../../identity/browser-session.js';
import { clientIn } from '../../identity/clients.js';
import { clientsOf, endBrowserSession, hintedSession, clientOfSession } from '../../identity/sessions.js';
import { secretValue } from '../../identity/grants.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { isRedirectAllowed, REDIRECT_RULE, type RedirectRules } from '../../identity/redirects.js';
import { providerUrl, realmOf } from '../../identity/realm.js';
import { readIdTokenHint } from '../../identity/tokens.js';
import type { ContextOf, FailureContext } from '../../kit/context.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { ForBrowser, HtmlPage, Result } from '../../kit/handler.js';
import type { LogoutOutbox } from '../../kit/logins.js';
import type { Records } from '../../kit/records.js';
import { withParameters } from './redirect-target.js';
import { html } from '../../kit/html.js';
import type { ProblemError } from '../../kit/problem-error.js';
import { formsTo, hiddenFields, isBadRequest, page, redirectCode, sourceOf } from './page.js';

/** A question whether to log out. */
export interface Question {
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

/** The page for whoever has chosen to stay. */
function stayPage(): HtmlPage {
  return page({ title: 'You are still logged in', body: html`<p>Nothing has changed. You can close this page.</p>` });
}

/** What a page shows of a logout that has happened. */
export interface LogoutPage {
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

/** The page after a logout. */
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

/** The page for a person whose app has sent a faulty request. Programs get the problem, as everybody does of other failures. */
export function logoutErrorPage(problem: ProblemError, { browser }: FailureContext): ForBrowser | undefined {
  if (browser.prefers !== 'html' || !isBadRequest(problem)) return undefined;
  const body = html`<p>The app that sent you here asks for something that cannot be done, so nothing has happened.</p>
    <p class="soft"><code>${redirectCode(problem)}</code>: ${problem.message}</p>`;
  return page({ title: 'You cannot be logged out like this', body, status: 400 });
}

type EndContext = ContextOf<typeof contract.oauth, 'endSession'>;
type LoggedOut = z.output<EndContext['operation']['whole']>;
type Hint = Awaited<ReturnType<typeof readIdTokenHint>>;

/** What a logout needs of a server. */
export interface LogoutParts {
  readonly redirects: RedirectRules;
  readonly outbox: LogoutOutbox;
}

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
function asked({ input, records, credential: own, browser, ...ctx }: EndContext, hint: Hint): ForBrowser | undefined {
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

/** A session that ends. */
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
export async function endSession(ctx: EndContext, { redirects, outbox }: LogoutParts): Promise<Result<LoggedOut>> {
  const { input, records, now, browser, credential: own } = ctx;
  const { post_logout_redirect_uri: uri, state } = input;
  const hint = await hinted(ctx);
  checkTarget(ctx, hint, redirects);
  const question = asked(ctx, hint);
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
