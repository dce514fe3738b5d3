/** The streams that a server has open: how many they may be, and how they end. */
import { later } from '#platform/turns';
import type { FoundStream } from '../call/beside.js';
import { FewAtOnce } from '../journal/few-at-once.js';
import { ProblemError } from '../kit/problem-error.js';
import { Deadlines } from './deadlines.js';
import { EventTexts } from './event-stream.js';
import { type Flow, Texts } from './flow.js';
import { InPieces } from './in-pieces.js';
import { OpenStream, type Shared } from './open-stream.js';
import type { Pauses } from './pauses.js';

/** After so long without an event, in ms, a comment shows proxies and clients that the connection is alive. */
const HEARTBEAT_MS = 15_000;

/** Whoever has read nothing for so long, in ms, is cut off; with the id of the last event it can go on. */
const STALLED_MS = 60_000;

/** Seconds after which to try again where there are too many streams. */
const RETRY_AFTER = 1;

/** The open streams of one server. */
export class EventStreams {
  readonly #max: number;
  readonly #pauses: Pick<Pauses, 'isOver'>;
  readonly #events: Shared;
  readonly #texts: Shared;

  constructor(max: number, pauses: Pauses) {
    this.#max = max;
    this.#pauses = pauses;
    const few = new FewAtOnce();
    const beat = (stream: OpenStream): void => stream.beat();
    const cutOff = (stream: OpenStream): void =>
      stream.fail(new Error(`the client has read nothing for ${STALLED_MS} ms`));
    // A process that follows a stream of its own stays for it.
    const silent = new Deadlines({ ms: HEARTBEAT_MS, over: beat, start: setTimeout, few });
    const stalled = new Deadlines({ ms: STALLED_MS, over: cutOff, start: later, few });
    this.#events = { open: new Set(), silent, stalled };
    this.#texts = { open: new Set(), silent, stalled };
    // Of texts nobody would see that they are not whole.
    pauses.whenOver(() => {
      for (const stream of this.#events.open) stream.end();
    });
  }

  /** How many are open. */
  get size(): number {
    return this.#events.open.size + this.#texts.open.size;
  }

  /**
   * Opens a stream of events. They come only when they are asked for, so that one that nobody reads holds nothing.
   *
   * @throws ProblemError where there are too many
   */
  open(found: FoundStream): OpenStream {
    const stream = this.#open(this.#events, new EventTexts(found), found.controls.chunk_bytes);
    if (this.#pauses.isOver) stream.end();
    return stream;
  }

  /**
   * Opens a stream of texts.
   *
   * @throws ProblemError where there are too many
   */
  openTexts(texts: AsyncGenerator<string>, size: number | undefined): OpenStream {
    return this.#open(this.#texts, new Texts(texts), size);
  }

  #open(shared: Shared, texts: Flow<string>, size: number | undefined): OpenStream {
    if (this.size >= this.#max) {
      throw new ProblemError('service_unavailable', {
        detail: `the server has ${this.#max} open streams, and may have no more (--max-streams)`,
        headers: { 'retry-after': String(RETRY_AFTER) },
      });
    }
    return new OpenStream(size === undefined ? texts : new InPieces(texts, size), shared);
  }
}
