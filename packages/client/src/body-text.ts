/** Reads a body as text while it comes, from whichever kind of stream the `fetch` at hand gives. */
import type { FetchResponse } from './client-options.js';
import { isObject } from './error-kind.js';
import { abortable } from './sleep.js';

/** Chunks of bytes, and how to say that no more are wanted. */
interface Source {
  readonly next: () => Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  readonly cancel: () => unknown;
}

/** Reads a stream of the web or of Node; undefined for what is neither, as React Native has none. */
function sourceOf(body: unknown): Source | undefined {
  if (!isObject(body)) return undefined;
  // A body is a stream of bytes: only the kind of stream is in question.
  const stream = body as Partial<ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>> & { destroy?: () => void };
  const reader = stream.getReader?.();
  if (reader !== undefined) {
    return { next: () => reader.read(), cancel: () => reader.cancel().catch(() => undefined) };
  }
  const chunks = stream[Symbol.asyncIterator]?.();
  // The iterator itself cannot be ended while it waits for a chunk.
  return chunks && { next: () => chunks.next(), cancel: () => stream.destroy?.() };
}

/** The texts that a body comes in; with the end of the loop the rest is refused. */
export async function* textsOf(
  response: FetchResponse,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
  const source = sourceOf(response.body);
  if (source === undefined) {
    yield await abortable(response.text(), signal);
    return;
  }
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done = false, value } = await abortable(source.next(), signal);
      yield decoder.decode(value, { stream: !done });
      if (done) return;
    }
  } finally {
    source.cancel();
  }
}
