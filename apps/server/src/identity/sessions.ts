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
  peekNumber,
  refreshTokens,
  revokeGrant,
  secretValue,
} from './grants.js';
import { grantHere, issueAccessToken, liveGrant } from './tokens.js';
import { providerUrl, type Realm } from './realm.js';
import { publicUser, type UserRecord, users } from './users.js';
import { bytesOf, fromBase64, sha256, textOf, timingSafeEqual, toBase64url } from '#platform/runtime';
import type { OAuthClient } from '@understudy/contract/sandboxes';
import type { BrowserSession } from '../kit/credential.js';
import type { ReadClaims } from './jwt.js';
import { hasScope } from './claims.js';
import { z } from 'zod';
import { isReplay, type OneUse } from '../kit/replay-guard.js';

/** What a sealed value is for: one kind is never taken for another, nor one sandbox's for another's. */
interface Seal {
  readonly purpose: 'code' | 'session' | 'choice';
  readonly sandbox: string;
}

function macOf(records: Records, body: string, { purpose, sandbox }: Seal): string {
  return secretValue(records, ['sealed', purpose, sandbox, body]);
}

/** Seals a value. */
export function seal(records: Records, value: object, kind: Seal): string {
  const body = toBase64url(bytesOf(JSON.stringify(value)));
  return `${body}.${macOf(records, body, kind)}`;
}

/** Opens a sealed value; undefined where it was changed, or is of another kind or shape. */
export function unseal<Value>(
  records: Records,
  text: string,
  { kind, schema }: { kind: Seal; schema: z.ZodType<Value> },
): Value | undefined {
  const [body = '', mac = '', ...rest] = text.split('.');
  // A sealed value has one spelling: a used code with something added would pass for a new one.
  if (rest.length > 0) return undefined;
  const [right, given] = [bytesOf(macOf(records, body, kind)), bytesOf(mac)];
  if (!timingSafeEqual(right, given)) return undefined;
  // Whoever knows the seed can seal what we would not.
  return schema.safeParse(jsonOf(textOf(fromBase64(body)))).data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const COOKIE = 'understudy_session';

const PREFIX = 'ses_';

const MAC_LENGTH = 12;

/** Of a session no more is kept than that it was begun: its id proves whose it is. */
function sealedId(
  records: Records,
  { sub, sandbox }: { readonly sub: string; readonly sandbox: string },
  head: string,
) {
  return head + secretValue(records, ['session', sandbox, sub, head]).slice(0, MAC_LENGTH);
}

/**
 * What beginning a session uses up. It is remembered as long as the session may last: one that is not known to have begun
 * is of a sandbox that was since reset, forgotten or put back, whatever its cookie or its codes say.
 */
export function beginningOf(sid: string, now: number): OneUse {
  return { of: ['session', sid], until: now + GRANT_LIFE_MS };
}

/** Whether a session was begun here, and was not ended. */
function isBegun(records: Records, sid: string, now: number): boolean {
  return isReplay(records, beginningOf(sid, now), now) && records.get(endedSessions, sid) === undefined;
}

/** Whether the `sid` of an ID token names a session of a browser; that of a login without a browser is the login itself. */
function isBrowserSession(sid: string): boolean {
  return sid.startsWith(PREFIX);
}

/** Whether an id is that of a session of a user in a sandbox. */
function isSessionOf(
  records: Records,
  { sid, ...whose }: { readonly sid: string; readonly sub: string; readonly sandbox: string },
): boolean {
  return isBrowserSession(sid) && sid === sealedId(records, whose, sid.slice(0, -MAC_LENGTH));
}

const sealed = z.object({
  sub: z.string(),
  at: z.int(),
  sid: z.string(),
  /** Number of the next token when the user logged in: suspending the user ends what has a lower one. */
  n: z.int(),
  /** Marks of the clients that were given ID tokens at once, and want to know when it ends; left out where there are none. */
  c: z.array(z.string()).optional(),
});

/** The value of one cookie of a Cookie header. */
function valueOf(cookie: string, name: string): string | undefined {
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

/** The session that a request carries, while its user is active. */
export function readSession(
  records: Records,
  { cookie, sandbox, now }: { readonly cookie: string; readonly sandbox: string; readonly now: number },
): BrowserSession | undefined {
  const value = valueOf(cookie, COOKIE);
  if (value === undefined) return undefined;
  const kind = { purpose: 'session', sandbox } as const;
  const found = unseal(records, value, { kind, schema: sealed });
  const user = found === undefined ? undefined : records.get(users, found.sub);
  if (found === undefined || user?.status !== 'active' || found.n < user.grants_from) return undefined;
  if (!isBegun(records, found.sid, now)) return undefined;
  return { user: publicUser(user), authTime: found.at, sid: found.sid, number: found.n, clients: found.c };
}

interface SessionStart extends Issuance {
  /** What the client made up for its request: two browsers that log in at one instant have sessions of their own. */
  readonly made: readonly (string | undefined)[];
}

/** Makes a session. It begins once it is remembered, by {@link beginningOf}. */
export function newBrowserSession(
  records: Records,
  user: UserRecord,
  { now, sandbox, made }: SessionStart,
): BrowserSession {
  const authTime = Math.floor(now / 1000);
  const number = peekNumber(records);
  const sid = PREFIX + sha256(JSON.stringify([records.dataset.seed, user.id, now, number, ...made])).slice(0, 20);
  return { user: publicUser(user), authTime, sid: sealedId(records, { sub: user.id, sandbox }, sid), number };
}

/** The cookie that takes a session away from its browser. */
export function noSessionCookie(realm: { readonly apiUrl: string }): string {
  return `${cookieOf(`${COOKIE}=`, 'Lax', realm)}; Max-Age=0`;
}

/** A cookie for the issuer's own paths only. */
function cookieOf(pair: string, sameSite: 'Lax' | 'Strict', { apiUrl }: { readonly apiUrl: string }): string {
  const { protocol, pathname } = new URL(providerUrl({ apiUrl }));
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${pair}; Path=${pathname}; HttpOnly; SameSite=${sameSite}${secure}`;
}

const MARK_COOKIE = 'understudy_login';

/** What a browser that is shown the log-in page is known by; undefined where it is not known yet. */
export function readBrowserMark(cookie: string): string | undefined {
  const value = valueOf(cookie, MARK_COOKIE);
  return value !== undefined && /^[\w-]{24}$/.test(value) ? value : undefined;
}

/** The cookie that a browser is known by which is shown the log-in page; no other site can make it send that. */
export function browserMarkCookie(
  mark: string,
  { seconds, ...realm }: { readonly apiUrl: string; readonly seconds: number },
): string {
  return `${cookieOf(`${MARK_COOKIE}=${mark}`, 'Strict', realm)}; Max-Age=${seconds}`;
}

/** The cookie that carries a session. */
export function sessionCookie(
  records: Records,
  { user, authTime, sid, number, clients }: BrowserSession,
  { apiUrl, sandbox }: { readonly apiUrl: string; readonly sandbox: string },
): string {
  const content = { sub: user.id, at: authTime, sid, n: number, ...(clients === undefined ? {} : { c: clients }) };
  const value = seal(records, content, { purpose: 'session', sandbox });
  return cookieOf(`${COOKIE}=${value}`, 'Lax', { apiUrl });
}

/** Scope of the tokens that a login gives: nobody can ask for one there. */
const LOGIN_SCOPE = 'openid profile email groups roles';

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
type Refreshable = { readonly grant: Grant; readonly user: UserRecord | null } | 'invalid' | 'reused';

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
type Ended = 'invalid' | 'reused' | 'confidential';

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
interface SessionClients {
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
