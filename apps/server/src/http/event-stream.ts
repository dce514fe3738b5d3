/** Writes server-sent events (HTML Living Standard §9.2), as they come and as fast as they are read. */
import type { StreamControls } from '@understudy/contract/kit';
import type { EventSource, StreamEvent } from '../kit/event-source.js';
import type { Waiter } from '../kit/waiter.js';
import { scheduler } from '../listing/scheduler.js';
import { BodyStream, LATER } from './body-stream.js';

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
export interface Followed {
  readonly source: EventSource;
  readonly controls: Pick<StreamControls, 'last_event_id' | 'follow' | 'limit'>;
}

const NONE: readonly StreamEvent[] = [];

/** The texts of a stream of events. */
export class EventTexts extends BodyStream<string> {
  readonly #source: EventSource;
  readonly #isFollowing: boolean;
  /** How many events may still be given; undefined for any number. */
  #left: number | undefined;
  /** Id of the last event that was given. */
  #last: string | undefined;
  /** Events that are not given yet. */
  #events = NONE;
  /** What comes when there is no event at hand. */
  #next: 'opening' | 'heartbeat' | 'events' | 'end' = 'opening';

  constructor({ source, controls: { last_event_id, follow, limit } }: Followed) {
    super();
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
    return text;
  }
}
