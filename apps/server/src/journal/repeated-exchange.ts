/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import { type EntryTexts, textsOf } from './entry-texts.js';
import type { Exchange, KeptResponse } from './exchange.js';
import type { PendingEntry } from './journal-store.js';
import { bodyBytes, factsBytes, headerBytes, pairBytes, type Recorded } from './recorded-exchange.js';

/** The monotonic clock at 0, in ms since 1970. */
const START = performance.timeOrigin;

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
export interface OwnPart extends Pick<Exchange, 'id' | 'ended'> {
  /** Empty where there is no network. */
  readonly address: string;
  readonly connection: string | null;
  /** When the request came in, and when the exchange ended, on the monotonic clock, in ms. */
  readonly since: number;
  readonly until: number;
  /** How long the answer took to be made, in ms. */
  readonly appMs: number;
  /** Whether the head of the answer was sent. */
  readonly hasHead: boolean;
}

/** What is the same each time, and the headers of this time's request. */
export interface RepeatedParts {
  readonly shared: RepeatablePart;
  readonly headers: readonly string[];
}

/** An exchange that repeats another. Journals hold many of them, and one is made for each hot GET. */
export class RepeatedExchange implements PendingEntry {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly headersBytes: number;
  readonly #shared: RepeatablePart;
  readonly #own: OwnPart;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  #hasBodies = true;
  #texts: EntryTexts | undefined;

  constructor({ shared, headers }: RepeatedParts, own: OwnPart, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.headersBytes = shared.headersBytes + pairBytes(headers);
    this.#shared = shared;
    this.#own = own;
    this.#headers = headers;
  }

  get receivedAt(): number {
    return START + this.#own.since;
  }

  get endedAt(): number {
    return START + this.#own.until;
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
    const { id, address, connection, ended, hasHead, since, until, appMs } = this.#own;
    const { status, response } = shared;
    const headers = { ...response.headers, ...ownHeaders(id, appMs) };
    return {
      ...shared,
      id,
      headers: this.#headers ?? [],
      body: undefined,
      address: address || undefined,
      connection: connection ?? undefined,
      status: hasHead ? status : undefined,
      kind: undefined,
      struck: undefined,
      response: hasHead ? { headers, body: response.body } : { headers: {}, body: undefined },
      ended,
      receivedAt: this.receivedAt,
      durationMs: until - since,
    };
  }
}
