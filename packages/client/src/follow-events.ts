/** Reads the server-sent events of an operation, and resumes where the connection was lost. */
import { ApiError } from './api-error.js';
import type { UnaimedCall } from './call.js';
import type { EventStream } from './event-stream.js';
import { type Exchange, exchange, pause } from './exchange.js';
import { summaryOf } from './request-summary.js';
import { Scenario } from './scenario.js';
import { abortable } from './sleep.js';
import { targetOf } from './target.js';

/** Time between a connection and the next where the server names none, in ms. */
const RETRY_MS = 1000;

/** The type of the event that ends a stream. */
const END = 'end';

interface Fields {
  readonly id?: string;
  readonly event?: string;
  readonly data?: string;
  readonly retry?: string;
}

/** Makes the stream of a call. */
export function eventStream(call: UnaimedCall): EventStream<unknown> {
  return { [Symbol.asyncIterator]: () => new Following(call).events() };
}

/** The longest wait before a stream that gives nothing is asked for again, in ms. */
const LONGEST_WAIT_MS = 30_000;

/** How one connection went. */
interface Connection {
  /** Events that came. */
  readonly count: number;
  /** Whether it came to its own end, and was not lost. */
  readonly isWhole: boolean;
}

/** Follows one stream, over as many connections as it takes. */
class Following {
  readonly #call: UnaimedCall;
  readonly #scenario: Scenario;
  #last: unknown;
  #retryMs = RETRY_MS;
  /** Connections in a row that were lost before an event came. */
  #barren = 0;

  constructor(call: UnaimedCall) {
    this.#call = call;
    this.#scenario = new Scenario(call.controls);
    this.#last = call.input['last_event_id'];
  }

  async *events(): AsyncGenerator<unknown, void, undefined> {
    const { input, operation } = this.#call;
    for (;;) {
      const exchanged = await this.#connect();
      // The stream has ended, and its last event was read before.
      if (exchanged.response.status === 204) return;
      const connection = yield* this.#read(exchanged.body);
      if (connection === undefined) return;
      const { count, isWhole } = connection;
      // Where it closed after as many events as were asked for, there may be more.
      if (isWhole && input['follow'] === false && count !== input['limit']) return;
      this.#barren = count > 0 ? 0 : this.#barren + 1;
      const waitMs = Math.min(this.#retryMs * 2 ** Math.max(0, this.#barren - 1), LONGEST_WAIT_MS);
      const failure = await pause(this.#call, Math.max(waitMs, this.#retryMs));
      if (failure === undefined) continue;
      const { attempts, order } = exchanged;
      throw new ApiError({ operation, failure, attempts, request: summaryOf(order), lastEventId: this.#lastEventId });
    }
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
  async *#read(body: unknown): AsyncGenerator<unknown, Connection | undefined, undefined> {
    const { signal } = this.#call.controls;
    let count = 0;
    try {
      // It is there: the exchange has succeeded.
      for await (const { id, event, data, retry } of fieldsIn(body as ReadableStream<Uint8Array>, signal)) {
        if (retry !== undefined) this.#retryMs = Number(retry);
        // What cannot be read was not given.
        const read: unknown = data === undefined ? undefined : JSON.parse(data);
        if (id !== undefined) this.#last = id;
        if (data === undefined) continue;
        count += 1;
        yield { id, event, data: read };
        if (event === END) return undefined;
      }
    } catch {
      return { count, isWhole: false };
    }
    return { count, isWhole: true };
  }
}

/** The fields of the events in a body (HTML Living Standard §9.2.6), as the server writes them. */
async function* fieldsIn(body: ReadableStream<Uint8Array> | null, signal: AbortSignal | undefined) {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done = true, value } = (await abortable(Promise.resolve(reader?.read()), signal)) ?? {};
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const fields = block.split('\n').map((line) => /^(\w*): ?(.*)/.exec(line)?.slice(1) ?? []);
        yield Object.fromEntries(fields) as Fields;
      }
    }
  } finally {
    reader?.cancel().catch(() => undefined);
  }
}
