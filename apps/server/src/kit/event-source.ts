/** Streams of events, where they come from, and who waits for them. */
import { problemsOf } from './problem-error.js';

/** Somebody who waits for something, and is told of it. */
export interface Waiter {
  /** Called once there may be what it waits for. */
  readonly wake: () => void;
}

/** An event of a stream. */
export interface StreamEvent {
  /** One line. */
  readonly id: string;
  /** Its type, which the operation declares. */
  readonly event: string;
  readonly data: unknown;
}

/** Events of a stream. */
export interface EventBatch<Event = StreamEvent> {
  /** In order, as many as the source likes; none only where there are none by now. */
  readonly events: readonly Event[];
  /** Whether no event will ever come after these. */
  readonly isOver?: boolean | undefined;
}

/** Where the events of a stream come from. */
export interface EventSource<Event = StreamEvent> {
  /** Id to go on after, of a stream that begins at the present and has no event by now. */
  readonly position?: string | undefined;
  /** Events after the one with an id. */
  readonly after: (id: string | undefined) => Promise<EventBatch<Event>>;
  /** Wakes somebody once there may be more events than those that were given. */
  readonly watch: (waiter: Waiter) => void;
  /** Wakes it no more. */
  readonly unwatch: (waiter: Waiter) => void;
}

/**
 * What there is of a stream at an instant of the sandbox's clock, after the event that `last_event_id` of the input names.
 * The kit asks again with every change of the sandbox, and at the instant of the next event: a handler need not remember
 * anything, so that any replica can go on with the stream. For an id that was never given it throws `invalid_cursor`.
 */
export interface EventsNow<Event = StreamEvent> extends EventBatch<Event>, Pick<EventSource<Event>, 'position'> {
  /** When the next event comes though nobody writes, in ms since 1970; left out where only a write can bring one. */
  readonly next?: number | undefined;
}

/** A stream of events: where its first event is to come after one that was never given, its handler throws. */
export interface Streaming<Event = StreamEvent> {
  readonly stream: EventSource<Event>;
}

/** A number as an id; 0 stands before the first. */
const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

const problem = problemsOf({});

/**
 * The number of the last event that the reader of a stream has seen, of events that are counted from 1.
 *
 * @param last number of the last event that was given by now
 * @returns undefined for a reader who names none; 0 stands before the first
 * @throws ProblemError `invalid_cursor` for an id that was never given
 */
export function eventNumber(
  { last_event_id: id }: { readonly last_event_id?: string | undefined },
  last: number,
): number | undefined {
  if (id === undefined) return undefined;
  const number = NUMBER.test(id) ? Number(id) : Number.NaN;
  if (number <= last) return number;
  const detail = `last_event_id is ${JSON.stringify(id)}, and no event has that id; the last one has ${last}`;
  throw problem('invalid_cursor', { detail });
}
