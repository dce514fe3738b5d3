/** The session of a browser with the provider, in a sealed cookie. */
import { sha256, timingSafeEqual, bytesOf, fromBase64, textOf, toBase64url } from '#platform/runtime';
import { z } from 'zod';
import type { BrowserSession } from '../kit/credential.js';
import type { Records } from '../kit/records.js';
import { isReplay, type OneUse } from '../kit/replay-guard.js';
import { endedSessions, GRANT_LIFE_MS, type Issuance, peekNumber, secretValue } from './grants.js';
import { providerUrl } from './realm.js';
import { publicUser, type UserRecord, users } from './users.js';

/** What a sealed value is for: one kind is never taken for another, nor one sandbox's for another's. */
export interface Seal {
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
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
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
export function isBegun(records: Records, sid: string, now: number): boolean {
  return isReplay(records, beginningOf(sid, now), now) && records.get(endedSessions, sid) === undefined;
}

/** Whether the `sid` of an ID token names a session of a browser; that of a login without a browser is the login itself. */
export function isBrowserSession(sid: string): boolean {
  return sid.startsWith(PREFIX);
}

/** Whether an id is that of a session of a user in a sandbox. */
export function isSessionOf(
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

/** What a session begins with. */
export interface SessionStart extends Issuance {
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
