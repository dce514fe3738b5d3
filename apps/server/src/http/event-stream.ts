/** Writes server-sent events (HTML Living Standard §9.2), as they come and as fast as they are read. */
import type { StreamControls } from '@understudy/contract/kit';
import type { EventSource, StreamEvent } from '../kit/handler.js';
import { turns } from '../listing/turns.js';

/** After so long without an event, in ms, a comment shows proxies and clients that the connection is alive. */
const HEARTBEAT_MS = 15_000;

/** A client that lost the connection comes again after this time, in ms. */
const RETRY_MS = 1000;

/** Characters of events that are sent in one piece: more than that is not held for a client that reads slowly. */
const PIECE = 65_536;

/** So few events are written at once: taking turns would take longer. */
const FEW = 10;

/** Stands for nothing, but that what came before it is not to wait for what comes after it. */
export const NOW = '';

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
export interface Followed extends Pick<StreamControls, 'last_event_id' | 'follow' | 'limit'> {
  readonly source: EventSource;
  /** Aborted when the stream is to end, or nobody reads it any more. */
  readonly signal: AbortSignal;
}

/** What ended a wait: that there may be more events, that nothing came for so long, or that the stream ends. */
type Woken = 'change' | 'silence' | 'end';

async function woken({ source, signal }: Followed, last: string | undefined, ms: number): Promise<Woken> {
  try {
    return (await source.changed(last, { ms, signal })) ? 'change' : 'silence';
  } catch (error) {
    if (signal.aborted) return 'end';
    throw error;
  }
}

/** What is sent of a stream, piece by piece. */
export async function* eventTexts(followed: Followed): AsyncGenerator<string> {
  const { source, signal, follow, limit = Number.POSITIVE_INFINITY } = followed;
  let { last_event_id: last } = followed;
  let left = limit;
  let silentSince: number | undefined;
  last ??= source.position;
  yield openingText(source.position);
  while (!signal.aborted) {
    const { isOver, events: all } = await source.after(last);
    let events = all.slice(0, left);
    if (events.length > 0) silentSince = undefined;
    while (events.length > 0) {
      const writing = textOf(events);
      const { text, count } = events.length <= FEW ? turns.runShort(writing) : await turns.run(writing);
      last = events[count - 1]?.id;
      left -= count;
      events = events.slice(count);
      yield text;
      if (left === 0 || signal.aborted) return;
    }
    if (isOver === true) return;
    if (all.length > 0) continue;
    if (!follow) return;
    yield NOW;
    silentSince ??= performance.now();
    const ms = Math.ceil(silentSince + HEARTBEAT_MS - performance.now());
    const why = ms > 0 ? await woken(followed, last, ms) : 'silence';
    if (why === 'end') return;
    if (why === 'silence') {
      yield HEARTBEAT;
      silentSince = undefined;
    }
  }
}
