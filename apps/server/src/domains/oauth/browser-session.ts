/** The browser's session at the issuer: a cookie that says who logged in, and when. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Caller } from '../../call/handler.js';
import { peekNumber } from '../../identity/grants.js';
import { type UserRecord, users } from '../../identity/users.js';
import type { Draft } from '../../state/model/draft.js';
import type { View } from '../../state/model/view.js';
import { seal, unseal } from './sealed.js';

const COOKIE = 'understudy_session';

const content = z.object({
  sub: z.string(),
  at: z.int(),
  sid: z.string(),
  /** Number of the next token when the user logged in: suspending the user ends what has a lower one. */
  n: z.int(),
});

/** A session: the user, when they logged in (in seconds since 1970), and its id. */
export interface BrowserSession {
  readonly user: UserRecord;
  readonly authTime: number;
  readonly sid: string;
  /** Number of the next token when the user logged in. */
  readonly number: number;
}

/** The session that a request carries, while its user is active. */
export function readSession(draft: Draft, { cookie, sandbox }: Caller): BrowserSession | undefined {
  const pair = cookie.split(/; */).find((one) => one.startsWith(`${COOKIE}=`));
  if (pair === undefined) return undefined;
  const kind = { purpose: 'session', sandbox } as const;
  const found = unseal(draft.view, pair.slice(COOKIE.length + 1), { kind, schema: content });
  const user = found === undefined ? undefined : draft.get(users, found.sub);
  if (found === undefined || user?.status !== 'active' || found.n < user.grants_from) return undefined;
  return { user, authTime: found.at, sid: found.sid, number: found.n };
}

/** Begins a session. */
export function beginBrowserSession(draft: Draft, user: UserRecord, now: number): BrowserSession {
  const authTime = Math.floor(now / 1000);
  const sid = createHash('sha256')
    .update(JSON.stringify([draft.view.world.seed, user.id, authTime]))
    .digest('base64url');
  return { user, authTime, sid: `ses_${sid.slice(0, 20)}`, number: peekNumber(draft) };
}

/** The cookie that carries a session, for the issuer's own paths only. */
export function sessionCookie(
  view: View,
  { user, authTime, sid, number }: BrowserSession,
  { baseUrl, sandbox }: Caller,
): string {
  const value = seal(view, { sub: user.id, at: authTime, sid, n: number }, { purpose: 'session', sandbox });
  const { protocol, pathname } = new URL(`${baseUrl}/api/oauth`);
  const secure = protocol === 'https:' ? '; Secure' : '';
  return `${COOKIE}=${value}; Path=${pathname}; HttpOnly; SameSite=Lax${secure}`;
}
