/** An exchange whose answer is kept and was given before: what is the same each time is shared, so that it is small and soon made. */
import type { ExchangeEnding } from '@understudy/contract/sandboxes';
import type { RequestId } from '../kit/request-id.js';
import type { AskedHead } from './asked-head.js';
import type { RepeatedPattern } from './entry-pattern.js';
import type { EntryTexts } from './entry-texts.js';
import { maskText } from './mask.js';
import type { PendingEntry } from './pending-entry.js';
import { pairBytes } from './recorded-exchange.js';
import type { RepeatablePart } from './repeatable-part.js';
import { type OwnPart, type RepeatedParts, repeatedPattern, repeatedTexts } from './repeated-texts.js';

/** The sandbox of an exchange. */
export interface Owner {
  readonly name: string;
  /** Whether nobody has written to it. */
  readonly isMinor: boolean;
}

/** What is the same each time, and the head of this time's request. */
export interface Repeating {
  readonly of: Owner;
  readonly shared: RepeatablePart;
  readonly head: AskedHead;
}

/** What is known of an exchange as its answer goes out. */
export type Begun = Pick<OwnPart, 'id' | 'address' | 'since' | 'appMs'>;

/** An exchange that repeats another. One is made for each hot GET, so that it is one object from the answer on. */
export class RepeatedExchange implements PendingEntry, OwnPart {
  readonly shared: RepeatablePart;
  readonly head: AskedHead;
  readonly id: RequestId;
  readonly address: string;
  readonly since: number;
  readonly appMs: number;
  // What is known at its end; numbers that may have a fraction from the start on, so that every one has the same shape.
  until: number;
  receivedAt: number;
  ended: ExchangeEnding = 'complete';
  hasHead = true;
  readonly #of: Owner;

  constructor({ of, shared, head }: Repeating, { id, address, since, appMs }: Begun) {
    this.#of = of;
    this.shared = shared;
    this.head = head;
    this.id = id;
    this.address = address;
    this.since = since;
    this.appMs = appMs;
    this.until = since;
    this.receivedAt = since;
  }

  get sandbox(): string {
    return this.#of.name;
  }

  get isMinor(): boolean {
    return this.#of.isMinor;
  }

  get connection(): string | null {
    return this.head.connection;
  }

  get headers(): readonly string[] {
    return this.head.rawHeaders;
  }

  get answeredAt(): number {
    return this.since + this.appMs;
  }

  get headersBytes(): number {
    return this.shared.headersBytes + pairBytes(this.headers);
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

  #parts(): RepeatedParts {
    const { sandbox, shared, headers } = this;
    return { sandbox, shared, headers, signs: undefined, hasBodies: true };
  }
}
