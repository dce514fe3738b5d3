/**
 * The one error that handlers and the pipeline throw on purpose, a problem kind with its details, and where a request
 * is off the contract of the API.
 */
import { TRPCError } from '@trpc/server';
import type { ProblemKind } from '@understudy/contract';
import {
  MAX_LISTED_FAULTS,
  type OwnKind,
  ownKinds,
  type ProblemFault,
  type ProblemKindInfo,
  sharedKinds,
  callControls,
} from '@understudy/contract/kit';
import type { ContractBlame, ContractCode } from '@understudy/contract/sandboxes';

/** What a problem says beyond its kind. */
export interface ProblemDetails {
  /** Its status, of a kind that has a range of them. */
  readonly status?: number;
  /** What went wrong this time; the kind's description where left out. */
  readonly detail?: string;
  /** The faults in the request; of many only the first are kept. */
  readonly errors?: readonly ProblemFault[];
  /** How many faults there are beyond `errors`. */
  readonly errorsOmitted?: number;
  /** The record as it is now, where the kind and the operation declare it. */
  readonly current?: object;
  /** OAuth error code, where the kind alone does not say it; null for none (RFC 6750 §3.1). */
  readonly oauth?: string | null;
  /** Headers that belong to the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether a fault that was set forces it, `simulate_error` among them. */
  readonly simulated?: boolean;
  /** What led to it; logged, never answered. */
  readonly cause?: unknown;
}

/** A kind that every operation can answer, without declaring it. */
export type CommonKind = Exclude<keyof typeof sharedKinds, OwnKind>;

/** A kind that an operation declares, as {@link problemsOf} finds it. */
interface DeclaredKind {
  readonly declared: string;
}

/** Whether every operation can answer a kind, without declaring it. */
export function isCommon(kind: string): boolean {
  return Object.hasOwn(sharedKinds, kind) && !ownKinds.some((own) => own === kind);
}

/** A failure on purpose, of a kind that the contract names. */
export class ProblemError extends TRPCError {
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  /** @param kind one that every operation can answer; the others are made by {@link problemsOf} */
  constructor(kind: CommonKind | DeclaredKind, details: ProblemDetails = {}) {
    // The API of a server has the kinds of all its domains.
    const name = (typeof kind === 'string' ? kind : kind.declared) as ProblemKind;
    // What tRPC says of it follows from the kind, once it is known what that means.
    super({ code: 'INTERNAL_SERVER_ERROR', message: details.detail ?? name, cause: details.cause });
    this.kind = name;
    this.details = listable(details);
  }
}

/**
 * Gives the function that makes problems of the kinds that a domain declares, and of the shared ones, some of which an
 * operation must declare, such as `conflict`.
 *
 * @example
 * ```ts
 * const problem = problemsOf(contract.events.kinds);
 * throw problem('sold_out', { detail: 'every seat is taken' });
 * ```
 */
export function problemsOf<Kind extends string>(kinds: Readonly<Record<Kind, ProblemKindInfo>>) {
  return (kind: Kind | keyof typeof sharedKinds, details?: ProblemDetails): ProblemError => {
    // Every kind is one or the other: what is neither is what no compiler has seen.
    const all: Readonly<Partial<Record<string, ProblemKindInfo>>> = { ...sharedKinds, ...kinds };
    const info = all[kind];
    if (info === undefined) throw new RangeError(`no kind is ${kind}`);
    if (details?.current !== undefined && info.current !== true) {
      throw new RangeError(`the kind ${kind} does not declare current`);
    }
    return new ProblemError({ declared: kind }, details);
  };
}

/** Makes problems of the kinds of a domain. */
export type MakeProblem = ReturnType<typeof problemsOf>;

/** Details whose faults are no more than a problem lists. */
function listable(details: ProblemDetails): ProblemDetails {
  const { errors = [], errorsOmitted = 0 } = details;
  if (errors.length <= MAX_LISTED_FAULTS) return details;
  const omitted = errors.length - MAX_LISTED_FAULTS;
  return { ...details, errors: errors.slice(0, MAX_LISTED_FAULTS), errorsOmitted: errorsOmitted + omitted };
}

/** A 400 that lists the faults and counts them in its detail; `total` counts those as well that are not given. */
export function badRequest(errors: readonly ProblemFault[], total = errors.length): ProblemError {
  const only = total === 1 ? errors[0] : undefined;
  const name = only?.parameter ?? only?.pointer;
  const detail =
    only === undefined
      ? `${total} fields are invalid`
      : `${name === undefined || name === '#' ? 'the body' : name} ${only.detail}`;
  return new ProblemError('bad_request', { detail, errors, errorsOmitted: total - errors.length });
}

