/** Sessions: begun by a login, with the clients that want to know when they end, and how they end. */
import { ACCESS_TOKEN_SECONDS, type Session } from '@understudy/contract/auth';
import { ProblemError } from '../kit/problem-error.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { type ClientSource, LOGIN_CLIENT, registeredClients } from './clients.js';
import {
  beginGrant,
  endedSessions,
  type Grant,
  GRANT_LIFE_MS,
  grants,
  type Issuance,
  issueRefreshToken,
  nextNumber,
  refreshTokens,
  revokeGrant,
} from './grants.js';
import { grantHere, issueAccessToken, liveGrant } from './tokens.js';
import type { Realm } from './realm.js';
import { publicUser, type UserRecord } from './users.js';
import { sha256 } from '#platform/runtime';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import type { BrowserSession } from '../kit/credential.js';
import { isBegun, isBrowserSession, isSessionOf } from './browser-session.js';
import type { ReadClaims } from './jwt.js';
import { hasScope } from './claims.js';

/** Scope of the tokens that a login gives: nobody can ask for one there. */
const LOGIN_SCOPE = 'openid profile email groups roles';

/** A session, and whose it is. */
interface Begun {
  readonly grant: Grant;
  readonly user: UserRecord;
}

async function issue(records: WritableRecords, { grant, user }: Begun, realm: Realm): Promise<Session> {
  const access = await issueAccessToken(records, grant, { realm, alg: 'RS256', scope: grant.scope });
  return {
    id: access.id,
    access_token: access.token,
    refresh_token: issueRefreshToken(records, grant, realm),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: publicUser(user),
  };
}

/** Begins a session for a user who has proved to be one. */
export async function beginSession(records: WritableRecords, user: UserRecord, realm: Realm): Promise<Session> {
  const authTime = Math.floor(realm.now / 1000);
  const login = { userId: user.id, clientId: LOGIN_CLIENT, scope: LOGIN_SCOPE, authTime, confidential: false };
  const grant = beginGrant(records, login, realm);
  return issue(records, { grant, user }, realm);
}

/** A refresh token that can be used, or what is wrong with it. */
export type Refreshable = { readonly grant: Grant; readonly user: UserRecord | null } | 'invalid' | 'reused';

/**
 * Uses up a refresh token. One that was used before ends its grant (RFC 9700 §4.14.2): whoever has
 * it besides the client may have stolen it.
 */
export function useRefreshToken(records: WritableRecords, token: string, { now, sandbox }: Issuance): Refreshable {
  const record = records.get(refreshTokens, token);
  const grant = grantOfRefreshToken(records, token, sandbox);
  if (record === undefined || grant === undefined || record.expires_at <= now) return 'invalid';
  if (record.used) {
    revokeGrant(records, record.grant_id);
    return 'reused';
  }
  const live = liveGrant(records, grant, now);
  if (live === undefined) return 'invalid';
  records.put(refreshTokens, { ...record, used: true });
  return live;
}

/** The grant of a refresh token; undefined where it is none of ours. */
export function grantOfRefreshToken(records: Records, token: string, sandbox: string): Grant | undefined {
  return grantHere(records, records.get(refreshTokens, token)?.grant_id ?? '', sandbox);
}

/** Why a session cannot be continued. */
export type Ended = 'invalid' | 'reused' | 'confidential';

const reasons: Readonly<Record<Ended, string>> = {
  invalid: 'the refresh token is expired, revoked, or was not issued by this server; log in again',
  reused: 'the refresh token was used before, which has ended its session; log in again',
  confidential:
    'the refresh token is that of an OAuth client with a secret or a key, which alone can use it, at the token endpoint',
};

/** The 401 for a refresh token that cannot be used. */
export function badRefreshToken(ended: Ended): ProblemError {
  return new ProblemError('unauthorized', {
    detail: reasons[ended],
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_token"' },
  });
}

