/** The authorization endpoint: a page of grants for JSON callers, a redirect for browsers and OIDC clients. */
import { ACCESS_TOKEN_SECONDS, type AuthorizationGrant, type contract } from '@understudy/contract';
import type { z } from 'zod';
import type { Redirect } from '../../call/beside.js';
import type { Caller, Facts, FailedFacts, Redirection } from '../../call/handler.js';
import { isRedirectAllowed } from '../../identity/clients.js';
import { peekNumber } from '../../identity/grants.js';
import { opaqueToken } from '../../identity/opaque-token.js';
import { grantedScope } from '../../identity/scopes.js';
import { issuerOf, subjectOfIdToken } from '../../identity/tokens.js';
import { findByHint, type UserRecord, users } from '../../identity/users.js';
import { realmOf } from '../../identity/bearer.js';
import type { ProblemError } from '../../kit/problem-error.js';
import type { Listing } from '../../kit/listing.js';
import { Draft } from '../../state/model/draft.js';
import { beginBrowserSession, type BrowserSession, readSession, sessionCookie } from './browser-session.js';
import { checkRequest, checkTarget } from './check-request.js';
import { issueCode } from './code.js';
import { oauthFault, redirectError } from './oauth-error.js';

/** An authorization request, parsed. */
export type AuthorizationRequest = z.output<typeof contract.oauth.operations.authorize.input>;

type AuthorizeFacts = Facts<AuthorizationRequest>;

/** Of these an authorization request has at least one. */
const REQUEST = ['client_id', 'redirect_uri', 'response_type'];

/** These only a client sends that waits at its redirect_uri. */
const SIGNS = ['state', 'nonce', 'code_challenge', 'prompt', 'request'];

/** Whether a browser or an OIDC client is asking, which wants to be redirected. */
function wantsRedirect(input: Readonly<Record<string, unknown>>, { prefers, posted }: Caller): boolean {
  const sends = (names: readonly string[]): boolean => names.some((name) => input[name] !== undefined);
  if (!sends(REQUEST)) return false;
  if (posted || input['response_mode'] !== undefined) return true;
  return prefers !== 'json' && (prefers === 'html' || sends(SIGNS));
}

function codeFor(draft: Draft, session: BrowserSession, { input, now, caller }: AuthorizeFacts): string {
  const { client_id: client = '', redirect_uri: uri = '', nonce, state, code_challenge: challenge } = input;
  const scope = grantedScope(input.scope);
  const content = { sub: session.user.id, client, uri, scope, challenge, nonce, state };
  const times = { auth: session.authTime, sid: session.sid, iat: now, n: peekNumber(draft) };
  return issueCode(draft.view, { ...content, ...times }, caller.sandbox);
}

/** An address with the parameters of an authorization response, those of its own query kept (RFC 6749 §3.1.2). */
function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  // Appended as text: to parse the client's own query and write it again would change its spelling.
  const before = url.search === '' ? '' : `${url.search}&`;
  url.search = `${before}${new URLSearchParams(given)}`;
  return url.href;
}

/** Where the browser goes with a code (RFC 6749 §4.1.2, RFC 9207 §2). */
function successTarget(code: string, { input, caller }: AuthorizeFacts): string {
  return withParameters(input.redirect_uri ?? '', { code, state: input.state, iss: issuerOf(caller) });
}

/** The user who logs in: the one that is hinted at, else the first. */
function userFor(draft: Draft, { input }: AuthorizeFacts, expected?: string): UserRecord {
  const hint = input.login_hint ?? expected;
  if (hint === undefined) {
    const count = draft.view.size(users);
    for (let position = 0; position < count; position++) {
      const user = draft.view.at(users, position);
      if (user?.status === 'active') return user;
    }
    throw oauthFault('access_denied', 'there is no active user who could log in');
  }
  const user = findByHint(draft, hint);
  if (user?.status === 'active') return user;
  const parameter = input.login_hint === undefined ? 'id_token_hint' : 'login_hint';
  const what = user === undefined ? 'names no user' : `names a user who is ${user.status}`;
  throw oauthFault('access_denied', `${parameter} ${what}`, parameter);
}

