/** The page on which a person chooses who logs in, or how the login fails. */
import type { HtmlPage } from '../../kit/handler.js';
import { type Html, html } from '../../kit/html.js';
import { formsTo, hiddenFields, page } from './page.js';
import { nobodyFound, type UserChoice, userButtons, userSearch } from './user-list.js';

/** What the page says of the client, as it has said of itself. */
export interface ShownClient {
  readonly name: string;
  readonly logo?: string | undefined;
  readonly policy?: string | undefined;
  readonly terms?: string | undefined;
}

/** What the page shows. */
export interface LoginQuestion extends UserChoice {
  /** Path that the answer is posted to. */
  readonly action: string;
  readonly client: ShownClient;
  /** Where the browser goes afterwards. */
  readonly next: string;
  /** What the answer repeats of the request. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly token: string;
  readonly cookie: string;
  /** Whether anybody else than those who are shown may be sought. */
  readonly isOpen: boolean;
  /** Whether an answer did not count. */
  readonly isStale: boolean;
  /** What to know of the clock; undefined where there is nothing. */
  readonly clockNote: string | undefined;
  /** What of the response can expire; undefined where it brings nothing. */
  readonly expiring: string | undefined;
}

/** Links to what the client wants to be read. They say nothing of where they stand. */
function reading({ policy, terms }: ShownClient): Html | undefined {
  const link = (address: string | undefined, text: string) =>
    address === undefined ? [] : [html`<a href="${address}" target="_blank" rel="noopener noreferrer">${text}</a> `];
  const links = [...link(policy, 'Its privacy policy'), ...link(terms, 'Its terms of service')];
  return links.length === 0 ? undefined : html`<p>${links}</p>`;
}

function failures(expiring: string | undefined): Html[] {
  const button = (decision: string, name: string, outcome: string) =>
    html`<button type="submit" name="decision" value="${decision}">${name} <small>${outcome}</small></button>`;
  return [
    button('deny', 'Deny', 'The app gets access_denied'),
    button('fail', 'Fail', 'The app gets server_error'),
    ...(expiring === undefined ? [] : [button('expire', 'Let it expire', `The app gets an expired ${expiring}`)]),
  ];
}

/** The page. */
export function loginPage(question: LoginQuestion): HtmlPage {
  const { action, client, next, fields, token, cookie, isOpen, isStale, clockNote } = question;
  const { host, protocol } = new URL(next);
  const stale = html`<p class="note" role="status">
    Your choice did not count: the page was open for more than ten minutes, or its cookie did not come back. Please
    choose again.
  </p>`;
  const images = client.logo === undefined ? [] : [client.logo];
  const logo = images.map((address) => html`<img class="logo" src="${address}" alt="" referrerpolicy="no-referrer" />`);
  const body = html`${logo}
    <p><strong>${client.name}</strong> asks you to log in. You go back to ${host === '' ? protocol : host}.</p>
    ${reading(client)} ${isStale ? stale : undefined}
    ${clockNote === undefined ? undefined : html`<p class="note">${clockNote}</p>`}
    ${isOpen ? userSearch(question) : undefined} ${nobodyFound(question)}
    <form method="post" action="${action}">
      ${hiddenFields([...fields, ['confirm_token', token]])} ${userButtons(question, 'login_as')}
      <h2>Or see how the app takes a login that fails</h2>
      ${failures(question.expiring)}
    </form>`;
  return page({ title: 'Who logs in?', body, formAction: formsTo(next), images, cookie });
}
