/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { ExchangeEnding } from '@understudy/contract';
import { type EntryTexts, textsOf } from './entry-texts.js';
import type { Exchange, KeptResponse } from './exchange.js';
import type { PendingEntry } from './journal-store.js';
import { wallTimeOf } from './wall-time.js';
import { bodyBytes, factsBytes, headerBytes, pairBytes, type Recorded } from './recorded-exchange.js';

type Shared = 'method' | 'path' | 'query' | 'baseUrl' | 'operation' | 'unknown' | 'status' | 'response';

/** What is the same each time, beside two headers of the answer. */
export interface Repeatable extends Pick<Exchange, Shared> {
  /** The headers that the answer has each time, by its id, and the ms that it took to be made. */
  readonly ownHeaders: (id: string, appMs: number) => KeptResponse['headers'];
}

/** What is the same each time, measured. */
export class RepeatablePart {
  readonly exchange: Repeatable;
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;

  constructor(exchange: Repeatable) {
    this.exchange = exchange;
    this.factsBytes = factsBytes(exchange);
    this.headersBytes = headerBytes(exchange.response.headers);
    this.bodiesBytes = bodyBytes(exchange.response.body);
  }
}

/** What differs from one exchange to the next; the request has no body. */
export interface OwnPart extends Pick<Exchange, 'id' | 'headers' | 'ended'> {
  /** Empty where there is no network. */
  readonly address: string;
  readonly connection: string | null;
  /** When the request came in, on the monotonic clock, in ms. */
  readonly since: number;
  /** How long the answer took to be made, in ms. */
  readonly appMs: number;
  /** Whether the head of the answer was sent. */
  readonly hasHead: boolean;
}

/** An exchange that repeats another. A journal holds many: it has few members, and none that is an object of its own. */
export class RepeatedExchange implements PendingEntry {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly headersBytes: number;
  readonly #shared: RepeatablePart;
  readonly #id: string;
  readonly #address: string;
  readonly #connection: string | null;
  readonly #ended: ExchangeEnding;
  readonly #hasHead: boolean;
  readonly since: number;
  /** By the clock of the machine, in ms since 1970. */
  readonly #receivedAt: number;
  readonly #appMs: number;
  readonly #until: number;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  #hasBodies = true;
  #texts: EntryTexts | undefined;

  constructor(shared: RepeatablePart, own: OwnPart, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.headersBytes = shared.headersBytes + pairBytes(own.headers);
    this.#shared = shared;
    this.#id = own.id;
    this.#address = own.address;
    this.#connection = own.connection;
    this.#ended = own.ended;
    this.#hasHead = own.hasHead;
    this.since = own.since;
    this.#receivedAt = wallTimeOf(own.since);
    this.#appMs = own.appMs;
    this.#until = performance.now();
    this.#headers = own.headers;
  }

  get answeredAt(): number {
    return this.since + this.#appMs;
  }

  get factsBytes(): number {
    return this.#shared.factsBytes;
  }

  get bodiesBytes(): number {
    return this.#shared.bodiesBytes;
  }

  encode(): void {
    this.#texts = this.texts();
    this.#headers = undefined;
  }

  texts(): EntryTexts {
    if (this.#texts !== undefined) return this.#texts;
    const { facts, headers, bodies } = textsOf(this.#exchange());
    return {
      facts,
      headers: this.#headers === undefined ? null : headers,
      bodies: this.#hasBodies ? bodies : null,
    };
  }

  /** What it shares is let go of with the answer that is kept. */
  dropBodies(): void {
    this.#hasBodies = false;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, bodies: null };
  }

  dropHeaders(): void {
    this.#headers = undefined;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, headers: null };
  }

  #exchange(): Exchange {
    const { ownHeaders, ...shared } = this.#shared.exchange;
    const { status, response } = shared;
    const headers = { ...response.headers, ...ownHeaders(this.#id, this.#appMs) };
    return {
      ...shared,
      id: this.#id,
      headers: this.#headers ?? [],
      body: undefined,
      address: this.#address || undefined,
      connection: this.#connection ?? undefined,
      status: this.#hasHead ? status : undefined,
      kind: undefined,
      struck: undefined,
      response: this.#hasHead ? { headers, body: response.body } : { headers: {}, body: undefined },
      ended: this.#ended,
      receivedAt: this.#receivedAt,
      since: this.since,
      answeredAt: this.answeredAt,
      durationMs: this.#until - this.since,
    };
  }
}
