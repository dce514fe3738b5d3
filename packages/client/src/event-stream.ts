/** Server-sent events of an operation: reads them, and resumes where the connection was lost. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError, type Failure } from './api-error.js';
import { type Exchange, exchange, pause, Scenario, type UnaimedCall } from './exchange.js';
import { afterHead, MAX_BODY, malformed, textsOf } from './read-answer.js';
import { summaryOf } from './request-summary.js';
import { targetOf } from './target.js';

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

/** Time between a connection and the next where the server names none, in ms. */
const RETRY_MS = 1000;

/** The type of the event that ends a stream. */
const END = 'end';

/** Longest event, in characters; one that never ends would fill the memory. */
const LONGEST_EVENT = 2 ** 25;

/** How a body begins that has a line of an event stream. */
const FIELD = /^\uFEFF?(?:[\r\n:]|(?:data|event|id|retry)(?![\w-]))/;

/** Makes the stream of a call. */
export function eventStream(call: UnaimedCall): EventStream<unknown> {
  return { [Symbol.asyncIterator]: () => new Following(call).events() };
}

/** The longest wait before a stream that gives nothing is asked for again, in ms. */
const LONGEST_WAIT_MS = 30_000;

/** Connections in a row of which nothing but the head may come. */
const MOST_EMPTY = 10;

/** How one connection went. */
interface Connection {
  /** Events that came. */
  readonly count: number;
  /** Whether nothing came of the body. */
  readonly isEmpty: boolean;
  /** Why it was lost; undefined where it came to its own end. */
  readonly lost: { readonly cause: unknown } | undefined;
}

/** What a stream says up to an empty line: an event, or no more than where to go on. */
type Block = Partial<EventSourceMessage>;

/** A stream that another connection would not make readable. */
class Unreadable extends Error {}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new Unreadable(`The data of an event is not JSON: ${data.slice(0, 80)}`);
  }
}

/** Follows one stream, over as many connections as it takes. */
class Following {
  readonly #call: UnaimedCall;
  readonly #scenario: Scenario;
  #last: unknown;
  #retryMs = RETRY_MS;
  /** Connections in a row that ended before an event came. */
  #barren = 0;
  /** Connections in a row of which nothing came but the head. */
  #empty = 0;

  constructor(call: UnaimedCall) {
    this.#call = call;
    this.#scenario = new Scenario(call.controls);
    this.#last = call.input['last_event_id'];
  }

  async *events(): AsyncGenerator<unknown, void, undefined> {
    const { input, operation, settings, controls } = this.#call;
    for (;;) {
      const exchanged = await this.#connect();
      // The stream has ended, and its last event was read before.
      if (exchanged.response.status === 204) return;
      const connection = yield* this.#read(exchanged);
      if (connection === undefined) return;
      const { count, isEmpty, lost } = connection;
      // Where it closed after as many events as were asked for, there may be more.
      if (lost === undefined && input['follow'] === false && count !== input['limit']) return;
      this.#barren = count > 0 ? 0 : this.#barren + 1;
      this.#empty = isEmpty ? this.#empty + 1 : 0;
      const isAborted = controls.signal?.aborted === true;
      if (lost !== undefined && this.#empty >= MOST_EMPTY && !isAborted) {
        const detail = 'The connection was lost before anything came of the stream.';
        throw this.#failed(exchanged, { ...afterHead(exchanged.response), kind: 'network', detail, ...lost });
      }
      const leastMs = Math.min(this.#retryMs * 2 ** Math.max(0, this.#barren - 1), LONGEST_WAIT_MS);
      const waitMs = Math.max(leastMs, this.#retryMs);
      const why = lost === undefined ? 'the stream was closed' : 'the stream was lost';
      if (!isAborted) settings.logger?.warn(`${operation}: ${why} after ${count} events, again in ${waitMs} ms`);
      const failure = await pause(this.#call, waitMs);
      if (failure !== undefined) throw this.#failed(exchanged, failure);
    }
  }

  #failed({ attempts, order }: Exchange, failure: Failure): ApiError {
    const { operation } = this.#call;
    return new ApiError({ operation, failure, attempts, request: summaryOf(order), lastEventId: this.#lastEventId });
  }

  /** Where to go on, for the error that may come of a connection. */
  get #lastEventId(): string | undefined {
    return typeof this.#last === 'string' ? this.#last : undefined;
  }

  async #connect(): Promise<Exchange> {
    const { operation, settings, route, controls, input } = this.#call;
    const target = targetOf(settings, route, { ...input, last_event_id: this.#last });
    const scenario = this.#scenario;
    return exchange({ operation, settings, route, controls, target, scenario, lastEventId: this.#lastEventId });
  }

  /** The events of one connection; undefined where the last of them ends the stream. */
  async *#read(exchanged: Exchange): AsyncGenerator<unknown, Connection | undefined, undefined> {
    const { response } = exchanged;
    const blocks: Block[] = [];
    const parser = createParser({
      maxBufferSize: LONGEST_EVENT,
      onError: ({ type }) => {
        if (type === 'max-buffer-size-exceeded')
          throw new Unreadable(`An event is longer than ${LONGEST_EVENT} characters.`);
      },
      onRetry: (ms) => (this.#retryMs = ms),
      onId: (id) => blocks.push({ id }),
      // The id of the same block has just been reported.
      onEvent: (event) => blocks.splice(event.id === undefined ? blocks.length : -1, 1, event),
    });
    let count = 0;
    let start = '';
    try {
      for await (const text of textsOf(response, this.#call.controls.signal)) {
        if (start.length < MAX_BODY) start += text.slice(0, MAX_BODY);
        // JSON has none, and UTF-16 has little else.
        if (text.includes('\0')) throw new Unreadable('The body is not UTF-8, as events are: it has NUL characters.');
        parser.feed(text);
        for (const { id, event = 'message', data } of blocks.splice(0)) {
          // What cannot be read was not given.
          const read = data === undefined ? undefined : parsed(data);
          if (id !== undefined) this.#last = id === '' ? undefined : id;
          if (data === undefined) continue;
          count += 1;
          yield { id: id ?? this.#lastEventId, event, data: read };
          if (event === END) return undefined;
        }
      }
    } catch (cause) {
      if (cause instanceof Unreadable)
        throw this.#failed(exchanged, malformed(response, cause.message, { body: start }));
      return { count, isEmpty: start === '', lost: { cause } };
    }
    if (start === '') throw this.#failed(exchanged, malformed(response, 'The body is empty.'));
    if (count === 0 && !FIELD.test(start)) {
      throw this.#failed(exchanged, malformed(response, 'The body has no line of an event stream.', { body: start }));
    }
    return { count, isEmpty: false, lost: undefined };
  }
}
