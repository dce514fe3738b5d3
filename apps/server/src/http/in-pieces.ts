/** Cuts what is sent into pieces of one size, wherever characters and lines end: only what comes before a wait may be less. */
import { nextTurn } from '#platform/turns';
import type { Waiter } from '../kit/waiter.js';
import { type Bytes, bytesOf, Flow, LATER } from './flow.js';

/** Pieces that are sent before others get a turn: each of them is so little work that nothing else would end it. */
const PIECES = 64;

const NOTHING: Bytes = new Uint8Array();

function joined(first: Bytes, second: Bytes): Bytes {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** Texts as pieces of a size. */
export class InPieces extends Flow<Bytes> {
  readonly #texts: Flow<string>;
  readonly #size: number;
  #rest = NOTHING;
  #count = 0;
  /** What came of the texts at last, where the rest is to be sent before. */
  #last: typeof LATER | 'end' | undefined;

  constructor(texts: Flow<string>, size: number) {
    super();
    this.#texts = texts;
    this.#size = size;
  }

  async next(): Promise<Bytes | typeof LATER | undefined> {
    while (this.#rest.length < this.#size && this.#last === undefined) {
      const text = await this.#texts.next();
      if (typeof text !== 'string') this.#last = text ?? 'end';
      else this.#rest = this.#rest.length === 0 ? bytesOf(text) : joined(this.#rest, bytesOf(text));
    }
    if (this.#rest.length > 0) return this.#piece();
    if (this.#last === 'end') return undefined;
    this.#last = undefined;
    return LATER;
  }

  override watch(waiter: Waiter): void {
    this.#texts.watch(waiter);
  }

  override unwatch(waiter: Waiter): void {
    this.#texts.unwatch(waiter);
  }

  override beat(): void {
    this.#texts.beat();
  }

  override leave(): void {
    this.#texts.leave();
  }

  async #piece(): Promise<Bytes> {
    this.#count += 1;
    if (this.#count % PIECES === 0) await nextTurn();
    const piece = this.#rest.subarray(0, this.#size);
    this.#rest = this.#rest.length > this.#size ? this.#rest.subarray(this.#size) : NOTHING;
    return piece;
  }
}
