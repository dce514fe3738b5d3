/** Streams of the fetch standard, as Node has them. */

/** The pieces of a stream. */
export function chunksOf<Piece>(stream: ReadableStream<Piece>): AsyncIterable<Piece> {
  return stream;
}

/** The body of a request in pieces; null where there is none. */
export function bodyOf({ body }: Request): AsyncIterable<Uint8Array> | null {
  return body;
}
