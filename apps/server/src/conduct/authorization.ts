/** Authorization requests (RFC 6749 §4.1.1), as the query of an attempt has them. */
import type { Attempt } from './attempt.js';
import type { Pausing } from './pausing.js';

/** An authorization request. */
export interface AuthorizationAttempt {
  readonly attempt: Attempt;
  readonly clientId: string;
  readonly query: URLSearchParams;
}

/** The authorization requests whose parameters are all in the query. */
export function* authorizations(attempts: readonly Attempt[]): Pausing<AuthorizationAttempt[]> {
  const found: AuthorizationAttempt[] = [];
  for (const attempt of attempts) {
    yield;
    if (attempt.operation !== 'oauth.authorize' || attempt.method !== 'GET') continue;
    const query = new URLSearchParams(attempt.query);
    const clientId = query.get('client_id');
    // A signed request (RFC 9101) has its parameters elsewhere.
    if (clientId === null || !query.has('response_type') || query.has('request') || query.has('request_uri')) continue;
    found.push({ attempt, clientId, query });
  }
  return found;
}
