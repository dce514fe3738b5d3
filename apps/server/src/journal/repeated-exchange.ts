/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { ExchangeEnding } from '@understudy/contract';
import { type EntryTexts, textsOf } from './entry-texts.js';
import type { Exchange } from './exchange.js';
import type { PendingEntry } from './journal-store.js';
import { bodyBytes, factsBytes, headerBytes, pairBytes } from './recorded-exchange.js';

/** What is the same each time; its own headers are those that the answer had when it was first given. */
export type Repeatable = Pick<
  Exchange,
  'method' | 'path' | 'query' | 'baseUrl' | 'operation' | 'unknown' | 'status' | 'response'
>;

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
export interface OwnPart extends Pick<Exchange, 'id' | 'headers' | 'address' | 'connection' | 'receivedAt'> {
  readonly sandbox: string;
  readonly isMinor: boolean;
  /** What the answer has of its own for Server-Timing. */
  readonly timing: string;
  readonly ended: ExchangeEnding;
  /** Whether the head of the answer was sent. */
  readonly hasHead: boolean;
  readonly endedAt: number;
}

/** An exchange that repeats another. */
export class RepeatedExchange implements PendingEntry {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly receivedAt: number;
  readonly endedAt: number;
  readonly headersBytes: number;
  readonly #shared: RepeatablePart;
  readonly #id: string;
  readonly #timing: string;
  readonly #address: string | undefined;
  readonly #connection: string | undefined;
  readonly #ended: ExchangeEnding;
  readonly #hasHead: boolean;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  #hasBodies = true;
  #texts: EntryTexts | undefined;

  constructor(shared: RepeatablePart, own: OwnPart) {
    this.sandbox = own.sandbox;
    this.isMinor = own.isMinor;
    this.receivedAt = own.receivedAt;
    this.endedAt = own.endedAt;
    this.headersBytes = shared.headersBytes + pairBytes(own.headers);
    this.#shared = shared;
    this.#id = own.id;
    this.#timing = own.timing;
    this.#address = own.address;
    this.#connection = own.connection;
    this.#ended = own.ended;
    this.#hasHead = own.hasHead;
    this.#headers = own.headers;
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
    const { exchange } = this.#shared;
    const { status, response } = exchange;
    const headers = { ...response.headers, 'x-request-id': this.#id, 'server-timing': this.#timing };
    return {
      ...exchange,
      id: this.#id,
      headers: this.#headers ?? [],
      body: undefined,
      address: this.#address,
      connection: this.#connection,
      status: this.#hasHead ? status : undefined,
      kind: undefined,
      struck: undefined,
      response: this.#hasHead ? { headers, body: response.body } : { headers: {}, body: undefined },
      ended: this.#ended,
      receivedAt: this.receivedAt,
      durationMs: this.endedAt - this.receivedAt,
    };
  }
}
