/** The browser's session at the issuer: a cookie that says who logged in, and when. */
import { sha256 } from '#platform/hash';
import { z } from 'zod';
import type { BrowserSession } from '../kit/credential.js';
import type { Records } from '../kit/records.js';
import { endedSessions, GRANT_LIFE_MS, peekNumber, secretValue } from './grants.js';
import { issuerOf } from './realm.js';
import { seal, unseal } from './sealed.js';
import { publicUser, type UserRecord, users } from './users.js';

const COOKIE = 'understudy_session';

const PREFIX = 'ses_';

const MAC_LENGTH = 12;

/** The id of a session of a user. It proves itself, since nothing is kept of a session before it ends. */
function sealedId(records: Records, sub: string, head: string): string {
  return head + secretValue(records, ['session', sub, head]).slice(0, MAC_LENGTH);
}

/** Whether the `sid` of an ID token names a session of a browser; that of a login without a browser is the login itself. */
export function isBrowserSession(sid: string): boolean {
  return sid.startsWith(PREFIX);
}

/** Whether a session of a user was begun here. */
export function isOwnSession(records: Records, { sid, sub }: { readonly sid: string; readonly sub: string }): boolean {
  return isBrowserSession(sid) && sid === sealedId(records, sub, sid.slice(0, -MAC_LENGTH));
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
  // Ended sessions are remembered for as long as a session lasts: one that outlived that would begin anew.
  if (found.at * 1000 + GRANT_LIFE_MS <= now || records.get(endedSessions, found.sid) !== undefined) return undefined;
  return { user: publicUser(user), authTime: found.at, sid: found.sid, number: found.n, clients: found.c };
}

/** What a session begins with. */
export interface SessionStart {
  /** The present in ms since 1970. */
  readonly now: number;
  /** What the client made up for its request: two browsers that log in at one instant have sessions of their own. */
  readonly made: readonly (string | undefined)[];
}

/** Begins a session. */
export function beginBrowserSession(records: Records, user: UserRecord, { now, made }: SessionStart): BrowserSession {
  const authTime = Math.floor(now / 1000);
  const number = peekNumber(records);
  const sid = sha256(JSON.stringify([records.dataset.seed, user.id, authTime, number, ...made]));
  return { user: publicUser(user), authTime, sid: sealedId(records, user.id, PREFIX + sid.slice(0, 20)), number };
}

/** The cookie that takes a session away from its browser. */
export function noSessionCookie(realm: { readonly apiUrl: string }): string {
  return `${cookieOf(`${COOKIE}=`, 'Lax', realm)}; Max-Age=0`;
}

/** A cookie for the issuer's own paths only. */
function cookieOf(pair: string, sameSite: 'Lax' | 'Strict', { apiUrl }: { readonly apiUrl: string }): string {
  const { protocol, pathname } = new URL(issuerOf({ apiUrl }));
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
