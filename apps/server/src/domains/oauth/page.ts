/** Pages of the authorization server: their frame, the list of users, and the page on which one logs in. */
import { sha256 } from '#platform/runtime';
import { type Html, html, inline } from '../../kit/html.js';
import type { HtmlPage, RedirectError } from '../../kit/handler.js';
import { type ProblemError, usualKind } from '../../kit/problem-error.js';
import { findByHint, publicUser, type UserRecord, users } from '../../identity/users.js';
import type { Records } from '../../kit/records.js';
import type { User } from '@understudy/contract/auth';

const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf8; --raised: #fff; --line: #8d857b; --ink: #1d1b19; --soft: #625c55; --accent: #8f2d3b; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #171615; --raised: #1f1e1c; --line: #7a746c; --ink: #ece8e2; --soft: #a8a198; --accent: #ee9aa2; --on: #171615; } }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; }
main { max-width: 30rem; margin: clamp(0rem, 10vh - 2rem, 8rem) auto 0; padding: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1rem; } .soft { color: var(--soft); }
a { color: var(--accent); }
form { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0 0; }
form.search { margin-bottom: -.5rem; }
button { flex: 1 1 8rem; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: transparent; color: inherit; font: inherit; cursor: pointer; }
button.first { border-color: var(--accent); background: var(--accent); color: var(--on); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h2 { flex: 1 0 100%; margin: 1.25rem 0 0; font-size: 1.1rem; line-height: 1.3; }
label { display: block; flex: 1 0 100%; }
input { flex: 3 1 12rem; min-width: 0; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); color: inherit; font: inherit; }
form.search button { flex: 1 1 5rem; }
ul { list-style: none; margin: 0; padding: 0; flex: 1 0 100%; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
li + li { border-top: 1px solid var(--line); }
li button { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .75rem; width: 100%; border: 0; border-radius: 0; padding: .625rem .875rem; text-align: left; }
li button:focus-visible { outline-offset: -3px; border-radius: 7px; }
li button strong { flex: 1 1 auto; font-weight: 600; }
li button > .soft { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 .75rem; flex: 1 0 100%; font-size: .875rem; }
button small { display: block; color: var(--soft); font-size: .8125rem; }
button:hover { background: color-mix(in srgb, var(--accent) 10%, transparent); }
button.first:hover { background: var(--ink); border-color: var(--ink); color: var(--paper); }
.state { padding: 0 .5rem; border: 1px solid currentColor; border-radius: 99px; color: var(--soft); font-size: .8125rem; }
.note { margin: 1rem 0; padding: .625rem .875rem; border-left: 4px solid var(--accent); background: var(--paper); }
iframe { display: none; }
.logo { display: block; max-width: 100%; height: 3rem; margin: 0 0 1rem; object-fit: contain; }
`;

/** A Content-Security-Policy source that allows exactly one inline text (CSP 3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${sha256(text, 'base64')}'`;
}

/** The source of a policy that allows an address; none can name one of IPv6 (CSP 3 §2.3.1). */
export function sourceOf(address: string): string {
  const { origin, hostname, protocol } = new URL(address);
  return hostname.startsWith('[') ? protocol : origin;
}

/** Where the forms of a page may lead: browsers hold the redirect that answers one, and those that follow it, against it. */
export function formsTo(next: string | undefined): string {
  if (next === undefined) return "'self'";
  const { protocol } = new URL(next);
  return /^https?:$/.test(protocol) ? "'self' http: https:" : `'self' ${protocol}`;
}

