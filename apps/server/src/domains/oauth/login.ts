/** Which user logs in, and whether the session of the browser will do. */
import { readIdTokenHint } from '../../identity/tokens.js';
import { providerUrl, realmOf } from '../../identity/realm.js';
import { browserMarkCookie, newBrowserSession, readBrowserMark, seal, unseal } from '../../identity/sessions.js';
import { clientIn } from '../../identity/clients.js';
import { oauthFault, readClaims, userFaultCode } from '../../identity/claims.js';
import { findByHint, type UserRecord, users } from '../../identity/users.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { HtmlPage } from '../../kit/handler.js';
import type { Records } from '../../kit/records.js';
import { type AuthorizationRequest, type AuthorizeContext, bringsCode, bringsIdToken } from './check-request.js';
import { clockApart } from '../../kit/clock.js';
import { loginPage, type ShownClient, shownUsers } from './page.js';
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { secretValue } from '../../identity/grants.js';

/** The page can be answered for so long, by the clock of the sandbox. */
export const PAGE_LIFE_S = 600;

/** What the page adds to a request. */
const ANSWER = ['find_user', 'login_as', 'decision', 'confirm_token'];

const sealed = z.object({
  /** When the page was shown, in ms since 1970. */
  at: z.int(),
  /** The browser, and the request. */
  of: z.string(),
});

type Choice =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'deny' | 'fail' | 'expire' }
  /** Nothing that counts: the page is too old, or another browser's. */
  | { readonly kind: 'stale' };

/** The parameters of a request without what the page adds, as fields of a form. */
function requestFields(input: AuthorizationRequest): (readonly [name: string, value: string])[] {
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined || ANSWER.includes(name)) return [];
    return [value].flat().map((one) => [name, String(one)] as const);
  });
}

