/** The pages of a logout: one that asks, one that says what happened, and one for requests that cannot be followed. */
import type { ForBrowser, HtmlPage } from '../../kit/handler.js';
import type { FailureContext } from '../../kit/context.js';
import { html } from '../../kit/html.js';
import type { ProblemError } from '../../kit/problem-error.js';
import { formsTo, hiddenFields, page, sourceOf } from './page.js';
import { isBadRequest, redirectCode } from './redirect-code.js';

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
export function questionPage({ action, user, fields, next }: Question): HtmlPage {
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
export function stayPage(): HtmlPage {
  return page({ title: 'You are still logged in', body: html`<p>Nothing has changed. You can close this page.</p>` });
}

/** What a page shows of a logout that has happened. */
export interface LoggedOut {
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
export function loggedOutPage({ cookie, frames, next }: LoggedOut): HtmlPage {
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
