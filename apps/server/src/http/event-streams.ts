/** Streams of events (HTML Living Standard §9.2): their text, and all that are open. */
import type { StreamControls } from '@understudy/contract/kit';
import type { EventSource, StreamEvent, Waiter } from '../kit/event-source.js';
import { scheduler } from '../listing/scheduler.js';
import { BodyStream, type Bytes, bytesOf, LATER, OpenStream, type Shared, Texts } from './open-stream.js';
import { asking, later, nextTurn } from '#platform/runtime';
import type { FoundStream } from '../call/call.js';
import { FewAtOnce } from '../journal/journals.js';
import { ProblemError } from '../kit/problem-error.js';
import { Deadlines, type Timers } from './timers.js';

/** A client that lost the connection comes again after this time, in ms. */
const RETRY_MS = 1000;

/** Characters of events that are sent in one piece: more than that is not held for a client that reads slowly. */
const PIECE = 65_536;

/** So few events are written at once: taking turns would take longer. */
const FEW = 10;

/** What of an event stands in a line of its own: a reader would take what comes after the end of the line for another. */
const ONE_LINE = /^[^\r\n\0]+$/;

/** One event. JSON has no line breaks, so that nothing in it can end the line. */
function eventText({ id, event, data }: StreamEvent): string {
  if (!ONE_LINE.test(id)) throw new TypeError(`an event ${event} has an id of more than one line`);
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** What comes first. An id without an event is what a reader names when it connects again before the first one. */
function openingText(position: string | undefined): string {
  return `retry: ${RETRY_MS}\n${position === undefined ? '' : `id: ${position}\n`}\n`;
}

const HEARTBEAT = ': heartbeat\n\n';

/** A stream as a whole that is to be spoiled: its backlog, or the heartbeat where there is none. */
export function backlogText(events: readonly StreamEvent[]): string {
  return events.length === 0 ? HEARTBEAT : openingText(undefined) + events.map(eventText).join('');
}

/** The text of the first of some events, up to a piece, and how many they are. */
function* textOf(events: readonly StreamEvent[]) {
  let text = '';
  let count = 0;
  for (const event of events) {
    text += eventText(event);
    count += 1;
    if (text.length >= PIECE) break;
    yield;
  }
  return { text, count };
}

/** A stream that somebody reads. */
export interface Followed extends Pick<FoundStream, 'altered'> {
  readonly source: EventSource;
  readonly controls: Pick<StreamControls, 'last_event_id' | 'follow' | 'limit'>;
}

const NONE: readonly StreamEvent[] = [];

/** The texts of a stream of events. */
class EventTexts extends BodyStream<string> {
  readonly #source: EventSource;
  readonly #isFollowing: boolean;
  readonly #altered: Followed['altered'];
  /** How many events may still be given; undefined for any number. */
  #left: number | undefined;
  /** Id of the last event that was given. */
  #last: string | undefined;
  /** Events that are not given yet. */
  #events = NONE;
  /** What comes when there is no event at hand. */
  #next: 'opening' | 'heartbeat' | 'events' | 'end' = 'opening';

  constructor({ source, altered, controls: { last_event_id, follow, limit } }: Followed) {
    super();
    this.#altered = altered;
    this.#source = source;
    this.#isFollowing = follow;
    this.#left = limit;
    this.#last = last_event_id ?? source.position;
  }

  async next(): Promise<string | typeof LATER | undefined> {
    const next = this.#next;
    if (next === 'opening' || next === 'heartbeat') {
      this.#next = 'events';
      return next === 'opening' ? openingText(this.#source.position) : HEARTBEAT;
    }
    if (this.#events.length > 0) return this.#text();
    if (this.#left === 0 || next === 'end') return undefined;
    const { events, isOver = false } = await this.#source.after(this.#last);
    this.#next = isOver ? 'end' : 'events';
    if (events.length === 0) return isOver || !this.#isFollowing ? undefined : LATER;
    this.#events = events.slice(0, this.#left);
    return this.#text();
  }

  override watch(waiter: Waiter): void {
    this.#source.watch(waiter);
  }

  override unwatch(waiter: Waiter): void {
    this.#source.unwatch(waiter);
  }

  override beat(): void {
    if (this.#next === 'events') this.#next = 'heartbeat';
  }

  async #text(): Promise<string> {
    const events = this.#events;
    const writing = textOf(events);
    const { text, count } = events.length <= FEW ? scheduler.runShort(writing) : await scheduler.run(writing);
    this.#last = events[count - 1]?.id;
    if (this.#left !== undefined) this.#left -= count;
    this.#events = count < events.length ? events.slice(count) : NONE;
    return this.#altered?.(text) ?? text;
  }
}

/** Pieces that are sent before others get a turn: each of them is so little work that nothing else would end it. */
const PIECES = 64;

const NOTHING: Bytes = new Uint8Array();

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Texts as pieces of a size. */
class InPieces extends BodyStream<Bytes> {
  readonly #texts: BodyStream<string>;
  readonly #size: number;
  #rest = NOTHING;
  #count = 0;
  /** What came of the texts at last, where the rest is to be sent before. */
  #last: typeof LATER | 'end' | undefined;

  constructor(texts: BodyStream<string>, size: number) {
    super();
    this.#texts = texts;
    this.#size = size;
  }

  async next(): Promise<Bytes | typeof LATER | undefined> {
    while (this.#rest.length < this.#size && this.#last === undefined) {
      const text = await this.#texts.next();
      if (typeof text !== 'string') this.#last = text ?? 'end';
      else this.#rest = this.#rest.length === 0 ? bytesOf(text) : joined(this.#rest, bytesOf(text));
    }
    if (this.#rest.length > 0) return this.#piece();
    if (this.#last === 'end') return undefined;
    this.#last = undefined;
    return LATER;
  }

  override watch(waiter: Waiter): void {
    this.#texts.watch(waiter);
  }

  override unwatch(waiter: Waiter): void {
    this.#texts.unwatch(waiter);
  }

  override beat(): void {
    this.#texts.beat();
  }

  override leave(): void {
    this.#texts.leave();
  }

  async #piece(): Promise<Bytes> {
    this.#count += 1;
    if (this.#count % PIECES === 0) await nextTurn();
    const piece = this.#rest.subarray(0, this.#size);
    this.#rest = this.#rest.length > this.#size ? this.#rest.subarray(this.#size) : NOTHING;
    return piece;
  }
}

/** After so long without an event, in ms, a comment shows proxies and clients that the connection is alive. */
const HEARTBEAT_MS = 15_000;

/** Whoever has read nothing for so long, in ms, is cut off; with the id of the last event it can go on. */
const STALLED_MS = 60_000;

/** Seconds after which to try again where there are too many streams. */
const RETRY_AFTER = 1;

/** Share of all streams that one stranger may have, so that nobody has them all. */
const SHARE = 0.1;

/** Open streams, of which those of strangers are counted by who has them. */
class Counted extends Set<OpenStream> {
  readonly #clients = new WeakMap<OpenStream, string>();
  readonly #counts: Map<string, number>;

  constructor(counts: Map<string, number>) {
    super();
    this.#counts = counts;
  }

  override add(stream: OpenStream): this {
    const client = asking.getStore();
    if (client !== undefined && !this.has(stream)) {
      this.#clients.set(stream, client);
      this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1);
    }
    return super.add(stream);
  }

  override delete(stream: OpenStream): boolean {
    const isOpen = super.delete(stream);
    const client = isOpen ? this.#clients.get(stream) : undefined;
    if (client === undefined) return isOpen;
    const left = (this.#counts.get(client) ?? 1) - 1;
    if (left === 0) this.#counts.delete(client);
    else this.#counts.set(client, left);
    return isOpen;
  }
}

/** The open streams of one server. */
export class EventStreams {
  readonly #max: number;
  readonly #pauses: Pick<Timers, 'isOver'>;
  readonly #events: Shared;
  readonly #texts: Shared;
  /** How many streams each stranger has. */
  readonly #counts = new Map<string, number>();

  constructor(max: number, timers: Timers) {
    this.#max = max;
    this.#pauses = timers;
    const few = new FewAtOnce();
    const beat = (stream: OpenStream): void => stream.beat();
    const cutOff = (stream: OpenStream): void =>
      stream.fail(new Error(`the client has read nothing for ${STALLED_MS} ms`));
    // A process that follows a stream of its own stays for it.
    const silent = new Deadlines({ ms: HEARTBEAT_MS, over: beat, start: setTimeout, few });
    const stallDeadlines = new Deadlines({ ms: STALLED_MS, over: cutOff, start: later, few });
    this.#events = { open: new Counted(this.#counts), silent, stallDeadlines };
    this.#texts = { open: new Counted(this.#counts), silent, stallDeadlines };
    // Of texts nobody would see that they are not whole.
    timers.whenOver(() => {
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

  #open(shared: Shared, texts: BodyStream<string>, size: number | undefined): OpenStream {
    if (this.size >= this.#max) {
      throw new ProblemError('service_unavailable', {
        detail: `the server has ${this.#max} open streams, and may have no more (--max-streams)`,
        headers: { 'retry-after': String(RETRY_AFTER) },
      });
    }
    const most = Math.max(1, Math.floor(this.#max * SHARE));
    if ((this.#counts.get(asking.getStore() ?? '') ?? 0) >= most) {
      throw new ProblemError('too_many_requests', {
        detail: `this client has ${most} open streams, a tenth of those of the server, and may have no more (--max-streams)`,
        headers: { 'retry-after': String(RETRY_AFTER) },
      });
    }
    return new OpenStream(size === undefined ? texts : new InPieces(texts, size), shared);
  }
}
