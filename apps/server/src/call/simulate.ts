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
      // The same as GitHub and many others tell it; beside them, when it is over.
      'x-ratelimit-limit': '60',
      'x-ratelimit-remaining': '0',
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

/** Headers that depend on the moment: the limit is over in a second, told in whole seconds since 1970. */
function momentary(kind: SimulatedError, now: number): Readonly<Record<string, string>> {
  return kind === 'rate_limit' ? { 'x-ratelimit-reset': String(Math.ceil(now / 1000) + 1) } : {};
}

/** The problem that a forced failure answers. `now` is the sandbox's present, in ms since 1970. */
export function simulated(kind: SimulatedError, now: number): ProblemError {
  const { headers, ...rest } = details[kind];
  const all = headers && { headers: { ...headers, ...momentary(kind, now) } };
  return new ProblemError(kind, { ...rest, ...all, simulated: true });
}
