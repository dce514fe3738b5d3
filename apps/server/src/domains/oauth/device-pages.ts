/** The pages of a device that logs in: one for its code, one that asks, one that says what was decided. They need no script. */
import type { FailureContext } from '../../kit/context.js';
import type { ForBrowser, HtmlPage } from '../../kit/handler.js';
import { html } from '../../kit/html.js';
import type { ProblemError } from '../../kit/problem-error.js';
import { hiddenFields, page } from './page.js';
import { isBadRequest, redirectCode } from './redirect-code.js';
import { nobodyFound, type UserChoice, userButtons, userSearch } from './user-list.js';

/** The page for the code. */
export interface CodeQuestion {
  /** Path that the code is sent to. */
  readonly action: string;
  /** A code that no device waits for; undefined where none was sent. */
  readonly wrong: string | undefined;
}

/** The page that asks for the code of a device. */
export function codePage({ action, wrong }: CodeQuestion): HtmlPage {
  const body = html`${
      wrong === undefined
        ? undefined
        : html`<p role="alert">No device waits for the code <strong>${wrong}</strong>. It may have expired.</p>`
    }
    <form method="get" action="${action}">
      <label>Code <input name="user_code" required autofocus autocomplete="off" autocapitalize="characters" /></label>
      <button class="first" type="submit">Continue</button>
    </form>`;
  return page({
    title: 'Type in the code of your device',
    body,
    formAction: "'self'",
    status: wrong === undefined ? 200 : 400,
  });
}

/** What a user decides on. */
export interface DecisionQuestion {
  /** Path that the decision is posted to. */
  readonly action: string;
  readonly user_code: string;
  /** Name of the client. */
  readonly client: string;
  readonly scope: string;
  /** Who decides; or whom a person chooses from, and the path that a search among them is sent to. */
  readonly by:
    | { readonly user: { readonly name: string; readonly email: string }; readonly hint: string | undefined }
    | { readonly choice: UserChoice; readonly finding: string };
}

/** The page on which a person chooses who logs in on the device. */
function choicePage(
  { action, user_code, client, scope }: DecisionQuestion,
  { choice, finding }: Extract<DecisionQuestion['by'], { choice: UserChoice }>,
): HtmlPage {
  const code: readonly [string, string] = ['user_code', user_code];
  const isOpen = choice.sought !== undefined || choice.shown.total > choice.shown.users.length;
  const body = html`<p>The device shows the code <strong>${user_code}</strong>. Choose the user it is to act for.</p>
    <p class="soft">${client} asks for: ${scope}</p>
    ${isOpen ? userSearch({ ...choice, action: finding, fields: [code] }) : undefined} ${nobodyFound(choice)}
    <form method="post" action="${action}">
      ${hiddenFields([code, ['decision', 'allow']])} ${userButtons(choice, 'login_hint')}
    </form>
    <form method="post" action="${action}">
      ${hiddenFields([code])}
      <button type="submit" name="decision" value="deny">Deny</button>
    </form>`;
  return page({ title: 'Who logs in on this device?', body, formAction: "'self'" });
}

/** The page that asks whether a device may log in. */
export function decisionPage(question: DecisionQuestion): HtmlPage {
  const { action, user_code, client, scope, by } = question;
  if ('choice' in by) return choicePage(question, by);
  const { user, hint } = by;
  const body = html`<p>
      The device shows the code <strong>${user_code}</strong>, and wants to act for ${user.name} (${user.email}).
    </p>
    <p class="soft">${client} asks for: ${scope}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="user_code" value="${user_code}" />
      ${hint === undefined ? undefined : html`<input type="hidden" name="login_hint" value="${hint}" />`}
      <button class="first" type="submit" name="decision" value="allow">Allow</button>
      <button type="submit" name="decision" value="deny">Deny</button>
    </form>`;
  return page({ title: 'Do you want to log in on this device?', body, formAction: "'self'" });
}

/** The page that says what was decided. */
export function decidedPage(isAllowed: boolean, cookie: string | undefined): HtmlPage {
  const body = html`<p>You can close this page and go on at the device.</p>`;
  return page({ title: isAllowed ? 'The device is logged in' : 'The device is not logged in', body, cookie });
}

/** The page for a person whose request is faulty. Programs get the problem, as everybody does of other failures. */
export function deviceErrorPage(problem: ProblemError, { browser }: FailureContext): ForBrowser | undefined {
  if (browser.prefers !== 'html' || !isBadRequest(problem)) return undefined;
  const body = html`<p>Nothing has been allowed or denied.</p>
    <p class="soft"><code>${redirectCode(problem)}</code>: ${problem.message}</p>`;
  return page({ title: 'This cannot be decided like this', body, status: 400 });
}
