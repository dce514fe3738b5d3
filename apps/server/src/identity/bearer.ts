/** Reads credentials from the Authorization header, and refuses what is no valid access token (RFC 6750). */
import { ProblemError } from '../kit/problem-error.js';
import type { Records } from '../kit/records.js';
import { type Bearer, readAccessToken } from './tokens.js';
import type { Realm } from './realm.js';

/** The token of an Authorization header; undefined where it has none. */
export function bearerToken(authorization: string): string | undefined {
  return /^Bearer +(?<token>\S+) *$/i.exec(authorization)?.groups?.['token'];
}

/** The 401 for a call without a credential, or with a wrong one (RFC 6750 §3). */
export function unauthorized(isGiven: boolean): ProblemError {
  const error = isGiven ? ', error="invalid_token", error_description="The access token is not valid"' : '';
  return new ProblemError('unauthorized', {
    detail: isGiven
      ? 'the access token is expired, revoked, of another sandbox, or no token of ours'
      : 'this call needs an access token: Authorization: Bearer <token>',
    headers: { 'www-authenticate': `Bearer realm="understudy"${error}` },
    // RFC 6750 §3.1: a request without any credential gets no error code.
    oauth: isGiven ? 'invalid_token' : null,
  });
}

/** Who the bearer of a token is; a 401 where there is no valid one. */
export async function requireBearer(records: Records, token: string | undefined, realm: Realm): Promise<Bearer> {
  const bearer = token === undefined ? undefined : await readAccessToken(records, token, realm);
  if (bearer === undefined) throw unauthorized(token !== undefined);
  return bearer;
}
