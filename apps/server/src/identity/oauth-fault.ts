/** Faults of OAuth requests, by the codes that OAuth has for them. */
import type { User } from '@understudy/contract/auth';
import { ProblemError } from '../kit/problem-error.js';

/**
 * A fault of a request, by its OAuth code (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6).
 *
 * @param parameter the one that it lies in
 * @param code what the fault is called in the list of faults, where that says more
 */
export function oauthFault(oauth: string, detail: string, parameter?: string, code = oauth): ProblemError {
  return new ProblemError('bad_request', {
    detail,
    oauth,
    ...(parameter === undefined ? {} : { errors: [{ parameter, code, detail }] }),
  });
}

/** What a fault is called that lies in the user: as the kinds of the log-in are. OAuth has one code for all of them. */
export function userFaultCode(user: Pick<User, 'status'> | undefined): string | undefined {
  return user === undefined || user.status === 'active' ? undefined : `user_${user.status}`;
}
