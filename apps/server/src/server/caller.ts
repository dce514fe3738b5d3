/** The failure of a call that a caller made. */
import { createTRPCRecursiveProxy, TRPCError } from '@trpc/server';
import type { Problem } from '@understudy/contract';
import type { SimulatedProblem } from '@understudy/contract/kit';
import type { Caller } from '../http/app-router.js';

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

/** How a caller's calls are made. */
export interface CallerOptions {
  /** The sandbox that they work in; `default` where left out. */
  readonly sandbox?: string;
  /** Headers of every call, such as `authorization` and `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Controls of every call: latency in seconds, and a forced failure. */
  readonly controls?: { readonly delay?: number; readonly simulate_error?: SimulatedProblem };
}

/** Answers a request below the base URL of a sandbox. */
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

/** An answer of the router; its errors hold a code of tRPC's. */
interface TrpcAnswer {
  readonly result?: { readonly data: unknown };
  readonly error?: {
    readonly data: { readonly code: TRPCError['code']; readonly problem: Problem };
  };
}

/** Makes a caller on the fetch of a sandbox. */
export function createCaller(fetch: Fetch, { headers = {}, controls = {} }: Omit<CallerOptions, 'sandbox'>): Caller {
  const given = Object.entries(controls).map(([name, value]): [string, string] => [name, String(value)]);
  const query = new URLSearchParams(given).toString();
  const call = async ({ path, args: [input] }: { path: readonly string[]; args: readonly unknown[] }) => {
    const address = `/trpc/${path.join('.')}${query === '' ? '' : `?${query}`}`;
    // Queries are posted too, so that an input may be of any length.
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(input ?? {}),
    });
    const { error, result } = (await response.json()) as TrpcAnswer;
    if (error === undefined) return result?.data;
    throw new CallerError(error.data.code, error.data.problem);
  };
  // The proxy takes whatever name it is asked for; the types know those there are.
  return createTRPCRecursiveProxy(call) as Caller;
}