/** Continues a session; `reused` where the token had been used before, which has ended it. */
export async function continueSession(records: WritableRecords, token: string, realm: Realm): Promise<Session | Ended> {
  // No client proves itself here.
  const grant = grantOfRefreshToken(records, token, realm.sandbox);
  if (grant?.confidential === true || grant?.jkt !== undefined) return 'confidential';
  const found = useRefreshToken(records, token, realm);
  if (typeof found === 'string') return found;
  return found.user === null ? 'invalid' : issue(records, { grant: found.grant, user: found.user }, realm);
}

/** The clients that the sandbox knows more of than their id: those that it lists, then those that registered themselves. */
function clientsOfSession({ records, login: { oauth_clients: listed = [] } }: ClientSource): readonly OAuthClient[] {
  const registered = records.changed(registeredClients);
  if (registered.length === 0) return listed;
  return [...listed, ...registered.map(({ id, metadata }) => ({ client_id: id, ...metadata }))];
}

/** What the sandbox knows of a client; undefined where that is no more than its id. */
export function clientOfSession(source: ClientSource, id: string): OAuthClient | undefined {
  return clientsOfSession(source).find(({ client_id }) => client_id === id);
}

/** A few characters for a client: a cookie has no room for fifty ids. */
function markOf(clientId: string): string {
  return sha256(clientId).slice(0, 8);
}

/**
 * The session with a client that is given an ID token at once. Nothing is written for it, so that the cookie remembers the
 * client; of any other login there is a grant.
 */
export function withClient(session: BrowserSession, id: string, source: ClientSource): BrowserSession {
  const { clients = [] } = session;
  if (clientOfSession(source, id) === undefined || clients.includes(markOf(id))) return session;
  return { ...session, clients: [...clients, markOf(id)] };
}

/** A session, and what is known of its clients by others than its grants. */
export interface SessionClients {
  readonly sid: string;
  /** Marks in its cookie. */
  readonly marks?: readonly string[] | undefined;
  /** The client that its ID token was issued to. */
  readonly hinted?: string | undefined;
}

/** The clients of a session, in the order in which the sandbox lists them. */
export function clientsOf(source: ClientSource, { sid, marks = [], hinted }: SessionClients): OAuthClient[] {
  const { records } = source;
  const known = clientsOfSession(source);
  if (known.length === 0) return [];
  const granted = new Set(records.changed(grants).flatMap((one) => (one.sid === sid ? [one.client_id] : [])));
  return known.filter(({ client_id: id }) => granted.has(id) || id === hinted || marks.includes(markOf(id)));
}

/**
 * The session that an ID token speaks of, while it lasts. The keys are published, so that anyone may have signed the token:
 * it ends no login that had no browser, and a session that was never begun here is none.
 */
export function hintedSession(
  records: Records,
  { sid = '', sub }: Pick<ReadClaims, 'sid' | 'sub'>,
  { now, sandbox }: Issuance,
): string | undefined {
  if (!isBrowserSession(sid) || records.get(endedSessions, sid) !== undefined) return undefined;
  if (isBegun(records, sid, now) && isSessionOf(records, { sid, sub, sandbox })) return sid;
  // What was asked for with offline_access may last longer.
  const isLive = records
    .changed(grants)
    .some((grant) => grant.sid === sid && grant.user_id === sub && grant.expires_at > now);
  return isLive ? sid : undefined;
}

/**
 * Ends a session: its cookie says nothing any more, and its logins end, but for those that were to last without it
 * (OpenID Connect Back-Channel Logout §2.7).
 */
export function endBrowserSession(records: WritableRecords, sid: string, now: number): void {
  records.put(endedSessions, { id: sid, expires_at: now + GRANT_LIFE_MS });
  // The next session is another one, also where the same request begins it at the same instant.
  nextNumber(records);
  for (const grant of records.changed(grants)) {
    if (grant.sid === sid && !hasScope(grant.scope, 'offline_access')) revokeGrant(records, grant.id);
  }
}
