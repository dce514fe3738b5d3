/** The failures that simulate_error forces: problems to answer, and a cut to make. */
import type { SimulatedError } from '@understudy/contract';
import { ProblemError, type ProblemDetails } from '../kit/problem-error.js';
import type { Sandbox } from '../state/registry/sandbox.js';
import type { CallControls } from './call.js';

/** What comes with each forced failure, beside its status. */
const details: Readonly<Record<SimulatedError, ProblemDetails>> = {
  rate_limit: {
    detail: 'simulated: too many requests, try again in 1 second',
    headers: {
      'retry-after': '1',
      // draft-ietf-httpapi-ratelimit-headers-10 §3 and §4
      'ratelimit-policy': '"default";q=60;w=60',
      ratelimit: '"default";r=0;t=1',
      // The same as GitHub and many others say it; beside them, when it is over.
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
  // In a redirect, which has no body to cut, it is called a failure of the server.
  malformed: { detail: 'simulated: the answer was cut in half', oauth: 'server_error' },
};

/** A hold this long, in seconds, stands for a timeout when no delay says otherwise. */
const TIMEOUT_HOLD = 3;

/** How long a call is held, in seconds. */
export function holdSeconds({ delay, simulate_error: kind }: CallControls): number {
  return delay ?? (kind === 'timeout' ? TIMEOUT_HOLD : 0);
}

/** Headers that depend on the moment: the limit is over in a second, written in whole seconds since 1970. */
function momentary(kind: SimulatedError, now: number): Readonly<Record<string, string>> {
  return kind === 'rate_limit' ? { 'x-ratelimit-reset': String(Math.ceil(now / 1000) + 1) } : {};
}

/** The problem that a forced failure stands for. `now` is the sandbox's present, in ms since 1970. */
export function simulated(kind: SimulatedError, now: number): ProblemError {
  const { headers, ...rest } = details[kind];
  const all = headers && { headers: { ...headers, ...momentary(kind, now) } };
  return new ProblemError(kind, { ...rest, ...all, simulated: true });
}

/** A failure that a call asked for. */
export interface ForcedFailure {
  readonly problem: ProblemError;
  /** Whether the problem is the answer, or the answer is made and its body cut. */
  readonly instead: 'answer' | 'body';
}

/** The failure that the controls force; undefined where they force none. */
export function forcedFailure(
  { simulate_error: kind }: CallControls,
  clock: Pick<Sandbox, 'now'>,
): ForcedFailure | undefined {
  if (kind === undefined) return undefined;
  return { problem: simulated(kind, clock.now()), instead: kind === 'malformed' ? 'body' : 'answer' };
}
