/** Keeps a host from saying how long a body is that nobody has measured, as our own server does not. */

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
export function unmeasured(answer: Response, { method }: Request): Response {
  const { body, headers, status } = answer;
  if (headers.has('content-length') || BODILESS.includes(status)) return answer;
  if (body !== null) return new Response(endingLater(body), answer);
  return method === 'HEAD' ? new Response(unread(), answer) : answer;
}
