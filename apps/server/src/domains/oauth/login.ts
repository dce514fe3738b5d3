/** Which user logs in, and whether the session of the browser will do. */
import { readIdTokenHint } from '../../identity/tokens.js';
import { realmOf } from '../../identity/realm.js';
import { beginBrowserSession } from '../../identity/browser-session.js';
import { oauthFault } from '../../identity/oauth-fault.js';
import { readClaims } from '../../identity/requested-claims.js';
import { findByHint, type UserRecord, users } from '../../identity/users.js';
import type { BrowserSession } from '../../kit/credential.js';
import type { Records } from '../../kit/records.js';
import type { AuthorizationRequest, AuthorizeContext } from './authorize-context.js';

/** The first user who can log in. */
export function firstActive(records: Records): UserRecord {
  const count = records.size(users);
  for (let position = 0; position < count; position++) {
    const user = records.at(users, position);
    if (user?.status === 'active') return user;
  }
  throw oauthFault('access_denied', 'there is no active user who could log in');
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
  throw oauthFault('access_denied', `${parameter} ${what}`, parameter);
}

/** The session to answer with: the browser's own, or that of a login just made. */
export async function sessionFor(ctx: AuthorizeContext): Promise<BrowserSession> {
  const { input, records, now, credential: own } = ctx;
  const prompts = new Set(input.prompt?.split(' '));
  const isFresh = own !== undefined && (input.max_age === undefined || now / 1000 - own.authTime <= input.max_age);
  const isHinted = input.login_hint === undefined || findByHint(records, input.login_hint)?.id === own?.user.id;
  const hinted =
    input.id_token_hint === undefined ? undefined : (await readIdTokenHint(input.id_token_hint, realmOf(ctx)))?.sub;
  const { subject } = readClaims(input);
  if (hinted !== undefined && subject !== undefined && hinted !== subject) {
    throw oauthFault('login_required', 'id_token_hint and claims name different users', 'claims');
  }
  const expected = hinted ?? subject;
  const isExpected = expected === undefined || expected === own?.user.id;
  const isHintRead = input.id_token_hint === undefined || hinted !== undefined;
  if (prompts.has('none')) {
    if (own !== undefined && isFresh && isHinted && isExpected && isHintRead) return own;
    throw oauthFault('login_required', 'there is no session of this browser that could be used without asking');
  }
  const mayKeep = !prompts.has('login') && !prompts.has('select_account') && isFresh && isHinted && isExpected;
  if (own !== undefined && mayKeep) return own;
  const user = userFor(ctx, expected);
  // OpenID Connect Core §3.1.2.1: nobody else than the user of the hint may come of it.
  if (expected !== undefined && user.id !== expected) {
    throw oauthFault('login_required', 'login_hint names another user than id_token_hint or claims', 'login_hint');
  }
  return beginBrowserSession(records, user, { now, made: madeUp(input) });
}
