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

/** All that the adapter asks of headers. */
const bodyHeaders = { get: (name: string) => (name === 'content-type' ? 'application/json' : null) };

const PATH = '/view';

/** Body and query, which the edge has read already. */
const nothing = {};

interface AdapterResponse {
  statusCode: number;
  setHeader(name: string, value: string): void;
  end(body: string): void;
}

/** A request as the adapter wants it, with a body that is ready. */
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
    await handle(new AdapterRequest(operation.method, call) as never, response as never);
    const { error } = call.outcome;
    return error === undefined ? { json } : { error };
  };
}
