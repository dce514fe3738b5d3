/** Entries that wait to be written into a store that processes share, in their order. */
import { Deque } from './deque.js';
import type { Pending } from './journal-store.js';
import type { PendingEntry } from './pending-entry.js';
import { RepeatedExchange } from './repeated-exchange.js';
import { Repeats } from './repeats.js';

/** What may wait while the store is away; the oldest entries give way. */
const MAX = { entries: 20_000, bytes: 16_000_000 };

/** So many that repeat others are taken in together: one by one, each would find the code for it, and its row, cold. */
const TOGETHER = 32;

/** Bytes that entries take in memory. */
export const bytesOf = (entries: Pending): number =>
  entries instanceof Repeats ? entries.bytes : entries.factsBytes + entries.headersBytes + entries.bodiesBytes;

/** The entries that wait. */
export class WaitingEntries {
  /** Each of them. */
  entries = 0;
  /** Bytes of those that were taken in. */
  bytes = 0;
  readonly #queue = new Deque<Pending>();
  /** Those in the queue that still take in what repeats itself, by sandbox. */
  readonly #open = new Map<string, Repeats>();
  /** What repeats itself, and is yet to be taken in. */
  #repeated: RepeatedExchange[] = [];

  /** How many there are, where those of a sandbox that repeat others are one; few that do are yet to be taken in. */
  get length(): number {
    return this.#queue.length;
  }

  /** Whether the oldest have to give way. */
  get isTooMuch(): boolean {
    return this.entries > MAX.entries || this.bytes > MAX.bytes;
  }

  add(entry: PendingEntry): void {
    this.entries += 1;
    if (entry instanceof RepeatedExchange) {
      this.#repeated.push(entry);
      if (this.#repeated.length >= TOGETHER) this.#takeIn();
      return;
    }
    this.#queue.push(entry);
    this.bytes += bytesOf(entry);
  }

  /** Takes the next ones out. */
  next(): Pending | undefined {
    this.#takeIn();
    const entries = this.#queue.shift();
    if (entries === undefined) return undefined;
    this.bytes -= bytesOf(entries);
    this.entries -= entries instanceof Repeats ? entries.length : 1;
    if (this.#open.get(entries.sandbox) === entries) this.#open.delete(entries.sandbox);
    return entries;
  }

  /** Lets the oldest one give way, and says which sandbox it is of. */
  lose(): string | undefined {
    const first = this.#queue.at(0);
    if (first instanceof Repeats && first.length > 1) {
      first.shift();
      this.entries -= 1;
      return first.sandbox;
    }
    return this.next()?.sandbox;
  }

  #takeIn(): void {
    if (this.#repeated.length === 0) return;
    const repeated = this.#repeated;
    this.#repeated = [];
    for (const exchange of repeated) {
      const known = this.#open.get(exchange.sandbox);
      const repeats = known === undefined || known.isFull ? this.#begin(exchange.sandbox) : known;
      const before = repeats.bytes;
      repeats.add(exchange);
      this.bytes += repeats.bytes - before;
    }
  }

  #begin(sandbox: string): Repeats {
    const repeats = new Repeats(sandbox);
    this.#open.set(sandbox, repeats);
    this.#queue.push(repeats);
    return repeats;
  }
}
