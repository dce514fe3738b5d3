/** Takes a body apart: into pieces, with waits between them. */
import { bytesOf } from '#platform/bytes';
import { chunksOf as streamed } from '#platform/streams';
import type { Finished } from './finish.js';
import { OpenStream } from './open-stream.js';
import type { Timers } from './timers.js';
import { readable } from './readable.js';
import type { Transmission } from './transmission.js';

/** Bytes of a body. */
type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes to send, or a number of ms to wait before the next. */
export type Piece = Bytes | number;

/** A rate is kept over such a time, in ms: short enough to be smooth, long enough for timers to be right within 1 %. */
const TICK_MS = 100;

/** How slowly a body comes, as long as anything waits. */
export interface Pace extends Pick<Transmission, 'drip' | 'bytesPerSecond'> {
  readonly timers: Pick<Timers, 'isOver'>;
  /** Aborted when nobody is left to send it to. */
  readonly signal: AbortSignal;
}

async function* chunksOf(body: Finished['body'], { signal }: Pace): AsyncGenerator<Bytes> {
  if (body === null) return;
  if (body instanceof OpenStream) yield* streamed(readable(body, signal));
  else yield typeof body === 'string' ? bytesOf(body) : body;
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

/** Slices of a size; once nothing waits any more, all that is left. */
function* slices(chunk: Bytes, size: number, { timers }: Pace): Generator<Bytes> {
  let start = 0;
  while (start < chunk.byteLength) {
    const end = timers.isOver ? chunk.byteLength : start + size;
    yield chunk.subarray(start, end);
    start = end;
  }
}

async function* dripped(chunks: AsyncIterable<Bytes>, pace: Pace): AsyncGenerator<Piece> {
  if (pace.drip === undefined) return yield* chunks;
  const { bytes, everyMs } = pace.drip;
  let isFirst = true;
  for await (const chunk of chunks) {
    for (const slice of slices(chunk, bytes, pace)) {
      if (!isFirst) yield everyMs;
      isFirst = false;
      yield slice;
    }
  }
}

/** Has each piece come when it would be there at the rate; what was waited before it is part of its time. */
async function* throttled(pieces: AsyncIterable<Piece>, pace: Pace): AsyncGenerator<Piece> {
  const { bytesPerSecond } = pace;
  if (bytesPerSecond === undefined) return yield* pieces;
  const size = Math.max(1, Math.round((bytesPerSecond * TICK_MS) / 1000));
  let waitedMs = 0;
  for await (const piece of pieces) {
    if (typeof piece === 'number') {
      waitedMs = piece;
      yield piece;
      continue;
    }
    for (const slice of slices(piece, size, pace)) {
      const takesMs = (slice.byteLength * 1000) / bytesPerSecond;
      if (takesMs > waitedMs) yield takesMs - waitedMs;
      waitedMs = Math.max(0, waitedMs - takesMs);
      yield slice;
    }
  }
}

/** The first bytes of a body, at a pace. Whoever stops early ends the stream that they come from. */
export function piecesOf(body: Finished['body'], limit: number, pace: Pace): AsyncIterable<Piece> {
  return throttled(dripped(firstOf(chunksOf(body, pace), limit), pace), pace);
}

/** Ends the stream of a body that was not asked for, or not to its end. */
export function release(body: Finished['body']): void {
  if (body instanceof OpenStream) body.leave();
}
