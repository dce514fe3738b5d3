/** Ends sessions. */
import { unauthorized } from '../../identity/bearer.js';
import { refreshTokens, revokeGrant } from '../../identity/grants.js';
import { grantOfAccessToken, type Realm } from '../../identity/tokens.js';
import type { Draft } from '../../state/model/draft.js';

/** The tokens of the session to end: either will do. */
export interface SessionTokens {
  readonly accessToken: string | undefined;
  readonly refreshToken: string | undefined;
}

/** Ends the sessions of both tokens, and answers which; it may be repeated. */
export async function logout(draft: Draft, { accessToken, refreshToken }: SessionTokens, realm: Realm) {
  const byAccess = accessToken === undefined ? undefined : await grantOfAccessToken(draft, accessToken, realm);
  const byRefresh = refreshToken === undefined ? undefined : draft.get(refreshTokens, refreshToken)?.grant_id;
  const ended = [byAccess, byRefresh].filter((id) => id !== undefined);
  const [id] = ended;
  if (id === undefined) throw unauthorized(accessToken !== undefined || refreshToken !== undefined);
  for (const grant of ended) revokeGrant(draft, grant);
  return { id, status: 'logged_out' as const };
}