function hashOf(mark: string, input: AuthorizationRequest): string {
  const text = JSON.stringify([mark, requestFields(input).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
  return sha256(text);
}

/** What the page that is shown now is answered with, for a request as the browser has sent it, and the cookie that its browser is known by. */
function confirmation(
  { records, now, sandbox, browser, apiUrl }: AuthorizeContext,
  sent: AuthorizationRequest,
): {
  readonly token: string;
  readonly cookie: string;
} {
  const made = secretValue(records, ['log-in page', sandbox, now, ...requestFields(sent)]).slice(0, 24);
  const mark = readBrowserMark(browser.cookie) ?? made;
  return {
    token: seal(records, { at: now, of: hashOf(mark, sent) }, { purpose: 'choice', sandbox }),
    cookie: browserMarkCookie(mark, { apiUrl, seconds: PAGE_LIFE_S }),
  };
}

function isValid({ records, now, began, sandbox, browser }: AuthorizeContext, sent: AuthorizationRequest): boolean {
  const kind = { purpose: 'choice', sandbox } as const;
  const found = unseal(records, sent.confirm_token ?? '', { kind, schema: sealed });
  const mark = readBrowserMark(browser.cookie);
  if (found === undefined || mark === undefined || found.of !== hashOf(mark, sent)) return false;
  return began <= found.at && found.at <= now && now < found.at + PAGE_LIFE_S * 1000;
}

/** Reads what was chosen; undefined where the page was not answered. */
function readChoice(ctx: AuthorizeContext, sent: AuthorizationRequest): Choice | undefined {
  const { login_as: id, decision } = sent;
  if (!ctx.browser.isPosted || (id === undefined && decision === undefined)) return undefined;
  if (!isValid(ctx, sent)) return { kind: 'stale' };
  if (decision === 'deny' || decision === 'fail' || decision === 'expire') return { kind: decision };
  return id === undefined ? undefined : { kind: 'user', id };
}

interface Asking {
  /** Id of the only user who may log in; undefined where anybody may. */
  readonly expected: string | undefined;
  /** Whether an earlier answer did not count. */
  readonly isStale: boolean;
  readonly sent: AuthorizationRequest;
  readonly machineNow: () => number;
}

/** What a client that goes by its own clock makes of a login; undefined where it is no matter. */
function clockNote(ahead: number): string | undefined {
  const apart = clockApart(ahead);
  return apart && `${apart.where}: an app that goes by its own clock takes this login for ${apart.seen}.`;
}

/** What a client that has registered itself says of itself; of another one there is the id alone. */
function shownClient(id: string, metadata: object): ShownClient {
  const said: Readonly<Record<string, unknown>> = { ...metadata };
  const text = (name: string) => (typeof said[name] === 'string' ? said[name] : undefined);
  return {
    name: text('client_name') ?? id,
    logo: text('logo_uri'),
    policy: text('policy_uri'),
    terms: text('tos_uri'),
  };
}

function askWho(ctx: AuthorizeContext, { expected, isStale, sent, machineNow }: Asking): HtmlPage {
  const { input, records, now, credential: own } = ctx;
  const {
    client_id: id = '',
    redirect_uri: next = '',
    find_user: sought,
    login_hint: hint,
    response_type: type,
  } = input;
  const all = shownUsers(records, { text: expected ?? sought, first: [own?.user.id, hint] });
  const shown = expected === undefined ? all : { ...all, users: all.users.filter((user) => user.id === expected) };
  return loginPage({
    action: `${new URL(providerUrl(ctx)).pathname}/authorize`,
    client: shownClient(id, clientIn(ctx, id).metadata),
    next,
    fields: requestFields(sent),
    ...confirmation(ctx, sent),
    shown,
    sought: expected ?? sought,
    isOpen: expected === undefined && (sought !== undefined || all.total > all.users.length),
    current: own?.user.id,
    isStale,
    clockNote: clockNote(Math.round((now - machineNow()) / 1000)),
    expiring: bringsCode(type) ? 'code' : bringsIdToken(type) ? 'ID token' : undefined,
  });
}

/** The first user who can log in. */
export function firstActive(records: Records): UserRecord {
  const count = records.size(users);
  for (let position = 0; position < count; position++) {
    const user = records.at(users, position);
    if (user?.status === 'active') return user;
  }
  throw oauthFault('access_denied', 'there is no active user who could log in');
}

/** What has been issued so long ago has expired, codes and ID tokens alike. */
const EXPIRED_MS = 7_200_000;

interface LoggedIn {
  readonly session: BrowserSession;
  /** As of when the response is issued, in ms since 1970: a person may choose that it has expired. */
  readonly asOf: number;
}

interface LoginPage {
  readonly page: HtmlPage;
}

interface LoginParts {
  /** The request as the browser has sent it: what it repeats to answer the page. */
  readonly sent: AuthorizationRequest;
  /** The present of the machine in ms since 1970. */
  readonly machineNow: () => number;
}

/** What the client made up for its request. */
export function madeUp({ state, nonce, code_challenge }: AuthorizationRequest): (string | undefined)[] {
  return [state, nonce, code_challenge];
}

/** The user who logs in: the one that is hinted at, else the first. */
export function userFor({ input, records }: AuthorizeContext, expected?: string): UserRecord {
  const hint = input.login_hint ?? expected;
  if (hint === undefined) return firstActive(records);
  const user = findByHint(records, hint);
  if (user?.status === 'active') return user;
  const byToken = input.id_token_hint === undefined ? 'claims' : 'id_token_hint';
  const parameter = input.login_hint === undefined ? byToken : 'login_hint';
  const what = user === undefined ? 'names no user' : `names a user who is ${user.status}`;
  throw oauthFault('access_denied', `${parameter} ${what}`, parameter, userFaultCode(user));
}

/** Whether a person is to choose who logs in. Who does not prefer HTML is a program, and is never asked. */
function isPromptNeeded({ browser, login }: AuthorizeContext, prompts: ReadonlySet<string>): boolean {
  return browser.prefers === 'html' && (login.login === 'page' || prompts.has('select_account'));
}

/** The user whom a client expects, by an ID token or by the claims parameter; undefined where anybody may log in. */
async function expectedUser(ctx: AuthorizeContext): Promise<{ id: string | undefined; isHintRead: boolean }> {
  const { input } = ctx;
  const { id_token_hint: hint } = input;
  const hinted = hint === undefined ? undefined : (await readIdTokenHint(hint, realmOf(ctx)))?.sub;
  const { subject } = readClaims(input);
  if (hinted !== undefined && subject !== undefined && hinted !== subject) {
    throw oauthFault('login_required', 'id_token_hint and claims name different users', 'claims');
  }
  return { id: hinted ?? subject, isHintRead: hint === undefined || hinted !== undefined };
}

/** The session of a login that nobody is asked about. */
function beginSession(ctx: AuthorizeContext, expected: string | undefined): BrowserSession {
  const { input, records, now, sandbox } = ctx;
  const user = userFor(ctx, expected);
  // OpenID Connect Core §3.1.2.1: nobody else than the user of the hint may come of it.
  if (expected !== undefined && user.id !== expected) {
    throw oauthFault('login_required', 'login_hint names another user than id_token_hint or claims', 'login_hint');
  }
  return newBrowserSession(records, user, { now, sandbox, made: madeUp(input) });
}

interface Bounds {
  /** Id of the only user who may log in; undefined where anybody may. */
  readonly expected: string | undefined;
  /** The session of the browser, where it need not log in anew. */
  readonly stored: BrowserSession | undefined;
}

/** The login that was chosen; choosing oneself again is no new one where none was asked for. */
function chosen(
  ctx: AuthorizeContext,
  choice: Exclude<Choice, { kind: 'stale' }>,
  { expected, stored }: Bounds,
): LoggedIn {
  const { input, records, now, sandbox } = ctx;
  switch (choice.kind) {
    case 'deny':
      throw oauthFault('access_denied', 'the user has refused to log in');
    case 'fail':
      throw oauthFault('server_error', 'the user has chosen that the login fails');
    case 'expire':
      return { session: beginSession(ctx, expected), asOf: now - EXPIRED_MS };
    case 'user': {
      // OpenID Connect Core §3.1.2.1: nobody else may come of it.
      if (expected !== undefined && choice.id !== expected) {
        throw oauthFault('login_required', 'the chosen user is not the one that id_token_hint or claims names');
      }
      if (stored?.user.id === choice.id) return { session: stored, asOf: now };
      const user = records.get(users, choice.id);
      if (user?.status === 'active') {
        return { session: newBrowserSession(records, user, { now, sandbox, made: madeUp(input) }), asOf: now };
      }
      const what = user === undefined ? 'is none of this sandbox' : `is ${user.status}`;
      throw oauthFault('access_denied', `the user who was chosen ${what}`, 'login_as', userFaultCode(user));
    }
    default:
      return choice satisfies never;
  }
}

/** The session to answer with, and as of when: the browser's own, or that of a login just made; or a page that asks. */
export async function logIn(ctx: AuthorizeContext, { sent, machineNow }: LoginParts): Promise<LoggedIn | LoginPage> {
  const { input, records, now, credential: own } = ctx;
  const prompts = new Set(input.prompt?.split(' '));
  const isFresh = own !== undefined && (input.max_age === undefined || now / 1000 - own.authTime <= input.max_age);
  const isHinted = input.login_hint === undefined || findByHint(records, input.login_hint)?.id === own?.user.id;
  const { id: expected, isHintRead } = await expectedUser(ctx);
  const isExpected = expected === undefined || expected === own?.user.id;
  if (prompts.has('none')) {
    if (own !== undefined && isFresh && isHinted && isExpected && isHintRead) return { session: own, asOf: now };
    throw oauthFault('login_required', 'this browser has no session that can be used without asking the user');
  }
  const isKept = !prompts.has('login') && isFresh;
  if (own !== undefined && isKept && !prompts.has('select_account') && isHinted && isExpected) {
    return { session: own, asOf: now };
  }
  if (!isPromptNeeded(ctx, prompts)) return { session: beginSession(ctx, expected), asOf: now };
  const choice = readChoice(ctx, sent);
  if (choice === undefined || choice.kind === 'stale') {
    return { page: askWho(ctx, { expected, isStale: choice !== undefined, sent, machineNow }) };
  }
  return chosen(ctx, choice, { expected, stored: isKept ? own : undefined });
}
