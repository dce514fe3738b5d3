/** The problems that faults force: what each says, and the headers that belong to it. */
import {
  keyAlgorithms,
  type Operation,
  type OperationMeta,
  type ProblemFault as FaultyMember,
  sharedKinds,
  type SimulatedProblem,
} from '@understudy/contract/kit';
import { type FaultOf, limitHeaders } from '../faults/outcome.js';
import { locateIn } from '../kit/faults.js';
import { type ProblemDetails, ProblemError } from '../kit/problem-error.js';

/** What a fault may say of it. */
type RetryAfter = FaultOf<'rate_limit'>['retry_after'];

/** Ten years, in seconds. */
const HUGE = 315_360_000;

const HOUR_MS = 3_600_000;

/** An instant as IMF-fixdate (RFC 9110 §5.6.7), which has whole seconds. */
function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

/**
 * The value of the header; undefined where there is none.
 *
 * @param machineNow the present of the machine in ms since 1970: clients read dates by their own clock, not by the sandbox's
 */
function retryAfter(said: RetryAfter, machineNow: number): string | undefined {
  switch (said) {
    case undefined:
    case 'none':
      return undefined;
    case 'date':
      // At least a second ahead, also once what is left of the present one is cut off.
      return httpDate((Math.ceil(machineNow / 1000) + 1) * 1000);
    case 'past':
      return httpDate(machineNow - HOUR_MS);
    case 'huge':
      return String(HUGE);
    case 'garbage':
      return 'soon';
    default:
      return String(said);
  }
}

/** Its seconds, where it has some. */
function secondsIn(header: string | undefined): number | undefined {
  return header !== undefined && /^\d+$/.test(header) ? Number(header) : undefined;
}

/** A fault that is answered as a problem. */
export type ProblemFault = FaultOf<SimulatedProblem | 'status'>;

/** An operation that is struck, with what it takes where that is known. */
export type FaultTarget = Pick<Operation, 'meta'> & Partial<Pick<Operation, 'input'>>;

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
  readonly meta?: Pick<OperationMeta, 'credential' | 'beginsSession'> | undefined;
  /** The operation; undefined for what has none, and where it may be any. */
  readonly operation?: FaultTarget | undefined;
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

/** The member that a 400 names: the first that the operation takes, none of its path where it takes others. */
function invalidMembers({ operation }: Occasion): FaultyMember[] {
  const fault = { code: 'invalid_value', detail: 'simulated: is not accepted' };
  if (operation === undefined) return [{ pointer: '#/sample', ...fault }];
  const { meta, input } = operation;
  const names = Object.keys(input?.shape ?? {});
  const name = names.find((one) => !meta.openapi.path.includes(`{${one}}`)) ?? names[0];
  return [{ ...(name === undefined ? { parameter: 'sample' } : locateIn(meta)([name])), ...fault }];
}

/** The id that a 404 names: the last one in the path. */
function missingMembers({ operation }: Occasion): Pick<ProblemDetails, 'errors'> {
  const name = operation?.meta.openapi.path.match(/\w+(?=\})/g)?.at(-1);
  if (name === undefined) return {};
  return { errors: [{ parameter: name, code: 'not_found', detail: 'simulated: nothing has this id' }] };
}

/** Problems that say when to try again, unless the fault says otherwise. */
const patient: ReadonlySet<string> = new Set(['rate_limit', 'service_unavailable']);

function again(seconds: number | undefined): string {
  return seconds === undefined ? '' : `, try again in ${seconds} second${seconds === 1 ? '' : 's'}`;
}

/** A limit that is used up, and over after some seconds. */
function usedUp(seconds: number, now: number): Readonly<Record<string, string>> {
  return limitHeaders({ limit: 60, window: 60, left: 0, seconds, end: Math.ceil(now / 1000) + seconds });
}

/** What a true failure with a status has of its own: faulty members, and headers (RFC 9110 §15.5, RFC 7725 §3). */
function ownOf(status: number, occasion: Occasion, seconds: number | undefined): ProblemDetails {
  const { allow, rootUrl, now } = occasion;
  switch (status) {
    case 400:
      return { errors: invalidMembers(occasion) };
    case 401:
      return unauthorized(occasion);
    case 403:
      return forbidden(occasion);
    case 404:
      return missingMembers(occasion);
    case 405:
      return { headers: { allow: allow() } };
    case 407:
      return { headers: { 'proxy-authenticate': 'Basic realm="understudy"' } };
    case 426:
      return { headers: { upgrade: 'TLS/1.3, HTTP/1.1', connection: 'upgrade' } };
    case 429:
      return { headers: usedUp(seconds ?? 1, now) };
    case 451:
      return { headers: { link: `<${rootUrl}/>; rel="blocked-by"` } };
    default:
      return {};
  }
}

/** What a fault says of when to try again. */
function waitOf({ fault, retry_after: said }: ProblemFault): RetryAfter {
  return said ?? (patient.has(fault) ? 1 : undefined);
}

/** What is said of each problem that a fault names; a refusal says it itself. */
const texts: Readonly<Record<Exclude<SimulatedProblem, 'unauthorized' | 'forbidden'>, string>> = {
  rate_limit: 'too many requests',
  server_error: 'the server failed',
  not_found: 'nothing is here',
  bad_request: '1 field is invalid',
  service_unavailable: 'the service is unavailable',
  timeout: 'the answer did not come in time',
};

function detailsOf(fault: ProblemFault, occasion: Occasion, wait: string | undefined): ProblemDetails {
  const seconds = secondsIn(wait);
  if (fault.fault === 'status') {
    const { code } = fault;
    return { ...ownOf(code, occasion, seconds), status: code, detail: `simulated: the status is ${code}` };
  }
  const own = ownOf(sharedKinds[fault.fault].status, occasion, seconds);
  if (fault.fault === 'unauthorized' || fault.fault === 'forbidden') return own;
  return { ...own, detail: `simulated: ${texts[fault.fault]}${patient.has(fault.fault) ? again(seconds) : ''}` };
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
