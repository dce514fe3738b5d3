/** Sessions of the authentication domain: begun by a login, continued by a refresh, ended by a logout. */
import { ACCESS_TOKEN_SECONDS, type Session } from '@understudy/contract';
import { ProblemError } from '../kit/problem-error.js';
import type { Draft } from '../state/draft.js';
import { LOGIN_CLIENT } from './clients.js';
import { beginGrant, type Grant, issueRefreshToken, refreshTokens, revokeGrant } from './grants.js';
import { issueAccessToken, liveGrant, type Realm } from './tokens.js';
import { publicUser, type UserRecord } from './users.js';

/** Scope of the tokens that a login gives. */
const LOGIN_SCOPE = 'openid profile email';

/** A session, and whose it is. */
interface Begun {
  readonly grant: Grant;
  readonly user: UserRecord;
}

async function issue(draft: Draft, { grant, user }: Begun, realm: Realm): Promise<Session> {
  const access = await issueAccessToken(draft, grant, { realm, alg: 'RS256', scope: grant.scope });
  return {
    id: access.id,
    access_token: access.token,
    refresh_token: issueRefreshToken(draft, grant, realm),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    user: publicUser(user),
  };
}

/** Begins a session for a user who has proved to be one. */
export async function beginSession(draft: Draft, user: UserRecord, realm: Realm): Promise<Session> {
  const authTime = Math.floor(realm.now / 1000);
  const grant = beginGrant(draft, { userId: user.id, clientId: LOGIN_CLIENT, scope: LOGIN_SCOPE, authTime }, realm.now);
  return issue(draft, { grant, user }, realm);
}

/** A refresh token that can be used, or what is wrong with it. */
export type Refreshable = { readonly grant: Grant; readonly user: UserRecord | null } | 'invalid' | 'reused';

/**
 * Uses up a refresh token. One that was used before ends its grant (RFC 9700 §4.14.2): whoever has
 * it besides the client may have stolen it.
 */
export function useRefreshToken(draft: Draft, token: string, now: number): Refreshable {
  const record = draft.get(refreshTokens, token);
  if (record === undefined || record.expires_at <= now) return 'invalid';
  if (record.used) {
    revokeGrant(draft, record.grant_id);
    return 'reused';
  }
  const live = liveGrant(draft, record.grant_id, now);
  if (live === undefined) return 'invalid';
  draft.put(refreshTokens, { ...record, used: true });
  return live;
}

/** The 401 for a refresh token that cannot be used. */
export function badRefreshToken(): ProblemError {
  return new ProblemError('unauthorized', {
    detail: 'the refresh token is expired, revoked, used before, or no token of ours; log in again',
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_token"' },
  });
}

/** Continues a session; `reused` where the token had been used before, which has ended it. */
export async function continueSession(
  draft: Draft,
  token: string,
  realm: Realm,
): Promise<Session | 'invalid' | 'reused'> {
  const found = useRefreshToken(draft, token, realm.now);
  if (typeof found === 'string') return found;
  return found.user === null ? 'invalid' : issue(draft, { grant: found.grant, user: found.user }, realm);
}
