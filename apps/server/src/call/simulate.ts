/** The failures that simulate_error forces, as problems. */
import type { SimulatedError } from '@understudy/contract';
import { ProblemError, type ProblemDetails } from '../kit/problem-error.js';

/** What comes with each forced failure, beside its status. */
const details: Readonly<Record<SimulatedError, ProblemDetails>> = {
  rate_limit: {
    detail: 'simulated: too many requests, try again in 1 second',
    headers: {
      'retry-after': '1',
      // draft-ietf-httpapi-ratelimit-headers-10 §3 and §4
      'ratelimit-policy': '"default";q=60;w=60',
      ratelimit: '"default";r=0;t=1',
    },
  },
  server_error: { detail: 'simulated: the server failed' },
  not_found: { detail: 'simulated: nothing is here' },
  unauthorized: {
    detail: 'simulated: the access token is invalid',
    headers: { 'www-authenticate': 'Bearer realm="understudy", error="invalid_token"' },
  },
  forbidden: {
    detail: 'simulated: the access token does not allow this',
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope"' },
  },
  bad_request: {
    detail: 'simulated: 1 field is invalid',
    errors: [{ pointer: '#/sample', code: 'invalid_type', detail: 'must be an integer, but is a string' }],
  },
  service_unavailable: {
    detail: 'simulated: the service is unavailable, try again in 1 second',
    headers: { 'retry-after': '1' },
  },
  timeout: { detail: 'simulated: the answer did not come in time' },
  malformed: { detail: 'simulated: the answer was cut in half' },
};

/** A hold this long, in seconds, stands for a timeout when no delay says otherwise. */
export const TIMEOUT_HOLD = 3;

/** The problem that a forced failure answers. */
export function simulated(kind: SimulatedError): ProblemError {
  return new ProblemError(kind, { ...details[kind], simulated: true });
}
