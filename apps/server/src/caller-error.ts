/** The failure of a call that a caller made. */
import { TRPCError } from '@trpc/server';
import type { Problem } from '@understudy/contract';

/**
 * The failure of a call that a caller made: tRPC's error, with the problem behind it.
 *
 * @example
 * ```ts
 * import { CallerError, createUnderstudy } from '@understudy/server';
 *
 * const caller = createUnderstudy().createCaller({ controls: { simulate_error: 'rate_limit' } });
 * const failure: unknown = await caller.education.listCourses().catch((error: unknown) => error);
 * if (failure instanceof CallerError) console.log(failure.code, failure.problem.kind);
 * ```
 */
export class CallerError extends TRPCError {
  /** What went wrong, as every error body of the API says it (RFC 9457). */
  readonly problem: Problem;

  constructor(code: TRPCError['code'], problem: Problem) {
    super({ code, message: problem.detail });
    this.problem = problem;
  }
}
