/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import { maskText } from './mask.js';
import type { RepeatedPattern } from './entry-pattern.js';
import type { EntryTexts } from './entry-texts.js';
import type { PendingEntry } from './pending-entry.js';
import { pairBytes, type Recorded } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import { type OwnPart, type RepeatedParts, repeatedPattern, repeatedTexts } from './repeated-texts.js';
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

  /** Nothing is to be made: what it shares was made long ago, and the rest are numbers. */
  encode(): void {}

  texts(): EntryTexts {
    return repeatedTexts(this.#parts(), this.own);
  }

  pattern(): RepeatedPattern {
    const { id } = this.own;
    // One that this process has given holds no secret.
    const shown = typeof id === 'number' ? this.own : { ...this.own, id: maskText(id) };
    return repeatedPattern(this.#parts(), shown);
  }

  /** What it shares is let go of with the answer that is kept. */
  dropBodies(): void {
    this.#hasBodies = false;
  }

  dropHeaders(): void {
    if (this.#headers !== undefined) this.#signs = headerSigns(this.#headers, this.sandbox);
    this.#headers = undefined;
  }

  #parts(): RepeatedParts {
    const { sandbox, shared } = this;
    return { sandbox, shared, headers: this.#headers, signs: this.#signs, hasBodies: this.#hasBodies };
  }
}
