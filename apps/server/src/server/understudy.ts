/** What a server in a process takes and gives, its callers among it. */
import type { Domain, SimulatedProblem } from '@understudy/contract/kit';
import type { UserClaims } from '@understudy/contract/auth';
import type { FaultRuleSettings } from '@understudy/contract/sandboxes';
import type { Caller } from '../http/app-router.js';
import type { Handler } from '../transport/handler-of.js';
import type { Implementation } from '../kit/implement.js';
import type { Settings } from '../options/options.js';
import { createTRPCRecursiveProxy, TRPCError } from '@trpc/server';
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

/** How a caller's calls are made. */
interface CallerOptions {
  /** The sandbox that they work in; `default` where left out. */
  readonly sandbox?: string;
  /** Headers of every call, such as `authorization` and `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Controls of every call: latency in seconds, and a forced failure. */
  readonly controls?: { readonly delay?: number; readonly simulate_error?: SimulatedProblem };
}

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

/** What `createUnderstudy` takes: the options of `understudy serve` in camelCase, all optional. */
export type UnderstudyOptions = {
  readonly [Field in Exclude<keyof Settings, 'faults' | 'claims'>]?: Settings[Field] | string | undefined;
} & {
  /** Fault rules that every sandbox begins with: the path of a JSON file, or the rules. */
  readonly faults?: string | readonly FaultRuleSettings[] | undefined;
  /** Claims of users by id, e-mail address or `*` for all: the path of a JSON file, or the claims. An object is copied. */
  readonly claims?: string | Readonly<Record<string, UserClaims>> | undefined;
  /** Domains of your own, served instead of ours: what `implement` gives. */
  readonly domains?: readonly Implementation<Domain, unknown>[] | undefined;
  /**
   * JSON to serve instead of our domains: the path of a file, or what is in one. Each array in it is a collection, each
   * object a single record. An object is copied.
   */
  readonly data?: string | object | undefined;
  /** Answers the records of `data` without an envelope, and reads the query that json-server reads. */
  readonly bare?: boolean | string | undefined;
  /** The member that is the id of a record of `data`; `id` where left out. */
  readonly id?: string | undefined;
  /** Refuses to write the records of `data`. */
  readonly readOnly?: boolean | string | undefined;
  /** Rules that rewrite paths, such as `{ '/api/v1/*': '/$1' }`: the path of a JSON file, or the rules. */
  readonly routes?: string | object | undefined;
  /** A folder whose files are served as well. */
  readonly static?: string | undefined;
  /**
   * OpenAPI documents to serve instead of our domains: paths of files, `name=FILE` for one that lies below `/name`, or
   * documents as objects. What is wrong with them, `ready` says.
   */
  readonly openapi?: string | object | readonly (string | object)[] | undefined;
  /** An OpenAPI Overlay that corrects what is read of them: the path of a file, or what is in it. */
  readonly openapiWith?: string | object | undefined;
  /** The folder that files named in them are read from, and none outside of it. */
  readonly openapiRoot?: string | undefined;
  /** Records that each of their collections begins with; 20 where left out. */
  readonly openapiSize?: number | string | undefined;
  /** What an id is that none of their records has: 404, or that of a record which is made for it, so that none is missing. */
  readonly openapiIds?: 'seeded' | 'any' | undefined;
  /** What becomes of a request that a document does not allow: refused, or judged only. */
  readonly openapiJudge?: 'refuse' | 'only' | undefined;
  /** Names of our domains that are served beside `openapi`, `data` and `domains`. */
  readonly with?: readonly string[] | string | undefined;
  /** Names of our domains that are not served, such as `education`. */
  readonly without?: readonly string[] | string | undefined;
  /**
   * Waits for artificial latency (`delay`, `simulate_error=timeout`), in ms; by default on the
   * system's timer. A test that must not wait passes one that returns at once.
   */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** A domain of Understudy itself. What its handlers need of the server is the server's own business. */
export type BuiltinDomain = Implementation<Domain, unknown>;

/** Answers a request, like the global `fetch`. */
export type Fetch = (input: Request | URL | string, init?: RequestInit) => Promise<Response>;

/** A sandbox of a server in this process. */
export interface UnderstudySandbox {
  readonly name: string;
  /** Its address: a client that is given it as base URL, and `fetch`, works in the sandbox. */
  readonly baseUrl: string;
  /** Answers a request. A path such as `/api/education/courses` is taken below the base URL. */
  readonly fetch: Fetch;
}

/** A server in this process. */
export interface Understudy {
  /** Answers a request, like the global `fetch`, without a network. A path alone is enough. */
  readonly fetch: Fetch;
  /** Answers the requests of Bun, Deno, Hono, Next.js and other hosts that take a handler. */
  readonly handler: Handler;
  /** A private copy of the whole API: its `fetch` resolves paths below its own base URL. */
  readonly sandbox: (name: string) => UnderstudySandbox;
  /**
   * Calls the tRPC procedures, as tRPC's own `createCaller` does: `caller.education.getCourse({ course_id })`. A failure
   * is a {@link CallerError}.
   */
  readonly createCaller: (options?: CallerOptions) => Caller;
  /**
   * Settles once its store is open; a store that cannot be used is an {@link OptionError}. Requests wait for it by
   * themselves, and fail with it.
   */
  readonly ready: () => Promise<void>;
  /** Lets go of everything it holds. */
  readonly close: () => Promise<void>;
}
