/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { RequestId } from '../kit/request-id.js';
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

/** An exchange that repeats another; one is made for each hot GET, so that it is one object. */
export class RepeatedExchange implements PendingEntry, OwnPart {
  readonly sandbox: string;
  readonly isMinor: boolean;
  readonly shared: RepeatablePart;
  readonly id: RequestId;
  readonly address: string;
  readonly connection: string | null;
  readonly since: number;
  readonly appMs: number;
  readonly until: number;
  readonly receivedAt: number;
  readonly ended: ExchangeEnding;
  readonly hasHead: boolean;
  /** Undefined once they were dropped. */
  #headers: readonly string[] | undefined;
  /** Counted before they are dropped, since what was counted in is counted out; a database never asks. */
  #headersBytes: number | undefined;
  #hasBodies = true;
  /** Made of the headers before they are dropped. */
  #signs: string | undefined;

  constructor({ shared, headers }: Repeating, own: OwnPart, { sandbox, isMinor }: Recorded) {
    this.sandbox = sandbox;
    this.isMinor = isMinor;
    this.shared = shared;
    this.id = own.id;
    this.address = own.address;
    this.connection = own.connection;
    this.since = own.since;
    this.appMs = own.appMs;
    this.until = own.until;
    this.receivedAt = own.receivedAt;
    this.ended = own.ended;
    this.hasHead = own.hasHead;
    this.#headers = headers;
  }

  /** The headers of its request; undefined where they were dropped, or made texts of. */
  get headers(): readonly string[] | undefined {
    return this.#headers;
  }

  get answeredAt(): number {
    return this.since + this.appMs;
  }

  get headersBytes(): number {
    return this.#headersBytes ?? this.shared.headersBytes + pairBytes(this.#headers ?? []);
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
    return repeatedTexts(this.#parts(), this);
  }

  pattern(): RepeatedPattern {
    const { id } = this;
    // One that this process has given holds no secret.
    return repeatedPattern(this.#parts(), this, typeof id === 'number' ? id : maskText(id));
  }

  /** What it shares is let go of with the answer that is kept. */
  dropBodies(): void {
    this.#hasBodies = false;
  }

  dropHeaders(): void {
    if (this.#headers !== undefined) {
      this.#headersBytes = this.headersBytes;
      this.#signs = headerSigns(this.#headers, this.sandbox);
    }
    this.#headers = undefined;
  }

  #parts(): RepeatedParts {
    const { sandbox, shared } = this;
    return { sandbox, shared, headers: this.#headers, signs: this.#signs, hasBodies: this.#hasBodies };
  }
}
