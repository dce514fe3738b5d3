/** What an operation gives back that answers server-sent events. */

/**
 * Events as they come. Each iteration opens a stream of its own, and leaving the loop closes it. A connection that is lost,
 * or that the server closes, is opened again after the last event, once the time is over that the server asks to wait. Those
 * that are lost before an event comes are waited for ever longer, up to 30 s. An event `end` is the last one. What the server
 * refuses ends the iteration with an `ApiError`, whose `lastEventId` is the `last_event_id` to go on with.
 *
 * @example
 * ```ts
 * import { createClient, type EventStream, type JournalEvent } from '@understudy/client';
 *
 * const api = createClient({ baseUrl: 'http://127.0.0.1:4010' });
 * const events: EventStream<JournalEvent> = api.sandboxes.streamRequests({ name: 'alice', follow: false });
 * for await (const { event, data } of events) console.log(event, data);
 * ```
 */
export interface EventStream<Event> {
  [Symbol.asyncIterator](): AsyncGenerator<Event, void, undefined>;
}
