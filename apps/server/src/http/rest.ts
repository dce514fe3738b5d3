/** Runs the REST calls through trpc-openapi: the only file that knows its adapter. */
import { initTRPC, type TRPCError } from '@trpc/server';
import type { Context } from '@understudy/contract/kit';
import { createOpenApiNodeHttpHandler } from 'trpc-openapi';
import { z } from 'zod';
import { CallResult, type Found } from '../call/call-result.js';
import type { Call } from '../call/call.js';

/** Path of the one procedure that an adapter has. */
const VIEW_PATH = '/view';

/** The query, which was read already. */
const nothing = {};

/** What the adapter knows a request of the fetch standard by; a GET has no type of a body. */
const headers = { get: () => null };

/** A request and its response. The input stands ready in the context, so that there is nothing for the adapter to read. */
class AdapterExchange {
  readonly method = 'GET';
  readonly url = VIEW_PATH;
  readonly headers = headers;
  readonly query = nothing;
  // Read by the adapter only to hand it on; asking the real request for it costs an AbortController.
  readonly signal = undefined;
  readonly context: Context;
  statusCode = 200;
  /** The JSON that was answered. */
  json = '';
  /** What was thrown. */
  error: TRPCError | undefined;

  constructor(context: Context) {
    this.context = context;
  }

  /** Headers are not the adapter's to set. */
  setHeader(): void {}

  end(body: string): void {
    this.json = body;
  }
}

/** What the adapter asks back during a call. */
const adapterCallbacks = {
  createContext: ({ req }: { readonly req: AdapterExchange }): Context => req.context,
  onError: ({ req, error }: { readonly req: AdapterExchange; readonly error: TRPCError }): void => {
    req.error = error;
  },
};

/** What the adapter makes the error body of, which nobody reads: it adds members of its own, and toJSON drops them. */
function errorMarker({ error }: { readonly error: TRPCError }): { readonly toJSON: () => unknown } {
  return { toJSON: () => error.code };
}

/** What came of a REST call: the JSON of the answer with what was found beside it, or what was thrown. */
export type RestResult = { readonly json: string; readonly found: Found } | { readonly error: unknown };

/** Runs one operation over REST, on an input that was read. */
export type RestHandler = (call: Call, input: unknown) => Promise<RestResult>;

/** A finished tRPC procedure, as the router holds it: a function with a description of itself. */
export interface FinishedProcedure {
  (options: object): Promise<unknown>;
  readonly _def: object;
}

/**
 * The adapter sets coercion flags on the input schemas it is shown and parses text by them, so it
 * sees this one, which has nothing to change. The real schemas do the validation, in tRPC.
 */
const opaque = z.object({});

/** A procedure as the adapter may see it: a GET that takes nothing. */
function viewOf(procedure: FinishedProcedure): FinishedProcedure {
  const openapi = { method: 'GET', path: VIEW_PATH };
  return Object.assign(procedure.bind(undefined), {
    _def: { ...procedure._def, procedure: true, inputs: [opaque], output: opaque, meta: { openapi } },
  });
}

/** What the adapter calls a procedure by. */
function adapterOf(procedure: FinishedProcedure) {
  const root = initTRPC
    .context<Context>()
    .create({ isDev: false, allowOutsideOfServer: true, errorFormatter: errorMarker });
  // The view is a procedure in all that the router looks at.
  const router = root.router({ view: viewOf(procedure) as never });
  return createOpenApiNodeHttpHandler({ router, ...adapterCallbacks } as never);
}

/** Builds the long-lived handler of one operation, most of it when it is first called. */
export function restHandler(procedure: FinishedProcedure): RestHandler {
  let adapter: ReturnType<typeof adapterOf> | undefined;
  return async (call, input) => {
    adapter ??= adapterOf(procedure);
    const beside = new CallResult({ takesOthers: true });
    const exchange = new AdapterExchange({ call, beside, input: { value: input } });
    await adapter(exchange as never, exchange as never);
    const { error, json } = exchange;
    return error === undefined ? { json: beside.text ?? json, found: beside.found } : { error };
  };
}
