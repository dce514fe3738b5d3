/** Ends sessions. */
import { unauthorized } from '../../identity/bearer.js';
import { revokeGrant } from '../../identity/grants.js';
import { grantOfRefreshToken } from '../../identity/session.js';
import type { PresentedToken } from '../../kit/credential.js';
import type { WritableRecords } from '../../kit/records.js';

/** The tokens of the session to end: either will do. */
export interface SessionTokens {
  /** The access token, of which nothing but its login matters. */
  readonly token: Pick<PresentedToken, 'grant'> | undefined;
  readonly refreshToken: string | undefined;
  readonly sandbox: string;
}

/** Ends the sessions of both tokens, and answers which; it may be repeated. */
export function logout(records: WritableRecords, { token, refreshToken, sandbox }: SessionTokens) {
  const byRefresh = refreshToken === undefined ? undefined : grantOfRefreshToken(records, refreshToken, sandbox)?.id;
  const ended = [token?.grant, byRefresh].filter((id) => id !== undefined);
  const [id] = ended;
  if (id === undefined) throw unauthorized(token !== undefined || refreshToken !== undefined);
  for (const grant of ended) revokeGrant(records, grant);
  return { id, status: 'logged_out' as const };
}
