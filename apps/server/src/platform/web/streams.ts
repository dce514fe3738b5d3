/** Streams of the fetch standard, as browsers have them: not each can be iterated, and not each shows the body of a request. */

/** The pieces of a stream. */
export async function* chunksOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
  const reader = stream.getReader();
  let isRead = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    isRead = true;
  } finally {
    // Who stops early wants no more of it.
    if (!isRead) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

async function* wholeOf(request: Request): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > 0) yield bytes;
}

/** The body of a request in pieces; null where there is none. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> | null {
  // Firefox has no such member.
  const { body }: { readonly body?: Request['body'] } = request;
  if (body === undefined) return request.method === 'GET' || request.method === 'HEAD' ? null : wholeOf(request);
  return body === null ? null : chunksOf(body);
}
