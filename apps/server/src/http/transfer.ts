/** Plans how an answer with faults goes out, whichever host sends it. */
import type { Finished } from './finish.js';
import { type Piece, piecesOf } from './pieces.js';
import type { Wire } from './wire.js';

/** How a connection ends before its answer does. */
export type Ending = NonNullable<Wire['end']>['by'];

/** How an answer goes out: each member after the one before. */
export interface Transfer {
  /** How long nothing comes, in ms. */
  readonly silentMs: number;
  /** The headers of the head; undefined where no head comes, and only an end. */
  readonly headers: Finished['headers'] | undefined;
  /** What comes of the body. */
  readonly pieces: AsyncIterable<Piece>;
  /** Whether that is all of it, as a client knows from the head: then it has the answer, whatever happens after. */
  readonly isWhole: boolean;
  /** How long nothing comes then, in ms. */
  readonly stallMs: number;
  /** How the connection ends; undefined where it stays. */
  readonly ending: Ending | undefined;
}

/** Where a body ends too early. */
interface Cut {
  /** Bytes of the body before it. */
  readonly at: number;
  readonly stallMs: number;
  readonly ending: Ending;
}

/** Statuses whose answers have no body (RFC 9110 §15; the fetch standard calls them null body statuses). */
const BODILESS: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Of a body whose length nobody knows yet, so much is its middle. */
const AMID_STREAM = 1;

/** Bytes of a body that a head promises, which may be more than there are; undefined where it does not say. */
function promised(headers: Finished['headers'], length: number | undefined): number | undefined {
  const said = headers['content-length'];
  return said === undefined ? length : Number(said);
}

/** Bytes of a body; undefined where nobody knows yet. */
function lengthOf(body: Finished['body']): number | undefined {
  return body === null || body instanceof ReadableStream ? undefined : Buffer.byteLength(body);
}

/** The cuts that a wire makes into a body after its head. */
function cutsOf({ stall, truncateTo, end }: Wire, length: number | undefined): readonly Cut[] {
  const cuts: Cut[] = [];
  if (stall !== undefined) cuts.push({ at: stall.afterBytes, stallMs: stall.ms, ending: 'close' });
  if (truncateTo !== undefined) cuts.push({ at: truncateTo, stallMs: 0, ending: 'close' });
  if (end === undefined) return cuts;
  const half = length === undefined ? AMID_STREAM : Math.floor(length / 2);
  return [...cuts, { at: end.at === 'head' ? 0 : half, stallMs: 0, ending: end.by }];
}

/** The first of some cuts; several in one position are one. */
function firstCut(cuts: readonly Cut[]): Cut | undefined {
  const at = Math.min(...cuts.map((cut) => cut.at));
  const here = cuts.filter((cut) => cut.at === at);
  if (here.length === 0) return undefined;
  const stallMs = Math.max(...here.map((cut) => cut.stallMs));
  return { at, stallMs, ending: here.find(({ ending }) => ending !== 'close')?.ending ?? 'close' };
}

/** The headers of an answer whose body comes in chunks (RFC 9112 §7.1), since one of them is to be none. */
function chunked(headers: Finished['headers']): Finished['headers'] {
  const rest = { ...headers };
  delete rest['content-length'];
  return rest;
}

/** Plans how the answer to a request of a method goes out. */
export function transferOf(finished: Finished, method: string): Transfer {
  const { status, headers, body, wire = {} } = finished;
  const nothing = { headers: undefined, pieces: piecesOf(null, 0, {}), isWhole: false, stallMs: 0 };
  if (wire.hangMs !== undefined) return { ...nothing, silentMs: wire.hangMs, ending: 'close' };
  if (wire.end?.at === 'start') return { ...nothing, silentMs: 0, ending: wire.end.by };
  const length = lengthOf(body);
  const cut = firstCut(cutsOf(wire, length));
  const isBodiless = method === 'HEAD' || BODILESS.has(status);
  const isGarbled = cut?.ending === 'garbage' && !isBodiless;
  const wanted = promised(headers, length);
  const isAllThere = cut === undefined || (wanted !== undefined && Math.min(cut.at, length ?? wanted) >= wanted);
  return {
    silentMs: 0,
    headers: isGarbled ? chunked(headers) : headers,
    pieces: piecesOf(body, cut?.at ?? Number.POSITIVE_INFINITY, wire),
    isWhole: isBodiless || (isAllThere && !isGarbled),
    stallMs: cut?.stallMs ?? 0,
    ending: cut?.ending,
  };
}
