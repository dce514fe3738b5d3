/** Problems as the errors of a redirect. */
import { type ProblemError, usualKind } from '../../kit/problem-error.js';

/** What a problem is called in a redirect: its own code, or that of its kind. */
export function redirectCode(problem: ProblemError): string {
  return problem.details.oauth ?? redirectCodes[usualKind(problem)] ?? 'invalid_request';
}

/** Whether a request was faulty, or a fault says so: a person is shown that on a page. */
export function isBadRequest({ kind, details }: ProblemError): boolean {
  return kind === 'bad_request' || (kind === 'status' && details.status === 400);
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
