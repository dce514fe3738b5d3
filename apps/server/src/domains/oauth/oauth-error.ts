/** OAuth errors as problems. */
import type { ProblemKind } from '@understudy/contract';
import { ProblemError } from '../../kit/problem-error.js';

/** A fault of an authorization request, by its OAuth code (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
export function oauthFault(oauth: string, detail: string, parameter?: string): ProblemError {
  return new ProblemError('bad_request', {
    detail,
    oauth,
    ...(parameter === undefined ? {} : { errors: [{ parameter, code: oauth, detail }] }),
  });
}

/** What a problem is called in a redirect: its own code, or that of its kind. */
export function redirectError({ kind, details }: ProblemError): string {
  return details.oauth ?? redirectErrors[kind] ?? 'invalid_request';
}

const redirectErrors: Readonly<Partial<Record<ProblemKind, string>>> = {
  unauthorized: 'access_denied',
  forbidden: 'access_denied',
  server_error: 'server_error',
  internal: 'server_error',
  rate_limit: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
};
