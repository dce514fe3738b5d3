/** Plans how an answer with faults goes out, whichever host sends it. */
import { byteLength } from '#platform/bytes';
import { type Ending, firstCut } from './cut.js';
import type { Finished } from './finish.js';
import { OpenStream } from './open-stream.js';
import type { Timers } from './timers.js';
import { type Piece, piecesOf } from './pace.js';

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
