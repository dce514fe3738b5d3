/** Reads server-sent events with a parser that is not ours. */
import { createParser } from 'eventsource-parser';

/** An event as a client reads it. */
export interface SentEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: unknown;
}

/** What a stream says beside its events. */
interface Beside {
  readonly retry?: (ms: number) => void;
  readonly comment?: (text: string) => void;
}

/** A parser that hands on each event. */
export function parser(take: (event: SentEvent) => void, { retry, comment }: Beside = {}) {
  return createParser({
    onEvent: ({ id, event, data }) => take({ id, event, data: JSON.parse(data) as unknown }),
    onRetry: (ms) => retry?.(ms),
    onComment: (text) => comment?.(text),
    onError: (error) => {
      throw error;
    },
  });
}

/** The events of a whole stream. */
export function eventsIn(text: string): SentEvent[] {
  const events: SentEvent[] = [];
  parser((event) => events.push(event)).feed(text);
  return events;
}

/** Reads a stream that stays open. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #events: SentEvent[] = [];
  readonly comments: string[] = [];
  readonly #parser = parser((event) => this.#events.push(event), { comment: (text) => this.comments.push(text) });

  constructor({ body }: Response) {
    if (body === null) throw new TypeError('there is no body');
    this.#reader = body.getReader();
  }

  /** The next event; undefined where the stream has ended. */
  async next(): Promise<SentEvent | undefined> {
    while (this.#events.length === 0) if (!(await this.more())) return undefined;
    return this.#events.shift();
  }

  /** The next events. */
  async take(count: number): Promise<SentEvent[]> {
    const events: SentEvent[] = [];
    while (events.length < count) {
      const event = await this.next();
      if (event === undefined) break;
      events.push(event);
    }
    return events;
  }

  /** Reads one piece more; false where the stream has ended. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (!done) this.#parser.feed(this.#decoder.decode(value, { stream: true }));
    return !done;
  }

  /** Hangs up. */
  async leave(): Promise<void> {
    await this.#reader.cancel();
  }
}
