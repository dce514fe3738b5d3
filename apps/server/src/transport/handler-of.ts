/** What hosts of the fetch standard call with their requests. */

/** Statuses of answers that can have no body (fetch standard §2.2.3). */
const BODILESS = [101, 204, 205, 304];

/** A body of which a host gives the head alone. */
const unread = (): ReadableStream => new ReadableStream({ pull: (stream) => stream.close() }, { highWaterMark: 0 });

/** The same body, whose end comes in a turn of its own: what is over at once is measured. */
function endingLater(body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream {
  const reader = body.getReader();
  const pull = async (stream: ReadableStreamDefaultController): Promise<void> => {
    const { done, value } = await reader.read();
    if (!done) return stream.enqueue(value);
    await new Promise((resolve) => setTimeout(resolve));
    stream.close();
  };
  return new ReadableStream({ pull, cancel: (reason) => reader.cancel(reason) }, { highWaterMark: 0 });
}

/** The answer to a request, for a host that would measure what it can. */
function unmeasured(answer: Response, { method }: Request): Response {
  const { body, headers, status } = answer;
  if (headers.has('content-length') || BODILESS.includes(status)) return answer;
  if (body !== null) return new Response(endingLater(body), answer);
  return method === 'HEAD' ? new Response(unread(), answer) : answer;
}

/** Answers a request of a host; what the host passes beside it is left alone. */
type Handle = (request: Request, ...besides: readonly unknown[]) => Promise<Response>;

/**
 * Answers the requests of a host that speaks the fetch standard. It is a function, and has itself as `fetch`, so that it
 * can be the default export of a module, whichever of the two a host looks for.
 */
export type Handler = Handle & { readonly fetch: Handle };

/**
 * An answer that a connection breaks under. A handler can say that no answer comes only in its body: a host that has sent
 * the head then ends the connection, and one that has not sends none.
 */
function broken(error: unknown): Response {
  return new Response(new ReadableStream({ pull: (stream) => stream.error(error) }, { highWaterMark: 0 }));
}

/** A handler that gives the requests of a host to a server. */
export function handlerOf(answer: (request: Request) => Promise<Response>): Handler {
  const handle = (request: Request): Promise<Response> =>
    answer(request).then(
      (answered) => unmeasured(answered, request),
      (error: unknown) => {
        // As fetch fails where a connection does: what was asked for by a fault is no fault of the host.
        if (error instanceof TypeError) return broken(error);
        throw error;
      },
    );
  return Object.assign(handle, { fetch: handle });
}
