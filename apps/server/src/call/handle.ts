/** Runs a handler, and sees to it that it fails only in ways that its operation declares. */
import type { Operation } from '@understudy/contract';
import type { AnyHandler, Entries, Failure, Redirection, Result } from '../kit/handler.js';
import type { Listing } from '../kit/listing.js';
import { isCommon, ProblemError } from '../kit/problem-error.js';
import type { Identified } from '../kit/records.js';
import { Undeclared } from '../kit/undeclared.js';

/** A listing of whatever records. */
export type AnyListing = Listing<Identified, unknown>;

/** What any handler gives back. */
export type AnyOutcome = Result<unknown> | Failure | Redirection | AnyListing | Entries<object>;

/** A failure as it is answered: a fault of ours where it is a problem of a kind that the operation does not declare. */
function answerable(failure: unknown, { name, meta }: Operation): unknown {
  if (!(failure instanceof ProblemError) || isCommon(failure.kind) || meta.kinds.includes(failure.kind)) return failure;
  return new Undeclared(name, `answered ${failure.kind}`, failure);
}

/** Runs a part of a handler. */
export async function declaredOnly(operation: Operation, part: () => unknown): Promise<unknown> {
  try {
    return await part();
  } catch (error) {
    throw answerable(error, operation);
  }
}

/** Runs a handler on its context. */
export async function handle(operation: Operation, handler: AnyHandler, ctx: object): Promise<AnyOutcome> {
  // The context was made for this operation, and its output's schema checks what is answered.
  const outcome = (await declaredOnly(operation, () => handler.handle(ctx as never))) as AnyOutcome;
  if (!('failure' in outcome)) return outcome;
  const failure = answerable(outcome.failure, operation);
  if (failure !== outcome.failure) throw failure;
  return outcome;
}
