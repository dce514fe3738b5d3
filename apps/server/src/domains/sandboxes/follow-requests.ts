/** Follows the requests that a sandbox answers. */
import type { contract } from '@understudy/contract';
import type { DroppedRequests, JournalEntry } from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import type { ContextOf } from '../../kit/context.js';
import type { EventSource } from '../../kit/event-source.js';

/** A call that follows requests. */
type FollowCall = ContextOf<typeof contract.sandboxes, 'streamRequests'>;

/** What was read of a journal. */
type ReadJournal = Awaited<ReturnType<Services['journals']['read']>>;

/** An event of the journal. */
type JournalEvent =
  | { readonly id: string; readonly event: 'request'; readonly data: JournalEntry }
  | { readonly id: string; readonly event: 'dropped'; readonly data: DroppedRequests };

/** Events that are made at once: whoever reads slowly has no more of them made. */
const AT_ONCE = 100;

/** A sequence as an event's id, or the other way round; 0 stands before the first. */
const SEQUENCE = /^(?:0|[1-9]\d{0,15})$/;

/** Throws the problem that an id is no sequence. */
function checkSequence({ input: { last_event_id: id }, problem }: FollowCall): void {
  if (id === undefined || SEQUENCE.test(id)) return;
  const detail = `last_event_id is ${JSON.stringify(id)}, which is no sequence of a request`;
  throw problem('invalid_cursor', { detail });
}

const dropped = (last: number, count: number): JournalEvent => ({
  id: String(last),
  event: 'dropped',
  data: { count },
});

/** The event of a request. Its entry is made when it is sent, in turn with what else the server has to do. */
function requestEvent(sequence: number, entry: () => JournalEntry): JournalEvent {
  return {
    id: String(sequence),
    event: 'request',
    get data() {
      return entry();
    },
  };
}

/** The events of what was read; an event says where requests are missing in it. */
function eventsOf({ entries }: ReadJournal, after: number): JournalEvent[] {
  let last = after;
  return entries.flatMap(({ sequence, entry }): JournalEvent[] => {
    const missing = sequence - last - 1;
    last = sequence;
    const event = requestEvent(sequence, entry);
    return missing > 0 ? [dropped(sequence - 1, missing), event] : [event];
  });
}

/**
 * What of a journal comes after the last event. A reader who has seen none is not told of what was cleared before it came;
 * one who has is told of all that it has missed.
 */
function newsIn(read: ReadJournal, after: number | undefined): JournalEvent[] {
  const [first] = read.entries;
  const next = first?.sequence ?? read.last + 1;
  if (after !== undefined) {
    if (first !== undefined || read.last <= after) return eventsOf(read, after);
    return [dropped(read.last, read.last - after)];
  }
  const start = eventsOf(read, next - 1);
  return read.dropped > 0 && next > 1 ? [dropped(next - 1, read.dropped), ...start] : start;
}

/** The journal of a sandbox as a source of events. */
export async function followRequests(ctx: FollowCall, server: Services): Promise<EventSource<JournalEvent>> {
  const { name } = ctx.input;
  const { journals } = server;
  checkSequence(ctx);
  const sequence = (id: string | undefined): number | undefined => (id === undefined ? undefined : Number(id));
  const since = ctx.input.last_event_id;
  // Before the head of an answer: who asks for a list would get a problem as well where there is no journal to be had.
  let first: ReadJournal | undefined = await journals.read(name, sequence(since), AT_ONCE);
  // What was cleared has a sequence, though no event.
  let last = 0;
  return {
    after: async (id) => {
      const after = sequence(id);
      const read = id === since && first !== undefined ? first : await journals.read(name, after, AT_ONCE);
      first = undefined;
      last = read.last;
      if (after === undefined || after <= last) return { events: newsIn(read, after) };
      // A server in memory that was started anew counts from 1 again.
      return { events: newsIn(await journals.read(name, 0, AT_ONCE), undefined) };
    },
    watch: (waiter) => journals.watch(name, last, waiter),
    unwatch: (waiter) => journals.unwatch(name, waiter),
  };
}
