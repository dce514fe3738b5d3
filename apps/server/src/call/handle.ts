/** Runs a handler, and sees to it that it fails only in ways that its operation declares. */
import type { Operation } from '@understudy/contract/kit';
import type { Failure, FileResult, Redirection, Result } from '../kit/handler.js';
import type { Entries, Listing } from '../kit/listing.js';
import type { EventsNow, Streaming } from '../kit/event-source.js';
import { andThen, type Eventual, orElse } from '../kit/made-once.js';
import { clientDisconnected, isCommon, ProblemError, Undeclared } from '../kit/problem-error.js';
import type { Identified } from '../kit/records.js';
import type { Served } from './make-context.js';
import { later } from '#platform/runtime';

/** How long a handler may take in all, in ms: longer than any that waits for something real. */
export const HANDLER_MS = 30_000;

/** A fault of a handler: it has not answered in time. It is answered as `internal`, and logged. */
class HandlerTimeout extends Error {
  override readonly name = 'HandlerTimeout';
}

/** Who waits for a handler. */
export interface Waiting {
  /** Name of its operation. */
  readonly operation: string;
  /** Aborted when nobody waits for its answer any more; left out where it is to be finished all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** What a handler that takes its time comes to; fails where that is too long. */
function withHandlerTimeout<Value>(handling: PromiseLike<Value>, { operation, signal }: Waiting): Promise<Value> {
  return new Promise<Value>((resolve, reject) => {
    const seconds = HANDLER_MS / 1000;
    const late = later(
      () => reject(new HandlerTimeout(`${operation} has not answered within ${seconds} s`)),
      HANDLER_MS,
    );
    const leave = (): void => reject(clientDisconnected());
    const end = (): void => {
      clearTimeout(late);
      signal?.removeEventListener('abort', leave);
    };
    if (signal?.aborted === true) leave();
    signal?.addEventListener('abort', leave, { once: true });
    handling.then(resolve, reject).then(end, end);
  });
}

/** A listing of whatever records. */
export type AnyListing = Listing<Identified, unknown, string>;

/** What any handler gives back. */
export type AnyOutcome =
  | Result<unknown>
  | Failure
  | Redirection
  | AnyListing
  | Entries<object>
  | Streaming
  | EventsNow
  | FileResult;

/** A problem with the record that it shows as the operation declares it: what no client is to see is left out. */
function showing(problem: ProblemError, { name, meta }: Operation): unknown {
  const { current } = problem.details;
  if (current === undefined) return problem;
  const declared = meta.current[problem.kind];
  if (declared === undefined) return new Undeclared(name, 'answered a problem with current', problem);
  const shown = declared.safeParse(current);
  if (!shown.success)
    return new TypeError(`the current record of ${name} is not as it declares`, { cause: shown.error });
  return new ProblemError({ declared: problem.kind }, { ...problem.details, current: Object(shown.data) as object });
}

/** A failure as it is answered: a fault of ours where it is a problem of a kind that the operation does not declare. */
function answerable(failure: unknown, operation: Operation): unknown {
  if (!(failure instanceof ProblemError)) return failure;
  const { kind } = failure;
  if (isCommon(kind) || operation.meta.kinds.includes(kind)) return showing(failure, operation);
  return new Undeclared(operation.name, `answered ${kind}`, failure);
}

/** Runs a part of a handler. */
export function declaredOnly(operation: Operation, part: () => unknown): unknown {
  return orElse(part, (error) => {
    throw answerable(error, operation);
  });
}

/** Nothing else is served while a handler runs: one that takes this long at a stretch, in ms, is worth a warning. */
const HELD_MS = 1000;

/** Who has a handler run. */
export interface Running {
  /** Tells whoever runs the server. */
  readonly warn: (line: string) => void;
  /** Gives what is aborted when nobody waits for the answer any more, where the handler is then to end. */
  readonly signal?: (() => AbortSignal) | undefined;
}

/** Runs a handler until it answers or waits for something. */
function begun({ operation, handler }: Pick<Served, 'operation' | 'handler'>, ctx: object, { warn }: Running): unknown {
  const since = performance.now();
  try {
    // The context was made for this operation, and its output's schema checks what is answered.
    return handler.handle(ctx as never);
  } finally {
    const seconds = (performance.now() - since) / 1000;
    if (seconds * 1000 > HELD_MS) {
      warn(`${operation.name} held the process for ${seconds.toFixed(1)} s, and nothing else was served meanwhile`);
    }
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Runs a handler on its context; a promise where it takes its time. */
export function handle(
  served: Pick<Served, 'operation' | 'handler'>,
  ctx: object,
  running: Running,
): Eventual<AnyOutcome> {
  const { operation } = served;
  const found = declaredOnly(operation, () => {
    const begin = begun(served, ctx, running);
    if (!isPromise(begin)) return begin;
    // The registry's own handlers give way to other work, so they may take their time.
    if (operation.meta.scope === 'registry') return Promise.resolve(begin);
    return withHandlerTimeout(begin, { operation: operation.name, signal: running.signal?.() });
  });
  return andThen(found, (outcome) => outcomeOf(outcome, operation));
}

/** What a handler gave, as an outcome. */
function outcomeOf(found: unknown, operation: Operation): AnyOutcome {
  if (typeof found !== 'object' || found === null) {
    throw new TypeError(`the handler of ${operation.name} gave ${String(found)}, and no { value }`);
  }
  // What it is shows in its members; what is answered is checked by the schema of the output.
  const outcome = found as AnyOutcome;
  if (!('failure' in outcome)) return outcome;
  const failure = answerable(outcome.failure, operation);
  if (failure instanceof ProblemError) return { failure };
  throw failure;
}
