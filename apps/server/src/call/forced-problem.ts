/** The problems that faults force: what each says, and the headers that belong to it. */
import { keyAlgorithms, type OperationMeta, simulatedErrors, type SimulatedProblem } from '@understudy/contract/kit';
import { limitHeaders } from '../faults/limit-headers.js';
import type { FaultOf } from '../faults/met.js';
import { ProblemError, type ProblemDetails } from '../kit/problem-error.js';
import { type RetryAfter, retryAfter, secondsIn } from './retry-after.js';

/** A fault that is answered as a problem. */
export type ProblemFault = FaultOf<SimulatedProblem | 'status'>;

/** What an operation asks of its callers. */
export type Asked = Pick<OperationMeta, 'credential' | 'beginsSession'>;

/** Where and when a problem is forced, and on whom. */
export interface Occasion {
  /** The sandbox's present, in ms since 1970. */
  readonly now: number;
  /** The machine's present, in ms since 1970. */
  readonly machineNow: number;
  /** Origin and prefix of the server, as clients see them. */
  readonly rootUrl: string;
  /** The methods of the path, as Allow names them. */
  readonly allow: () => string;
  /** What the operation says of its callers; undefined for what has no operation. */
  readonly meta?: Asked | undefined;
  /** Value of the Authorization header, or the empty text. */
  readonly authorization: string;
  /** Headers that it has beside its own, in lower case, or instead of them. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** What is said of a refused caller, and the challenge that comes with it, as headers. */
interface Refusal {
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function refusal(detail: string, challenge?: string): Refusal {
  const said = `simulated: ${detail}`;
  return challenge === undefined ? { detail: said } : { detail: said, headers: { 'www-authenticate': challenge } };
}

/** Whether an access token came that is bound to a key, where the operation reads such (RFC 9449 §7.1). */
function isBound({ meta, authorization }: Occasion): boolean {
  const credential = meta?.credential ?? 'none';
  return ['bearer', 'viewer', 'member'].includes(credential) && /^DPoP +\S+ *$/i.test(authorization);
}

/**
 * A 401 as the operation itself refuses such a caller; one that reads no credential, as what protects it would. The
 * refusals of the identity module are left out of bundles without users, so they are repeated here.
 */
function unauthorized(occasion: Occasion): Refusal {
  const { meta, authorization } = occasion;
  if (meta?.beginsSession === true) return refusal('the password is wrong', 'Bearer realm="understudy"');
  // RFC 6749 §5.2: a client is challenged in the way in which it has authenticated.
  if (meta?.credential === 'client') {
    return refusal('the client or its secret is wrong', authorization === '' ? undefined : 'Basic realm="understudy"');
  }
  // A cookie has no scheme to ask for it by.
  if (meta?.credential === 'session') return refusal('nobody is logged in');
  const [scheme, more] = isBound(occasion) ? ['DPoP', `, algs="${keyAlgorithms.join(' ')}"`] : ['Bearer', ''];
  return refusal('the access token is invalid', `${scheme} realm="understudy", error="invalid_token"${more}`);
}

/** The same of a 403: only who shows a token can be asked for one that may do more. */
function forbidden({ meta }: Occasion): Refusal {
  if (meta?.beginsSession === true) return refusal('the user may not log in');
  if (meta?.credential === 'client') return refusal('the client is not allowed this');
  if (meta?.credential === 'session') return refusal('the user is not allowed this');
  return refusal('the access token does not allow this', 'Bearer error="insufficient_scope"');
}

/** Problems whose details depend on the occasion. */
type Occasional = 'rate_limit' | 'service_unavailable' | 'unauthorized' | 'forbidden';

/** What comes with each other problem, beside its status. */
const details: Readonly<Record<Exclude<SimulatedProblem, Occasional>, ProblemDetails>> = {
  server_error: { detail: 'simulated: the server failed' },
  not_found: { detail: 'simulated: nothing is here' },
  bad_request: {
    detail: 'simulated: 1 field is invalid',
    errors: [{ pointer: '#/sample', code: 'invalid_type', detail: 'must be an integer, but is a string' }],
  },
  timeout: { detail: 'simulated: the answer did not come in time' },
};

/** Problems that say when to try again, unless the fault says otherwise. */
const patient: ReadonlySet<string> = new Set(['rate_limit', 'service_unavailable']);

const problems: ReadonlySet<string> = new Set(['status', ...simulatedErrors.filter((name) => name !== 'malformed')]);

/** Whether a fault is answered as a problem. */
export function isProblemFault(fault: { readonly fault: string }): fault is ProblemFault {
  return problems.has(fault.fault);
}

function again(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, try again in ${seconds} second${seconds === 1 ? '' : 's'}`;
}

/** A limit that is used up, and over after some seconds. */
function usedUp(seconds: number, now: number): Readonly<Record<string, string>> {
  return limitHeaders({ limit: 60, window: 60, left: 0, seconds, end: Math.ceil(now / 1000) + seconds });
}

/** The headers that a status must have (RFC 9110 §15.5, RFC 7725 §3). */
function headersOf(status: number, occasion: Occasion): Readonly<Record<string, string>> {
  const { allow, rootUrl } = occasion;
  switch (status) {
    case 401:
      return unauthorized(occasion).headers ?? {};
    case 403:
      return forbidden(occasion).headers ?? {};
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
    case 'unauthorized':
      return unauthorized(occasion);
    case 'forbidden':
      return forbidden(occasion);
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
