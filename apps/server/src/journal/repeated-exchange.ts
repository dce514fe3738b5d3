/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { EntryTexts } from './entry-texts.js';
import type { PendingEntry } from './journal-store.js';
import { pairBytes, type Recorded } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import { type OwnPart, repeatedTexts } from './repeated-texts.js';
import { headerSigns } from './signs/header-signs.js';

/** What is the same each time, and the headers of this time's request. */
export interface Repeating {
  readonly shared: RepeatablePart;
  readonly headers: readonly string[];
}

/** An exchange that repeats another; one is made for each hot GET. */
export class RepeatedExchange implements PendingEntry {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly headersBytes: number;
  readonly shared: RepeatablePart;
  readonly own: OwnPart;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  #hasBodies = true;
  #texts: EntryTexts | undefined;
  /** Made of the headers before they are dropped. */
  #signs: string | undefined;

  constructor({ shared, headers }: Repeating, own: OwnPart, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.headersBytes = shared.headersBytes + pairBytes(headers);
    this.shared = shared;
    this.own = own;
    this.#headers = headers;
  }

  /** The headers of its request; undefined where they were dropped, or made texts of. */
  get headers(): readonly string[] | undefined {
    return this.#headers;
  }

  get since(): number {
    return this.own.since;
  }

  get answeredAt(): number {
    return this.own.since + this.own.appMs;
  }

  get factsBytes(): number {
    return this.shared.factsBytes;
  }

  get bodiesBytes(): number {
    return this.shared.bodiesBytes;
  }

  encode(): void {
    this.#texts = this.texts();
    this.#headers = undefined;
  }

  texts(): EntryTexts {
    if (this.#texts !== undefined) return this.#texts;
    const { sandbox, shared } = this;
    const [headers, signs, hasBodies] = [this.#headers, this.#signs, this.#hasBodies];
    return repeatedTexts({ sandbox, shared, headers, signs, hasBodies }, this.own);
  }

  /** What it shares is let go of with the answer that is kept. */
  dropBodies(): void {
    this.#hasBodies = false;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, bodies: null };
  }

  dropHeaders(): void {
    if (this.#headers !== undefined) this.#signs = headerSigns(this.#headers, this.sandbox);
    this.#headers = undefined;
    if (this.#texts !== undefined) this.#texts = { ...this.#texts, headers: null };
  }
}