/** The session to answer with: the browser's own, or that of a login just made. */
async function sessionFor(draft: Draft, facts: AuthorizeFacts): Promise<BrowserSession> {
  const { input, now, caller } = facts;
  const own = readSession(draft, caller);
  const prompts = new Set(input.prompt?.split(' '));
  const isFresh = own !== undefined && (input.max_age === undefined || now / 1000 - own.authTime <= input.max_age);
  const isHinted = input.login_hint === undefined || findByHint(draft, input.login_hint)?.id === own?.user.id;
  const expected =
    input.id_token_hint === undefined ? undefined : await subjectOfIdToken(input.id_token_hint, realmOf(caller, now));
  const isExpected = expected === undefined || expected === own?.user.id;
  const isHintRead = input.id_token_hint === undefined || expected !== undefined;
  if (prompts.has('none')) {
    if (own !== undefined && isFresh && isHinted && isExpected && isHintRead) return own;
    throw oauthFault('login_required', 'there is no session of this browser that could be used without asking');
  }
  const mayKeep = !prompts.has('login') && !prompts.has('select_account') && isFresh && isHinted && isExpected;
  if (own !== undefined && mayKeep) return own;
  const user = userFor(draft, facts, expected);
  // OpenID Connect Core §3.1.2.1: nobody else than the user of the hint may come of it.
  if (expected !== undefined && user.id !== expected) {
    throw oauthFault('login_required', 'login_hint and id_token_hint name different users', 'id_token_hint');
  }
  return beginBrowserSession(draft, user, now);
}

async function redirect(draft: Draft, facts: AuthorizeFacts): Promise<Redirection> {
  checkTarget(facts.input, facts.caller);
  if (facts.input.response_type === undefined) {
    throw oauthFault('invalid_request', 'response_type is required', 'response_type');
  }
  checkRequest(facts.input);
  const session = await sessionFor(draft, facts);
  const location = successTarget(codeFor(draft, session, facts), facts);
  return { redirect: { location, cookie: sessionCookie(draft.view, session, facts.caller) } };
}

function grantsFor(draft: Draft, facts: AuthorizeFacts): Listing<UserRecord, AuthorizationGrant> {
  const { input, view, now } = facts;
  checkRequest(input);
  const first = input.login_hint === undefined ? undefined : userFor(draft, facts).id;
  const scope = grantedScope(input.scope);
  const { client_id: client, redirect_uri: uri } = input;
  // What a browser would not be sent to gets no code either.
  const hasTarget = client !== undefined && uri !== undefined && isRedirectAllowed(uri, facts.caller.redirectAllow);
  return {
    collection: users,
    where: { status: 'active' },
    first,
    show: (user) => {
      const code = hasTarget ? codeFor(draft, beginBrowserSession(draft, user, now), facts) : undefined;
      return {
        id: user.id.replace(/^usr_/, 'tok_'),
        access_token: opaqueToken(view, user, scope),
        token_type: 'Bearer',
        expires_in: ACCESS_TOKEN_SECONDS,
        scope,
        user_id: user.id,
        ...(code === undefined ? {} : { code, redirect_to: successTarget(code, facts) }),
      };
    },
  };
}

async function answer(facts: AuthorizeFacts): Promise<Redirection | Listing<UserRecord, AuthorizationGrant>> {
  const draft = new Draft(facts.view);
  return wantsRedirect(facts.input, facts.caller) ? redirect(draft, facts) : grantsFor(draft, facts);
}

function only(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Takes a problem back to the client that sent the browser, where that is known and may be sent to. */
function carry(problem: ProblemError, { input, caller }: FailedFacts): Redirect | undefined {
  const parameters: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  const uri = only(parameters['redirect_uri']);
  if (!wantsRedirect(parameters, caller) || uri === undefined || only(parameters['client_id']) === undefined)
    return undefined;
  if (!isRedirectAllowed(uri, caller.redirectAllow)) return undefined;
  const error = {
    error: redirectError(problem),
    error_description: problem.message.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"),
  };
  return { location: withParameters(uri, { ...error, state: only(parameters['state']), iss: issuerOf(caller) }) };
}

/** The handler, with the way its errors travel. */
export const authorize = Object.assign(answer, { carry });
