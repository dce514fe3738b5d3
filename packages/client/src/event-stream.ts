/** What an operation gives back that answers server-sent events. */

/**
 * Events as they come. Each iteration opens a stream of its own, and leaving the loop closes it. A connection that is lost,
 * or that the server closes, is opened again after the last event; what the server refuses ends the iteration with an
 * `ApiError`.
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
