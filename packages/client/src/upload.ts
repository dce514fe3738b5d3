/** Rows to send: as an array, or as lines. */

/**
 * Rows of an import: an array; a CSV or NDJSON as a `Blob`, a `File` or a stream of bytes; or rows that come one by one.
 * Lines are read to their end before they are sent, so that the call can be retried.
 *
 * @example
 * ```ts
 * import type { Upload } from '@understudy/client';
 *
 * const rows: Upload<{ email: string }> = new Blob(['email\r\nada@example.com\r\n'], { type: 'text/csv' });
 * ```
 */
export type Upload<Row> = readonly Row[] | Blob | ReadableStream<Uint8Array> | AsyncIterable<Row> | Iterable<Row>;

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

/** Lines as they are sent. */
export interface LinesToSend {
  readonly text: string;
  /** Their media type. */
  readonly type: string;
}

/** Lines with their media type; where nothing says it, NDJSON begins with an object. */
async function typed(lines: Blob): Promise<LinesToSend> {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await lines.arrayBuffer());
  const known = [CSV, NDJSON].find((one) => lines.type.startsWith(one));
  return { text, type: known ?? (text.trimStart().startsWith('{') ? NDJSON : CSV) };
}

function isIterable(value: object): value is AsyncIterable<unknown> | Iterable<unknown> {
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

/** What comes of a stream; some runtimes cannot iterate over one. */
async function* chunksOf(stream: ReadableStream<unknown>): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}

/** Rows or bytes, whichever come. */
async function collected(parts: AsyncIterable<unknown> | Iterable<unknown>): Promise<LinesToSend> {
  const all: BlobPart[] = [];
  let type = '';
  for await (const part of parts) {
    const isText = typeof part === 'string' || part instanceof Uint8Array;
    if (!isText) type = NDJSON;
    // What is no text is a row.
    all.push(isText ? (part as BlobPart) : `${JSON.stringify(part)}\n`);
  }
  return typed(new Blob(all, { type }));
}

/**
 * Rows as lines; undefined where they are an array, or no rows at all, and go as JSON.
 *
 * @throws TypeError for bytes that are no UTF-8
 */
export async function linesToSend(rows: unknown): Promise<LinesToSend | undefined> {
  if (typeof rows !== 'object' || rows === null || Array.isArray(rows)) return undefined;
  if (rows instanceof Blob) return typed(rows);
  // Not by its class, which React Native does not have.
  if ('getReader' in rows) return collected(chunksOf(rows as ReadableStream<unknown>));
  return isIterable(rows) ? collected(rows) : undefined;
}