/** The hidden fields of a form. */
export function hiddenFields(fields: Iterable<readonly [name: string, value: string]>): Html[] {
  return [...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Where its forms, and the redirects that answer them, may lead; nowhere where left out. */
  readonly formAction?: string | undefined;
  /** Origins that it loads in frames; none where left out. */
  readonly frames?: readonly string[] | undefined;
  /** Addresses of images that it loads; none where left out. */
  readonly images?: readonly string[] | undefined;
  /** Runs after the body. */
  readonly script?: string | undefined;
  /** Further elements of its head. */
  readonly head?: Html | undefined;
  readonly status?: number | undefined;
  readonly cookie?: string | undefined;
}

/** Makes a page. No other page may frame it: who clicks on it must see it (CSP 3 §6.4.2.1). */
export function page({
  title,
  body,
  formAction,
  frames = [],
  images = [],
  script,
  head,
  status,
  cookie,
}: PageParts): HtmlPage {
  const policy = [
    "default-src 'none'",
    `style-src ${hashSource(STYLE)}`,
    ...(script === undefined ? [] : [`script-src ${hashSource(script)}`]),
    ...(images.length === 0 ? [] : [`img-src ${images.map(sourceOf).join(' ')}`]),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
    "base-uri 'none'",
    `form-action ${formAction ?? "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head} ${inline('style', STYLE)}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        ${script === undefined ? undefined : inline('script', script)}
      </body>
    </html> `;
  return { html: text, policy, status, cookie };
}

/** What a problem is called in a redirect: its own code, or that of its kind. */
export function redirectCode(problem: ProblemError): string {
  return problem.details.oauth ?? redirectCodes[usualKind(problem)] ?? 'invalid_request';
}

/** Whether a request was faulty, or a fault says so: a person is shown that on a page. */
export function isBadRequest({ kind, details }: ProblemError): boolean {
  return kind === 'bad_request' || (kind === 'status' && details.status === 400);
}

/** Shows a person a page where a request is faulty; programs get the problem, as everybody does of other failures. */
export function faultPage(title: string, text: string): RedirectError {
  return (problem, { browser }) => {
    if (browser.prefers !== 'html' || !isBadRequest(problem)) return undefined;
    const body = html`<p>${text}</p>
      <p class="soft"><code>${redirectCode(problem)}</code>: ${problem.message}</p>`;
    return page({ title, body, status: 400 });
  };
}

const redirectCodes: Readonly<Record<string, string>> = {
  unauthorized: 'access_denied',
  forbidden: 'access_denied',
  server_error: 'server_error',
  internal: 'server_error',
  rate_limit: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
};

/** So many are shown where nobody is sought: among the first ten seeded ones is one of every status. */
const SHOWN = 10;

/** So many are looked through for a text; an id or an e-mail address finds any user. */
const LOOKED_THROUGH = 2000;

interface ShownUsers {
  readonly users: readonly User[];
  /** How many the sandbox has. */
  readonly total: number;
  /** Whether there are others who were not looked at. */
  readonly isCut: boolean;
}

function* upTo(records: Records, end: number): Generator<UserRecord> {
  for (let position = 0; position < end; position++) {
    const user = records.at(users, position);
    if (user !== undefined) yield user;
  }
}

function hasText({ id, name, email, status }: UserRecord, text: string): boolean {
  return [id, name, email, status].some((one) => one.toLowerCase().includes(text));
}

/** What is asked for. */
export interface Search {
  /** What is sought; undefined where nothing is. */
  readonly text: string | undefined;
  /** Who stands first, if they are among the users. */
  readonly first: readonly (string | undefined)[];
}

/** Finds the users to show. */
export function shownUsers(records: Records, { text, first }: Search): ShownUsers {
  const size = records.size(users);
  const total = size - records.removed(users);
  const named = (text === undefined ? first : [text]).flatMap((hint) =>
    hint === undefined ? [] : (findByHint(records, hint) ?? []),
  );
  const found = new Map(named.map((user) => [user.id, user]));
  const end = Math.min(size, LOOKED_THROUGH);
  const sought = text?.toLowerCase();
  for (const user of upTo(records, end)) {
    if (found.size >= SHOWN) break;
    if (sought === undefined || hasText(user, sought)) found.set(user.id, user);
  }
  return { users: [...found.values()].map(publicUser), total, isCut: end < size };
}

/** Whom a person chooses from. */
export interface UserChoice {
  readonly shown: ShownUsers;
  /** What the users are listed by; undefined where nobody was sought. */
  readonly sought: string | undefined;
  /** Id of the user whom the browser is logged in as. */
  readonly current: string | undefined;
}

interface UserSearch extends Pick<UserChoice, 'shown' | 'sought'> {
  /** Path that it is sent to. */
  readonly action: string;
  /** What it repeats of the request. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

function userButton({ id, name, email, status }: User, current: string | undefined, field: string): Html {
  const state = status === 'active' ? (id === current ? 'logged in' : undefined) : status;
  return html`<li>
    <button type="submit" name="${field}" value="${id}">
      <strong>${name}</strong> ${state === undefined ? undefined : html`<span class="state">${state}</span>`}
      <span class="soft">${email} <span class="id">${id}</span></span>
    </button>
  </li>`;
}

/**
 * The buttons of the users; undefined where there is none.
 *
 * @param field what the form calls the id of the one who is chosen
 */
export function userButtons({ shown, current }: UserChoice, field: string): Html | undefined {
  if (shown.users.length === 0) return undefined;
  return html`<ul>
    ${shown.users.map((user) => userButton(user, current, field))}
  </ul>`;
}

/** The form that finds users. */
export function userSearch({ action, fields, sought, shown }: UserSearch): Html {
  return html`<form class="search" method="get" action="${action}" role="search">
    ${hiddenFields(fields)}
    <label for="find_user">Find one of ${shown.total} users by name, e-mail address, id or status</label>
    <input type="search" id="find_user" name="find_user" value="${sought ?? ''}" maxlength="200" autocomplete="off" />
    <button type="submit">Find</button>
  </form>`;
}

/** Says that nobody was found; undefined where somebody was. */
export function nobodyFound({ sought, shown }: Pick<UserChoice, 'shown' | 'sought'>): Html | undefined {
  if (shown.users.length > 0) return undefined;
  const where = shown.isCut ? 'Of the first users of this sandbox, none' : 'No user of this sandbox';
  return html`<p class="note" role="status">
    ${where} has “${sought ?? ''}” in name, e-mail address, id or
    status.${shown.isCut ? ' Others are found by their whole id or e-mail address.' : ''}
  </p>`;
}

/** What the page says of the client, as it has said of itself. */
export interface ShownClient {
  readonly name: string;
  readonly logo?: string | undefined;
  readonly policy?: string | undefined;
  readonly terms?: string | undefined;
}

interface LoginQuestion extends UserChoice {
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
