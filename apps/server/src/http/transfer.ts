/** How the bytes of an answer go out: at their pace, and as far as a fault lets them. */
import { byteLength, latin1, textOf, RESET, chunksOf as streamed } from '#platform/runtime';
import type { Transmission } from './answer.js';
import type { Finished } from './finish.js';
import { OpenStream, readable } from './open-stream.js';
import type { Timers } from './timers.js';

/** How a connection ends before its answer does. */
export type Ending = NonNullable<Transmission['end']>['by'];

/** Where a body ends too early. */
interface Cut {
  /** Bytes of the body before it. */
  readonly at: number;
  readonly stallMs: number;
  readonly ending: Ending;
}

/** Of a body whose length nobody knows yet, so much is its middle. */
const AMID_STREAM = 1;

/** The cuts that a wire makes into a body after its head. */
function cutsOf({ stall, truncateTo, end }: Transmission, length: number | undefined): readonly Cut[] {
  const cuts: Cut[] = [];
  if (stall !== undefined) cuts.push({ at: stall.afterBytes, stallMs: stall.ms, ending: 'close' });
  if (truncateTo !== undefined) cuts.push({ at: truncateTo, stallMs: 0, ending: 'close' });
  if (end === undefined) return cuts;
  const half = length === undefined ? AMID_STREAM : Math.floor(length / 2);
  return [...cuts, { at: end.at === 'head' ? 0 : half, stallMs: 0, ending: end.by }];
}

/**
 * The first cut that a wire makes; several in one position are one.
 *
 * @param length bytes of the body, where they are known
 */
function firstCut(wire: Transmission, length: number | undefined): Cut | undefined {
  const cuts = cutsOf(wire, length);
  const at = Math.min(...cuts.map((cut) => cut.at));
  const here = cuts.filter((cut) => cut.at === at);
  if (here.length === 0) return undefined;
  const stallMs = Math.max(...here.map((cut) => cut.stallMs));
  return { at, stallMs, ending: here.find(({ ending }) => ending !== 'close')?.ending ?? 'close' };
}

/** Bytes that are neither the begin of an answer nor the size of a chunk, and end a line for those who read lines. */
export const GARBAGE = latin1('\0\u0001\u0002 this is no HTTP \u00ff\u00fe\r\n\r\n');

/** What a parser says of garbage, by where it stands. */
const parserErrors = {
  start: { code: 'HPE_INVALID_CONSTANT', reason: 'Expected HTTP/' },
  body: { code: 'HPE_INVALID_CHUNK_SIZE', reason: 'Invalid character in chunk size' },
} as const;

/** What the socket or the parser said. */
function causeOf(ending: Ending | undefined, at: keyof typeof parserErrors): Error {
  if (ending === 'reset') {
    const cause = new Error('read ECONNRESET');
    return Object.assign(cause, { errno: -RESET, code: 'ECONNRESET', syscall: 'read' });
  }
  if (ending === 'garbage') {
    const { code, reason } = parserErrors[at];
    const cause = new Error(`Response does not match the HTTP/1.1 protocol (${reason})`);
    return Object.assign(cause, { name: 'HTTPParserError', code, data: textOf(GARBAGE) });
  }
  return Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' });
}

/** The error of a fetch to which no head came. */
export function fetchFailed(ending: Ending | undefined): TypeError {
  return new TypeError('fetch failed', { cause: causeOf(ending, 'start') });
}

/** The error of a body that does not come to its end. */
export function terminated(ending: Ending | undefined): TypeError {
  return new TypeError('terminated', { cause: causeOf(ending, 'body') });
}

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
  else yield body;
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

/** How an answer goes out: each member after the one before. */
export interface Transfer {
  /** How long nothing is sent, in ms. */
  readonly silentMs: number;
  /** The headers of the head; undefined where no head comes, and only an end. */
  readonly headers: Finished['headers'] | undefined;
  /** What comes of the body. */
  readonly pieces: AsyncIterable<Piece>;
  /** Whether that is all of it, as a client knows from the head: then it has the answer, whatever happens after. */
  readonly isWhole: boolean;
  /** How long nothing is sent then, in ms. */
  readonly stallMs: number;
  /** How the connection ends; undefined where it stays. */
  readonly ending: Ending | undefined;
}

/** Whom an answer is for, and who waits meanwhile. */
export interface Reading {
  readonly timers: Timers;
  /** Aborted when nobody is left to send it to. */
  readonly signal: AbortSignal;
}

/** Statuses whose answers have no body (RFC 9110 §15; the fetch standard calls them null body statuses). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Bytes of a body that a head promises, which may be more than there are; undefined where it does not say. */
function promised(headers: Finished['headers'], length: number | undefined): number | undefined {
  const said = headers['content-length'];
  return said === undefined ? length : Number(said);
}

/** Bytes of a body; undefined where nobody knows yet. */
function lengthOf(body: Finished['body']): number | undefined {
  return body === null || body instanceof OpenStream ? undefined : byteLength(body);
}

/** The headers of an answer whose body comes in chunks (RFC 9112 §7.1), since one of them is to be none. */
function chunked(headers: Finished['headers']): Finished['headers'] {
  const rest = { ...headers };
  delete rest['content-length'];
  return rest;
}

/** Plans how the answer to a request of a method goes out. */
export function transferOf(finished: Finished, method: string, reading: Reading): Transfer {
  const { status, headers, body, wire = {} } = finished;
  const nothing = { headers: undefined, pieces: piecesOf(null, 0, reading), isWhole: false, stallMs: 0 };
  if (wire.hangMs !== undefined) return { ...nothing, silentMs: wire.hangMs, ending: 'close' };
  if (wire.end?.at === 'start') return { ...nothing, silentMs: 0, ending: wire.end.by };
  const length = lengthOf(body);
  const cut = firstCut(wire, length);
  const isBodiless = method === 'HEAD' || BODILESS.has(status);
  const isGarbled = cut?.ending === 'garbage' && !isBodiless;
  const wanted = promised(headers, length);
  const isAllThere = cut === undefined || (wanted !== undefined && Math.min(cut.at, length ?? wanted) >= wanted);
  return {
    silentMs: 0,
    headers: isGarbled ? chunked(headers) : headers,
    pieces: piecesOf(body, cut?.at ?? Number.POSITIVE_INFINITY, { ...wire, ...reading }),
    isWhole: isBodiless || (isAllThere && !isGarbled),
    stallMs: cut?.stallMs ?? 0,
    ending: cut?.ending,
  };
}
