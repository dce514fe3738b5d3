/** The problems that faults force: what each says, and the headers that belong to it. */
import type { SimulatedProblem } from '@understudy/contract/kit';
import { limitHeaders } from '../faults/limit-headers.js';
import type { FaultOf } from '../faults/met.js';
import { ProblemError, type ProblemDetails } from '../kit/problem-error.js';
import { type RetryAfter, retryAfter, secondsIn } from './retry-after.js';

/** A fault that is answered as a problem. */
export type ProblemFault = FaultOf<SimulatedProblem | 'status'>;

/** Where and when a problem is forced. */
export interface Occasion {
  /** The sandbox's present, in ms since 1970. */
  readonly now: number;
  /** The machine's present, in ms since 1970. */
  readonly machineNow: number;
  /** Origin and prefix of the server, as clients see them. */
  readonly rootUrl: string;
  /** The methods of the path, as Allow names them. */
  readonly allow: () => string;
  /** Headers that it has beside its own, in lower case, or instead of them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const challenges = {
  invalid: 'Bearer realm="understudy", error="invalid_token"',
  insufficient: 'Bearer error="insufficient_scope"',
};

/** What comes with each problem, beside its status; those whose headers depend on the moment are not here. */
const details: Readonly<Record<Exclude<SimulatedProblem, 'rate_limit' | 'service_unavailable'>, ProblemDetails>> = {
  server_error: { detail: 'simulated: the server failed' },
  not_found: { detail: 'simulated: nothing is here' },
  unauthorized: {
    detail: 'simulated: the access token is invalid',
    headers: { 'www-authenticate': challenges.invalid },
  },
  forbidden: {
    detail: 'simulated: the access token does not allow this',
    headers: { 'www-authenticate': challenges.insufficient },
  },
  bad_request: {
    detail: 'simulated: 1 field is invalid',
    errors: [{ pointer: '#/sample', code: 'invalid_type', detail: 'must be an integer, but is a string' }],
  },
  timeout: { detail: 'simulated: the answer did not come in time' },
};

/** Problems that say when to try again, unless the fault says otherwise. */
const patient: ReadonlySet<string> = new Set(['rate_limit', 'service_unavailable']);

/** Whether a fault is answered as a problem. */
export function isProblemFault(fault: { readonly fault: string }): fault is ProblemFault {
  return fault.fault === 'status' || fault.fault in details || patient.has(fault.fault);
}

function again(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, try again in ${seconds} second${seconds === 1 ? '' : 's'}`;
}

/** A limit that is used up, and over after some seconds. */
function usedUp(seconds: number, now: number): Readonly<Record<string, string>> {
  return limitHeaders({ limit: 60, window: 60, left: 0, seconds, end: Math.ceil(now / 1000) + seconds });
}

/** The headers that a status must have (RFC 9110 §15.5, RFC 7725 §3). */
function headersOf(status: number, { allow, rootUrl }: Occasion): Readonly<Record<string, string>> {
  switch (status) {
    case 401:
      return { 'www-authenticate': challenges.invalid };
    case 403:
      return { 'www-authenticate': challenges.insufficient };
    case 405:
      return { allow: allow() };
    case 407:
      return { 'proxy-authenticate': 'Basic realm="understudy"' };
    case 426:
      return { upgrade: 'TLS/1.3, HTTP/1.1', connection: 'upgrade' };
    case 451:
      return { link: `<${rootUrl}/>; rel="blocked-by"` };
    default:
      return {};
  }
}

/** What a fault says of when to try again. */
function waitOf({ fault, retry_after: said }: ProblemFault): RetryAfter {
  return said ?? (patient.has(fault) ? 1 : undefined);
}

function detailsOf(fault: ProblemFault, occasion: Occasion, wait: string | undefined): ProblemDetails {
  const seconds = secondsIn(wait);
  switch (fault.fault) {
    case 'status':
      return {
        status: fault.code,
        detail: `simulated: the status is ${fault.code}`,
        headers: headersOf(fault.code, occasion),
      };
    case 'rate_limit':
      return {
        detail: `simulated: too many requests${again(seconds)}`,
        headers: usedUp(seconds ?? 1, occasion.now),
      };
    case 'service_unavailable':
      return { detail: `simulated: the service is unavailable${again(seconds)}` };
    default:
      return details[fault.fault];
  }
}

/** The problem that a fault is answered as. */
export function forcedProblem(fault: ProblemFault, occasion: Occasion): ProblemError {
  const wait = occasion.headers?.['retry-after'] ?? retryAfter(waitOf(fault), occasion.machineNow);
  const { headers, ...said } = detailsOf(fault, occasion, wait);
  const all = { ...(wait === undefined ? {} : { 'retry-after': wait }), ...headers, ...occasion.headers };
  const { fault: kind } = fault;
  return new ProblemError(kind, {
    ...said,
    ...(Object.keys(all).length === 0 ? {} : { headers: all }),
    simulated: true,
  });
}
