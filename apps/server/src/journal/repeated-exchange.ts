/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { ExchangeEnding } from '@understudy/contract';
import { bodyJson, bothBodies, bothHeaders, type EntryTexts } from './entry-texts.js';
import type { Exchange, KeptResponse } from './exchange.js';
import { factsText, targetMembers } from './facts-text.js';
import { headerMember, headerMembers, valueOf } from './header-text.js';
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

/** Parts of texts that are the same each time. */
interface SharedTexts {
  readonly target: string;
  /** Headers of the answer, but for those that differ. */
  readonly headers: string;
  readonly bodies: string | null;
}

/** What is the same each time, measured, and made texts of once. */
export class RepeatablePart {
  readonly exchange: Repeatable;
  readonly factsBytes: number;
  readonly headersBytes: number;
  readonly bodiesBytes: number;
  #texts: SharedTexts | undefined;

  constructor(exchange: Repeatable) {
    this.exchange = exchange;
    this.factsBytes = factsBytes(exchange);
    this.headersBytes = headerBytes(exchange.response.headers);
    this.bodiesBytes = bodyBytes(exchange.response.body);
  }

  /** Its texts; made when somebody needs them. */
  get texts(): SharedTexts {
    this.#texts ??= this.#made();
    return this.#texts;
  }

  #made(): SharedTexts {
    const { headers, body } = this.exchange.response;
    const own = this.exchange.ownHeaders('', 0);
    const pairs = Object.entries(headers).flatMap((pair) => (Object.hasOwn(own, pair[0]) ? [] : pair));
    return {
      target: targetMembers(this.exchange),
      headers: headerMembers(pairs),
      bodies: bothBodies(undefined, bodyJson(body, valueOf(pairs, 'content-type'))),
    };
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
  readonly #since: number;
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
    this.#since = own.since;
    this.#appMs = own.appMs;
    this.#until = performance.now();
    this.#headers = own.headers;
  }

  get receivedAt(): number {
    return START + this.#since;
  }

  get endedAt(): number {
    return START + this.#until;
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
    return {
      facts: this.#facts(),
      headers: this.#headers === undefined ? null : bothHeaders(headerMembers(this.#headers), this.#answerHeaders()),
      bodies: this.#hasBodies && this.#hasHead ? this.#shared.texts.bodies : null,
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

  #facts(): string {
    const { status, response } = this.#shared.exchange;
    return factsText(this.#shared.texts.target, {
      id: this.#id,
      receivedAt: this.receivedAt,
      address: this.#address || undefined,
      connection: this.#connection ?? undefined,
      status: this.#hasHead ? status : undefined,
      kind: undefined,
      struck: undefined,
      ended: this.#ended,
      durationMs: this.#until - this.#since,
      bodyBytes: 0,
      responseBytes: this.#hasHead ? (response.body?.bytes ?? 0) : 0,
    });
  }

  /** The headers of the answer, those that differ at the end. */
  #answerHeaders(): string {
    if (!this.#hasHead) return '';
    let members = this.#shared.texts.headers;
    const own = this.#shared.exchange.ownHeaders(this.#id, this.#appMs);
    for (const name in own) members += `${members === '' ? '' : ','}${headerMember(name, own[name] ?? '')}`;
    return members;
  }
}
