/** What an operation that answers events does: it goes on after each of them, and says what a stream is (HTML Living Standard §9.2). */
import { hasEnd, type Operation } from '@understudy/contract/kit';
import { callReady, type ReadyCall } from '../bench.js';
import { type Check, ofCalls } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { sameHeaders, type TransportAnswer } from '../host.js';

/** Resuming is tried at so many events at most, evenly over the stream. */
const MOST = 60;

interface Event {
  readonly id: string;
  readonly event: string;
}

const isStream = ({ answers }: Operation): boolean => answers === 'stream';

const eventsOf = ({ value }: TransportAnswer): readonly Event[] =>
  (value as { readonly data?: readonly Event[] } | undefined)?.data ?? [];

/** What a call for a stream answers, without what is to come. */
async function wholeOf(ready: ReadyCall) {
  const whole = await callReady(ready, { more: { follow: false } });
  return { whole, events: eventsOf(whole) };
}

/** Answers that are events. */
export const streamChecks: readonly Check[] = [
  ofCalls({
    name: 'resumed',
    proves:
      'A stream that is cut after any event and resumed there gives exactly the rest; its ids are each another, and an id that was never given is 400.',
    of: isStream,
    run: async (ready) => {
      const { whole, events } = await wholeOf(ready);
      const { asked, text } = whole;
      holds(text.startsWith('retry: 1000\n'), { asked, expected: 'retry: 1000 at first', actual: shown(text) });
      const ids = new Set(events.map(({ id }) => id));
      same({ what: 'different ids', asked, actual: ids.size, expected: events.length });
      const step = Math.max(1, Math.ceil(events.length / MOST));
      for (let at = 0; at < events.length; at += step) {
        const id = events[at]?.id ?? '';
        const isLast = at === events.length - 1;
        const rest = await callReady(ready, { more: { follow: false, last_event_id: id } });
        const isOver = isLast && hasEnd(ready.operation) && events[at]?.event === 'end';
        same({ what: 'the status', asked: rest.asked, actual: rest.status, expected: isOver ? 204 : 200 });
        if (isOver) continue;
        const expected = JSON.stringify(events.slice(at + 1));
        same({ what: 'the rest', asked: rest.asked, actual: JSON.stringify(eventsOf(rest)), expected });
      }
      const never = await callReady(ready, { more: { follow: false, last_event_id: 'never-given' } });
      same({ what: 'the kind', asked: never.asked, actual: never.problem?.['kind'], expected: 'invalid_cursor' });
    },
  }),
  ofCalls({
    name: 'endings',
    proves: 'An event `end` is the last of its stream, and who follows on a stream that has ended is let go.',
    of: (operation) => isStream(operation) && hasEnd(operation),
    run: async (ready) => {
      const { whole, events } = await wholeOf(ready);
      const at = events.findIndex(({ event }) => event === 'end');
      if (at === -1) return;
      same({ what: 'the position of end', asked: whole.asked, actual: at, expected: events.length - 1 });
      const followed = await callReady(ready, { more: { follow: true } });
      same({ what: 'the stream', asked: followed.asked, actual: followed.text, expected: whole.text });
    },
  }),
  ofCalls({
    name: 'stream-heads',
    proves:
      'A stream is text/event-stream that nobody keeps, compresses or holds back; HEAD agrees; limit and chunk_bytes only cut it.',
    of: isStream,
    run: async (ready) => {
      const { whole, events } = await wholeOf(ready);
      const headers = { 'accept-encoding': 'gzip, br' };
      const answer = await callReady(ready, { headers, more: { follow: false } });
      const wanted = {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'content-encoding': null,
        'content-length': null,
        etag: null,
      };
      const head = await callReady(ready, { method: 'HEAD', more: { follow: false } });
      same({ what: 'the body', asked: head.asked, actual: head.text, expected: '' });
      sameHeaders(answer, wanted);
      sameHeaders(head, wanted);
      const pieces = await callReady(ready, { more: { follow: false, chunk_bytes: 7 } });
      same({ what: 'the stream', asked: pieces.asked, actual: pieces.text, expected: whole.text });
      if (events.length === 0) return;
      const first = await callReady(ready, { more: { follow: true, limit: 1 } });
      same({ what: 'the events', asked: first.asked, actual: eventsOf(first).length, expected: 1 });
    },
  }),
];
