/** The one error that handlers and the edge throw on purpose: a problem kind with its details. */
import { TRPCError } from '@trpc/server';
import { MAX_LISTED_FAULTS, type ProblemFault, type ProblemKind } from '@understudy/contract';

/** What a problem says beyond its kind. */
export interface ProblemDetails {
  /** What went wrong this time; the kind's description where left out. */
  readonly detail?: string;
  /** The faults in the request; of many only the first are kept. */
  readonly errors?: readonly ProblemFault[];
  /** How many faults there are beyond `errors`. */
  readonly errorsOmitted?: number;
  /** OAuth error code, where the kind alone does not tell it; null for none (RFC 6750 §3.1). */
  readonly oauth?: string | null;
  /** Headers that belong to the answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether simulate_error asked for it. */
  readonly simulated?: boolean;
  /** What led to it; logged, never answered. */
  readonly cause?: unknown;
}

/** A failure on purpose, of a kind that the contract names. */
export class ProblemError extends TRPCError {
  readonly kind: ProblemKind;
  readonly details: ProblemDetails;

  constructor(kind: ProblemKind, details: ProblemDetails = {}) {
    // What tRPC says of it follows from the kind, once it is known what that means.
    super({ code: 'INTERNAL_SERVER_ERROR', message: details.detail ?? kind, cause: details.cause });
    this.kind = kind;
    this.details = listable(details);
  }
}

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
