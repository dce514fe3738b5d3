/** Runs the REST calls through trpc-openapi: the only file that knows its adapter. */
import { initTRPC } from '@trpc/server';
import type { Context } from '@understudy/contract/kit';
import { createOpenApiNodeHttpHandler } from 'trpc-openapi';
import { z } from 'zod';
import { Beside, type Found } from '../call/beside.js';
import type { Call } from '../call/call.js';
import { adapterCallbacks, AdapterExchange, errorMarker, VIEW_PATH } from './adapter-exchange.js';

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
    const beside = new Beside({ takesOthers: true });
    const exchange = new AdapterExchange({ call, beside, input: { value: input } });
    await adapter(exchange as never, exchange as never);
    const { error, json } = exchange;
    return error === undefined ? { json: beside.text ?? json, found: beside.found } : { error };
  };
}
