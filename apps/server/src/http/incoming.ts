/** A request as the edge reads it, whichever host it came by. */
import { bodyOf } from '#platform/streams';

/** A request: Node's own and the fetch standard's both become one, without the cost of turning one into the other. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  /**
   * The host that the client named on the network, in lower case and without its port. Null where it named none, and
   * where there is no network between.
   */
  readonly host: string | null;
  /** Network address of the client; null where there is no network between. */
  readonly address: () => string | null;
  /** A header by its name in lower case; null where there is none. */
  readonly header: (name: string) => string | null;
  /** The body in pieces; null where there is none. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Aborted when the client hangs up; made when first asked for. */
  readonly signal: () => AbortSignal;
}

/** A request of the fetch standard. */
export function fromFetch(request: Request): Incoming {
  const { method, url, headers } = request;
  return {
    method,
    url,
    host: null,
    address: () => null,
    header: (name) => headers.get(name),
    body: bodyOf(request),
    signal: () => request.signal,
  };
}
