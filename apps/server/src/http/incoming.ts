/** A request as the pipeline reads it, whichever host it came by. */
import { bodyOf } from '#platform/streams';

/** The head of a request, and what has been found out about it: those of a connection that came with the same may share it. */
export interface Head {
  /** All headers as they came: names and values in turn. */
  readonly rawHeaders: readonly string[];
  /** Names the connection that it came on, as no other one is named; null where there is no network between. */
  readonly connection: string | null;
  /** Network address of the client; null where there is no network between. */
  readonly address: string | null;
  /** What tells it from requests for something else; null where no answer may be kept for it. */
  question?: string | null | undefined;
}

/** A request: Node's own and the fetch standard's both become one, without the cost of turning one into the other. */
export interface Incoming {
  readonly method: string;
  readonly url: string;
  /**
   * The host that the client named on the network, in lower case and without its port. Null where it named none, and
   * where there is no network between.
   */
  readonly host: string | null;
  readonly head: Head;
  /** A header by its name in lower case; null where there is none. */
  readonly header: (name: string) => string | null;
  /** The body in pieces; null where there is none, or where its method gives it no meaning (RFC 9110 §9.3.1). */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Whether there is a body, also where nobody reads it. */
  readonly hasBody: () => boolean;
  /**
   * Gives what nobody has read of the body, at once as far as it is there. Whether all of it came in the end; a promise
   * where more is to come, until it does or the client is gone.
   */
  readonly drain: (take: (piece: Uint8Array) => void) => boolean | Promise<boolean>;
  /** Takes the body once it is decoded, and the length that it came in, in bytes; left out where nobody notes it. */
  readonly noteText?: (text: string, bytes: number) => void;
  /** Aborted when the client hangs up; made when first asked for. */
  readonly signal: () => AbortSignal;
}

/** Settles with false once a client has gone. */
function gone(signal: AbortSignal): Promise<false> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    else signal.addEventListener('abort', () => resolve(false), { once: true });
  });
}

/** Gives what comes of a body; whether that was all of it. */
async function drain(body: AsyncIterable<Uint8Array>, take: (piece: Uint8Array) => void): Promise<boolean> {
  try {
    for await (const piece of body) take(piece);
    return true;
  } catch {
    return false;
  }
}

/** A request of the fetch standard. */
export function fromFetch(request: Request): Incoming {
  const { method, url, headers } = request;
  const body = bodyOf(request);
  return {
    method,
    url,
    host: null,
    head: { rawHeaders: [...headers].flat(), connection: null, address: null },
    header: (name) => headers.get(name),
    body,
    hasBody: () => body !== null,
    drain: (take) => {
      const { bodyUsed, signal } = request;
      if (body === null || bodyUsed || request.body?.locked === true) return body === null;
      return Promise.race([drain(body, take), gone(signal)]);
    },
    signal: () => request.signal,
  };
}
