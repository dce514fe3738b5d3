/** Calls the procedures in this process, as tRPC's createCaller does, through the same edge as every request. */
import { createTRPCRecursiveProxy, type TRPCError } from '@trpc/server';
import type { Problem } from '@understudy/contract';
import type { SimulatedProblem } from '@understudy/contract/kit';
import type { Caller } from './http/app-router.js';
import { CallerError } from './caller-error.js';

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
