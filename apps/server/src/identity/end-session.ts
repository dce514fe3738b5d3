/** Ends sessions of browsers. */
import type { Records, WritableRecords } from '../kit/records.js';
import { isBegun, isBrowserSession, isSessionOf } from './browser-session.js';
import { endedSessions, GRANT_LIFE_MS, grants, type Issuance, nextNumber, revokeGrant } from './grants.js';
import type { ReadClaims } from './jwt.js';
import { hasScope } from './scopes.js';

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