/** Thrown instead; it is answered as `internal`, and logged. */
export class Undeclared extends Error {
  override readonly name = 'Undeclared';

  /**
   * @param operation name of the operation, `domain.operation`
   * @param what it did, such as `emitted course.created`
   */
  constructor(operation: string, what: string, cause?: unknown) {
    super(`${operation} ${what}, which it does not declare`, { cause });
  }
}

const byStatus: Readonly<Record<number, ProblemKind>> = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limit',
  503: 'service_unavailable',
  504: 'timeout',
};

/** The kind of a problem; of one with a status of its own the kind that most problems with that status have. */
export function usualKind({ kind, details }: ProblemError): ProblemKind {
  const { status = 400 } = details;
  if (kind !== 'status') return kind;
  return byStatus[status] ?? (status >= 500 ? 'server_error' : 'bad_request');
}

/** The problem of a call that was given up. */
export function clientDisconnected(): ProblemError {
  return new ProblemError('timeout', { detail: 'the client hung up' });
}

/** Ends a call whose client hung up. */
export function checkWanted(signal: AbortSignal): void {
  if (signal.aborted) throw clientDisconnected();
}

/** Waits for something unless the client hangs up first. */
export function unlessDisconnected<Result>(waiting: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const leave = (): void => reject(clientDisconnected());
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    waiting.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** What is off the contract. */
export interface ContractIssue {
  readonly code: ContractCode;
  /** JSON pointer in the request, which has `method`, `path`, `query`, `headers`, `cookies` and `body`. */
  readonly pointer: string;
  /** Reads on from the name of what is wrong: `must be at most 5`. */
  readonly detail: string;
  /** Who is to blame; the client where left out. */
  readonly blames?: Exclude<ContractBlame, 'client'>;
  /** A pointer to what the document says of it; left out where that is known by the operation. */
  readonly place?: string;
  /** Another operation at the path, where the request met none. */
  readonly operation?: string | undefined;
}

/** What a test asks of the mock: a parameter of the query, or the header. */
const controls: ReadonlySet<string> = new Set([...Object.keys(callControls), 'Understudy-Fault']);

/** A pointer in a request. */
export const requestPointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The parts of a request that a parameter of an operation can stand in, by its name. */
export interface ParameterPlaces {
  /** The template of its path. */
  readonly path: string;
  /** Headers that are parameters, by the input members that they fill. */
  readonly headers: Readonly<Record<string, string>>;
}

function issueOf({ parameter, pointer = '#', code, detail }: ProblemFault, places: ParameterPlaces): ContractIssue {
  if (parameter === undefined) return { code: 'bad_body', pointer: `/body${pointer.slice(1)}`, detail };
  const isHeader = Object.values(places.headers).includes(parameter);
  const part = isHeader ? 'headers' : places.path.includes(`{${parameter}}`) ? 'path' : 'query';
  const wrong = code === 'required' ? 'missing_parameter' : 'bad_parameter';
  const name = isHeader ? parameter.toLowerCase() : parameter;
  return {
    code: code === 'unrecognized_keys' ? 'unknown_parameter' : wrong,
    pointer: requestPointer(part, name),
    detail,
  };
}

/**
 * What a problem with the input of an operation says of its request; nothing where the contract says nothing of it.
 *
 * @param isContractual whether its faults were found by the contract, and not by a handler
 */
export function issuesBehind(
  { kind, details }: ProblemError,
  isContractual: boolean,
  places: ParameterPlaces,
): readonly ContractIssue[] {
  const { simulated = false, errors = [], detail = '' } = details;
  if (simulated) return [];
  if (kind === 'unsupported_media_type') {
    return [{ code: 'wrong_media_type', pointer: requestPointer('headers', 'content-type'), detail }];
  }
  if (kind === 'precondition_required') {
    return [{ code: 'missing_parameter', pointer: requestPointer('headers', 'if-match'), detail: 'is required' }];
  }
  // A refusal without an error code of OAuth is one of a request without a credential.
  if (kind === 'unauthorized' && details.oauth === null) {
    return [{ code: 'missing_credential', pointer: requestPointer('headers', 'authorization'), detail: 'is required' }];
  }
  if (kind !== 'bad_request' || !isContractual) return [];
  // What is not known is evidence of its own, and what asks for trouble is no part of the API.
  const isOfApi = ({ code, parameter }: ProblemFault): boolean => code !== 'unknown' && !controls.has(parameter ?? '');
  return errors.filter(isOfApi).map((fault) => issueOf(fault, places));
}
