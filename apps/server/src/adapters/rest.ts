/** Runs the REST calls through trpc-openapi: the only place that knows its adapter. */
import { initTRPC, type TRPCError } from '@trpc/server';
import type { Operation } from '@understudy/contract';
import { createOpenApiNodeHttpHandler } from 'trpc-openapi';
import { z } from 'zod';
import type { Around } from '../call/pipeline.js';
import type { Call } from '../call/call.js';

/** What came of a REST call: the JSON of the answer, or what was thrown. */
export type RestResult = { readonly json: string } | { readonly error: unknown };

/** Runs one operation over REST. */
export type RestHandler = (call: Call) => Promise<RestResult>;

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

const bodyHeaders = new Headers({ 'content-type': 'application/json' });

const PATH = '/view';

/** Body and query, which the edge has read already. */
const nothing = {};

interface AdapterResponse {
  statusCode: number;
  setHeader(name: string, value: string): void;
  end(body: string): void;
}

/**
 * A request as the adapter wants it: it passes `instanceof Request`, and its body is ready. It is a
 * class of its own with the real one's prototype, since an object made by descriptors is slow to read.
 */
class AdapterRequest {
  readonly url = PATH;
  readonly headers = bodyHeaders;
  readonly body = nothing;
  readonly query = nothing;
  readonly method: string;
  readonly call: Call;

  constructor(method: string, call: Call) {
    this.method = method;
    this.call = call;
  }

  // Read by the adapter only to hand it on; asking the real request for it costs an AbortController.
  readonly signal = undefined;
}

/** Requests of the adapter pass for the Request that is the global one now: a host may have put in its own. */
function adapterRequest(method: string, call: Call): object {
  const { prototype } = globalThis.Request;
  if (Object.getPrototypeOf(AdapterRequest.prototype) !== prototype) {
    Object.setPrototypeOf(AdapterRequest.prototype, prototype);
  }
  return new AdapterRequest(method, call);
}

/** A procedure that the adapter may see: it hands over the input that the edge has parsed. */
function viewOf(procedure: FinishedProcedure, operation: Operation) {
  const run = (options: { ctx: { call: Call } }) =>
    procedure({
      ...options,
      path: operation.name,
      getRawInput: () => options.ctx.call.readInput?.(),
    });
  return Object.assign(run, {
    _def: {
      ...procedure._def,
      procedure: true,
      inputs: [opaque],
      output: opaque,
      meta: { openapi: { method: operation.method, path: PATH } },
    },
  });
}

/** A problem in the error body's place: the adapter adds members of its own, and toJSON drops them. */
function errorMarker(error: TRPCError): { toJSON: () => unknown } {
  return { toJSON: () => error.code };
}

/** Builds the long-lived handler of one operation. */
export function restHandler(operation: Operation, procedure: FinishedProcedure, around: Around): RestHandler {
  const root = initTRPC.context<{ call: Call }>().create({
    isDev: false,
    errorFormatter: ({ error }) => errorMarker(error),
  });
  // The view is a procedure in all that the router looks at.
  const router = root.router({ view: viewOf(procedure, operation) as never });
  const handle = createOpenApiNodeHttpHandler({
    router,
    createContext: ({ req }: { req: unknown }) => {
      const { call } = req as { call: Call };
      return {
        call,
        around: <Result>(meta: Operation['meta'], next: () => Promise<Result>) => around(call, meta, next),
      };
    },
    onError: ({ error, ctx }: { error: TRPCError; ctx?: { call: Call } | undefined }) => {
      if (ctx !== undefined) ctx.call.outcome.error = error;
    },
  } as never);
  return async (call) => {
    let json = '';
    const response: AdapterResponse = {
      statusCode: 200,
      setHeader: () => undefined,
      end: (body) => {
        json = body;
      },
    };
    await handle(adapterRequest(operation.method, call) as never, response as never);
    const { error } = call.outcome;
    return error === undefined ? { json } : { error };
  };
}
