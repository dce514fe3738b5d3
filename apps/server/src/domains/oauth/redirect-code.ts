/** Problems as the errors of a redirect. */
import type { ProblemError } from '../../kit/problem-error.js';

/** What a problem is called in a redirect: its own code, or that of its kind. */
export function redirectCode({ kind, details }: ProblemError): string {
  return details.oauth ?? redirectCodes[kind] ?? 'invalid_request';
}

const redirectCodes: Readonly<Record<string, string>> = {
  unauthorized: 'access_denied',
  forbidden: 'access_denied',
  server_error: 'server_error',
  internal: 'server_error',
  rate_limit: 'temporarily_unavailable',
  service_unavailable: 'temporarily_unavailable',
  timeout: 'temporarily_unavailable',
};
