/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import { bodyJson, bothBodies, bothHeaders, type EntryTexts } from './entry-texts.js';
import type { Exchange, KeptResponse } from './exchange.js';
import { factsText, targetMembers } from './facts-text.js';
import { headerMember, headerMembers, valueOf } from './header-text.js';
import type { PendingEntry } from './journal-store.js';
import { headerSigns } from './signs/header-signs.js';
import { joined, sharedSigns, withSigns } from './signs/signs-text.js';
import { wallTimeOf } from './wall-time.js';
import { bodyBytes, factsBytes, headerBytes, pairBytes, type Recorded } from './recorded-exchange.js';

type Shared = 'method' | 'path' | 'query' | 'baseUrl' | 'operation' | 'unknown' | 'status' | 'response' | 'clock';

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
  #signs: string | undefined;

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

  /** Its signs, as members of a JSON object; it is an answer of one sandbox. */
  signs(sandbox: string): string {
    this.#signs ??= sharedSigns(this.exchange, sandbox);
    return this.#signs;
  }

  /** The same of an exchange that ended before its answer had a head. */
  signsOfRequest(sandbox: string): string {
    return sharedSigns({ ...this.exchange, status: undefined, response: { headers: {}, body: undefined } }, sandbox);
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
  /** By the clock of the machine, in ms since 1970. */
  readonly #receivedAt: number;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  #hasBodies = true;
  #texts: EntryTexts | undefined;
  /** Made of the headers before they are dropped. */
  #signs: string | undefined;

  constructor({ shared, headers }: RepeatedParts, own: OwnPart, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.headersBytes = shared.headersBytes + pairBytes(headers);
    this.#shared = shared;
    this.#own = own;
    this.#receivedAt = wallTimeOf(own.since);
    this.#headers = headers;
  }

  get since(): number {
    return this.#own.since;
  }

  get answeredAt(): number {
    return this.#own.since + this.#own.appMs;
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
      bodies: this.#hasBodies && this.#own.hasHead ? this.#shared.texts.bodies : null,
    };
  }

  /** What it shares is let go of with the answer that is kept. */
  dropBodies(): void {
    this.#hasBodies = false;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, bodies: null };
  }

  dropHeaders(): void {
    if (this.#texts === undefined) this.#signs = this.#ownSigns();
    this.#headers = undefined;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, headers: null };
  }

  #facts(): string {
    const { status, response } = this.#shared.exchange;
    const { id, address, connection, hasHead, ended, since, until } = this.#own;
    const facts = factsText(this.#shared.texts.target, {
      id,
      receivedAt: this.#receivedAt,
      address: address || undefined,
      connection: connection ?? undefined,
      status: hasHead ? status : undefined,
      kind: undefined,
      struck: undefined,
      ended,
      durationMs: until - since,
      bodyBytes: 0,
      responseBytes: hasHead ? (response.body?.bytes ?? 0) : 0,
    });
    const shared = hasHead ? this.#shared.signs(this.sandbox) : this.#shared.signsOfRequest(this.sandbox);
    return withSigns(facts, joined(this.#ownSigns(), shared), this);
  }

  #ownSigns(): string {
    return this.#signs ?? headerSigns(this.#headers ?? [], this.sandbox);
  }

  /** The headers of the answer, those that differ at the end. */
  #answerHeaders(): string {
    const { id, appMs, hasHead } = this.#own;
    if (!hasHead) return '';
    let members = this.#shared.texts.headers;
    const own = this.#shared.exchange.ownHeaders(id, appMs);
    for (const name in own) members += `${members === '' ? '' : ','}${headerMember(name, own[name] ?? '')}`;
    return members;
  }
}
