/** Takes a body apart: into pieces, with waits between them. */
import type { Finished } from './finish.js';
import type { Wire } from './wire.js';

/** Bytes of a body. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes to send, or a number of ms to wait before the next. */
export type Piece = Bytes | number;

/** A rate is kept over such a time, in ms: short enough to be smooth, long enough for timers to be right within 1 %. */
const TICK_MS = 100;

async function* chunksOf(body: Finished['body']): AsyncGenerator<Bytes> {
  if (body === null) return;
  if (body instanceof ReadableStream) yield* body;
  else yield typeof body === 'string' ? Buffer.from(body) : body;
}

/** Ends after so many bytes, and asks for no more than those. */
async function* firstOf(chunks: AsyncIterable<Bytes>, limit: number): AsyncGenerator<Bytes> {
  if (limit <= 0) return;
  let left = limit;
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left);
    left -= chunk.byteLength;
    if (left <= 0) return;
  }
}

function* slices(chunk: Bytes, size: number): Generator<Bytes> {
  for (let start = 0; start < chunk.byteLength; start += size) yield chunk.subarray(start, start + size);
}

async function* dripped(
  chunks: AsyncIterable<Bytes>,
  { bytes, everyMs }: NonNullable<Wire['drip']>,
): AsyncGenerator<Piece> {
  let isFirst = true;
  for await (const chunk of chunks) {
    for (const slice of slices(chunk, bytes)) {
      if (!isFirst) yield everyMs;
      isFirst = false;
      yield slice;
    }
  }
}

/** Has each piece come when it would be there at that rate; what was waited before it is part of its time. */
async function* throttled(pieces: AsyncIterable<Piece>, bytesPerSecond: number): AsyncGenerator<Piece> {
  const size = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  let waitedMs = 0;
  for await (const piece of pieces) {
    if (typeof piece === 'number') {
      waitedMs = piece;
      yield piece;
      continue;
    }
    for (const slice of slices(piece, size)) {
      const takesMs = (slice.byteLength * 1000) / bytesPerSecond;
      if (takesMs > waitedMs) yield takesMs - waitedMs;
      waitedMs = Math.max(0, waitedMs - takesMs);
      yield slice;
    }
  }
}

/** The first bytes of a body, at the pace of a wire. Whoever stops early ends the stream that they come from. */
export function piecesOf(
  body: Finished['body'],
  limit: number,
  { drip, bytesPerSecond }: Pick<Wire, 'drip' | 'bytesPerSecond'>,
): AsyncIterable<Piece> {
  const chunks = firstOf(chunksOf(body), limit);
  const pieces = drip === undefined ? chunks : dripped(chunks, drip);
  return bytesPerSecond === undefined ? pieces : throttled(pieces, bytesPerSecond);
}

/** Ends the stream of a body that was not asked for, or not to its end. */
export async function release(body: Finished['body']): Promise<void> {
  if (body instanceof ReadableStream && !body.locked) await body.cancel().catch(() => undefined);
}
