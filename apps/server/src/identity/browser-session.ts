/** The browser's session at the issuer: a cookie that says who logged in, and when. */
import { createHash } from '#platform/hash';
import { z } from 'zod';
import type { BrowserSession } from '../kit/credential.js';
import type { Records } from '../kit/records.js';
import { peekNumber } from './grants.js';
import { issuerOf } from './tokens.js';
import { seal, unseal } from './sealed.js';
import { publicUser, type UserRecord, users } from './users.js';

const COOKIE = 'understudy_session';

const content = z.object({
  sub: z.string(),
  at: z.int(),
  sid: z.string(),
  /** Number of the next token when the user logged in: suspending the user ends what has a lower one. */
  n: z.int(),
});

/** The session that a request carries, while its user is active. */
export function readSession(
  records: Records,
  { cookie, sandbox }: { readonly cookie: string; readonly sandbox: string },
): BrowserSession | undefined {
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${COOKIE}=`));
  if (pair === undefined) return undefined;
  const kind = { purpose: 'session', sandbox } as const;
  const found = unseal(records, pair.slice(COOKIE.length + 1), { kind, schema: content });
  const user = found === undefined ? undefined : records.get(users, found.sub);
  if (found === undefined || user?.status !== 'active' || found.n < user.grants_from) return undefined;
  return { user: publicUser(user), authTime: found.at, sid: found.sid, number: found.n };
}

/** Begins a session. */
export function beginBrowserSession(records: Records, user: UserRecord, now: number): BrowserSession {
  const authTime = Math.floor(now / 1000);
  const sid = createHash('sha256')
    .update(JSON.stringify([records.dataset.seed, user.id, authTime]))
    .digest('base64url');
  return { user: publicUser(user), authTime, sid: `ses_${sid.slice(0, 20)}`, number: peekNumber(records) };
}

/** The cookie that carries a session, for the issuer's own paths only. */
export function sessionCookie(
  records: Records,
  { user, authTime, sid, number }: BrowserSession,
  { apiUrl, sandbox }: { readonly apiUrl: string; readonly sandbox: string },
): string {
  const value = seal(records, { sub: user.id, at: authTime, sid, n: number }, { purpose: 'session', sandbox });
  const { protocol, pathname } = new URL(issuerOf({ apiUrl }));
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`;
}
