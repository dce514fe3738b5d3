/** One call as trpc-openapi's adapter sees it: a request to read, and a response to write. */
import type { TRPCError } from '@trpc/server';
import type { Context } from '@understudy/contract/kit';

/** Path of the one procedure that an adapter has. */
export const VIEW_PATH = '/view';

/** The query, which was read already. */
const nothing = {};

/** What the adapter knows a request of the fetch standard by; a GET has no type of a body. */
const headers = { get: () => null };

/** A request and its response. The input stands ready in the context, so that there is nothing for the adapter to read. */
export class AdapterExchange {
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
export const adapterCallbacks = {
  createContext: ({ req }: { readonly req: AdapterExchange }): Context => req.context,
  onError: ({ req, error }: { readonly req: AdapterExchange; readonly error: TRPCError }): void => {
    req.error = error;
  },
};

/** What the adapter makes the error body of, which nobody reads: it adds members of its own, and toJSON drops them. */
export function errorMarker({ error }: { readonly error: TRPCError }): { readonly toJSON: () => unknown } {
  return { toJSON: () => error.code };
}
