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

/** One event. JSON has no line breaks, so that nothing in it can end the line; an id is of our own making. */
function eventText({ id, event, data }: StreamEvent): string {
  return `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
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

/** Whether there may be more events, once something has changed or the time is over; false where the stream ends. */
async function isMore({ source, signal }: Followed, last: string | undefined): Promise<boolean> {
  try {
    await source.changed(last, { ms: HEARTBEAT_MS, signal });
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

/** What is sent of a stream, piece by piece. */
export async function* eventTexts(followed: Followed): AsyncGenerator<string> {
  const { source, signal, follow, limit = Number.POSITIVE_INFINITY } = followed;
  let { last_event_id: last } = followed;
  let left = limit;
  let hasWaited = false;
  yield `retry: ${RETRY_MS}\n\n`;
  while (!signal.aborted) {
    let events = (await source.after(last)).slice(0, left);
    if (events.length === 0 && !follow) return;
    if (events.length === 0 && hasWaited) yield ': heartbeat\n\n';
    hasWaited = events.length === 0;
    if (hasWaited) yield NOW;
    while (events.length > 0) {
      const writing = textOf(events);
      const { text, count } = events.length <= FEW ? turns.runShort(writing) : await turns.run(writing);
      last = events[count - 1]?.id;
      left -= count;
      events = events.slice(count);
      yield text;
      if (left === 0 || signal.aborted) return;
    }
    if (hasWaited && !(await isMore(followed, last))) return;
  }
}
