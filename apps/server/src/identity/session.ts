/** Sessions of the authentication domain: begun by a login, continued by a refresh, ended by a logout. */
import { ACCESS_TOKEN_SECONDS, type Session } from '@understudy/contract/auth';
import { ProblemError } from '../kit/problem-error.js';
import type { Records, WritableRecords } from '../kit/records.js';
import { LOGIN_CLIENT } from './clients.js';
import { beginGrant, type Grant, type Issuance, issueRefreshToken, refreshTokens, revokeGrant } from './grants.js';
import { grantHere, issueAccessToken, liveGrant } from './tokens.js';
import type { Realm } from './realm.js';
import { publicUser, type UserRecord } from './users.js';

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
