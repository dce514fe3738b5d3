/** Faults of OAuth requests, by the codes that OAuth has for them. */
import { ProblemError } from '../kit/problem-error.js';

/**
 * A fault of a request, by its OAuth code (RFC 6749 §4.1.2.1 and §5.2, OpenID Connect Core §3.1.2.6).
 *
 * @param parameter the one that it lies in
 */
export function oauthFault(oauth: string, detail: string, parameter?: string): ProblemError {
  return new ProblemError('bad_request', {
    detail,
    oauth,
    ...(parameter === undefined ? {} : { errors: [{ parameter, code: oauth, detail }] }),
  });
}
