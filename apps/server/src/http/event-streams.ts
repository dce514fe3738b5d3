/** The streams of events that a server has open: how many they may be, and how they end. */
import { later, nextTurn, type Timer } from '#platform/turns';
import type { FoundStream } from '../call/beside.js';
import { ProblemError } from '../kit/problem-error.js';
import { eventTexts, NOW } from './event-stream.js';
import type { Pauses } from './pauses.js';

/** Whoever has read nothing for so long, in ms, is cut off; with the id of the last event it can go on. */
const STALLED_MS = 60_000;

/** Seconds after which to try again where there are too many streams. */
const RETRY_AFTER = 1;

/** A stream to open. */
interface Opening extends FoundStream {
  /**
   * Gives what is aborted when the client hangs up. It is kept as long as the stream: Node lets go of what a request's
   * signal follows once nobody has the request any more.
   */
  readonly signal: () => AbortSignal;
}

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** Pieces that are written before others get a turn: each of them is so little work that nothing else would end it. */
const PIECES = 64;

/** Texts as bytes, in pieces of a size: only what comes before a wait may be less. */
async function* piecesOf(texts: AsyncIterable<string>, size: number): AsyncGenerator<Bytes> {
  let rest: Bytes = new Uint8Array();
  let count = 0;
  for await (const text of texts) {
    let start = 0;
    const bytes = rest.length === 0 ? encoder.encode(text) : joined(rest, encoder.encode(text));
    for (; bytes.length - start >= size; start += size) {
      yield bytes.subarray(start, start + size);
      if (++count % PIECES === 0) await nextTurn();
    }
    rest = bytes.subarray(start);
    if (text !== NOW || rest.length === 0) continue;
    yield rest;
    rest = new Uint8Array();
  }
  if (rest.length > 0) yield rest;
}

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Texts as bytes. */
async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Bytes> {
  for await (const text of texts) if (text !== NOW) yield encoder.encode(text);
}

/** The open streams of one server. */
export class EventStreams {
  readonly #max: number;
  readonly #pauses: Pick<Pauses, 'isOver'>;
  readonly #open = new Set<AbortController>();

  constructor(max: number, pauses: Pauses) {
    this.#max = max;
    this.#pauses = pauses;
    pauses.whenOver(() => {
      for (const stream of this.#open) stream.abort();
    });
  }

  /** How many are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Opens a stream. It comes only when it is asked for, so that one that nobody reads holds nothing.
   *
   * @throws ProblemError where there are too many
   */
  open({ source, controls, signal }: Opening): ReadableStream<Bytes> {
    const texts = (over: AbortSignal) => eventTexts({ ...controls, source, signal: over });
    return this.openTexts(texts, { chunk_bytes: controls.chunk_bytes, signal });
  }

  /**
   * Opens a stream of texts, which are asked for one after the other, and no more once the signal is aborted.
   *
   * @throws ProblemError where there are too many
   */
  openTexts(
    textsUntil: (over: AbortSignal) => AsyncIterable<string>,
    { chunk_bytes: size, signal }: Pick<Opening, 'signal'> & { readonly chunk_bytes: number | undefined },
  ): ReadableStream<Bytes> {
    if (this.#open.size >= this.#max) {
      throw new ProblemError('service_unavailable', {
        detail: `the server has ${this.#max} open streams, and may have no more (--max-streams)`,
        headers: { 'retry-after': String(RETRY_AFTER) },
      });
    }
    const over = new AbortController();
    this.#open.add(over);
    const texts = textsUntil(over.signal);
    const coming = size === undefined ? bytesOf(texts) : piecesOf(texts, size);
    let stalled: Timer | undefined;
    const end = (): void => {
      clearTimeout(stalled);
      signal().removeEventListener('abort', end);
      over.abort();
      this.#open.delete(over);
    };
    signal().addEventListener('abort', end, { once: true });
    if (signal().aborted || this.#pauses.isOver) end();
    const pull = async (stream: ReadableStreamDefaultController<Bytes>): Promise<void> => {
      clearTimeout(stalled);
      try {
        const { done, value } = await coming.next();
        if (done === true) {
          end();
          stream.close();
          return;
        }
        stream.enqueue(value);
        stalled = later(() => {
          end();
          stream.error(new Error(`the client has read nothing for ${STALLED_MS} ms`));
        }, STALLED_MS);
      } catch (error) {
        end();
        stream.error(error);
      }
    };
    return new ReadableStream({ pull, cancel: end }, { highWaterMark: 0 });
  }
}
