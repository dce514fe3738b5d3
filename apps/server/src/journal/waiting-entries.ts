/** Entries that wait to be written into a store that processes share, in their order. */
import type { Pending, Recordable } from './journal-store.js';
import { RepeatedExchange } from './repeated-exchange.js';
import { Repeats } from './repeats.js';

/** Slots that are free at the start before the list is moved. */
const MIN_FREE = 32;

/** Items in a row, counted from the first. */
class Deque<Item> {
  #items: (Item | undefined)[] = [];
  #free = 0;

  get length(): number {
    return this.#items.length - this.#free;
  }

  at(index: number): Item | undefined {
    return this.#items[this.#free + index];
  }

  push(item: Item): void {
    this.#items.push(item);
  }

  /** Takes the first one out. */
  shift(): Item | undefined {
    if (this.length === 0) return undefined;
    const item = this.#items[this.#free];
    this.#items[this.#free] = undefined;
    this.#free += 1;
    // Each move copies no more items than were taken out since the last one.
    if (this.#free >= MIN_FREE && this.#free * 2 >= this.#items.length) {
      this.#items = this.#items.slice(this.#free);
      this.#free = 0;
    }
    return item;
  }
}

/** What may wait while the store is away; the oldest entries give way. */
const MAX = { entries: 20_000, bytes: 16_000_000 };

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
  /** The ones of them that took in the last one, which most are for. */
  #latest: Repeats | undefined;
  /** Room for the numbers of those that repeat others, which was left by some that are written. */
  #room: Float64Array<ArrayBuffer> | undefined;

  /** How many there are, where those of a sandbox that repeat others are one. */
  get length(): number {
    return this.#queue.length;
  }

  /** Whether the oldest have to give way. */
  get isTooMuch(): boolean {
    return this.entries > MAX.entries || this.bytes > MAX.bytes;
  }

  add(entry: Recordable): void {
    this.entries += 1;
    if (entry instanceof RepeatedExchange) this.bytes += this.#openFor(entry.sandbox).add(entry);
    else {
      this.#queue.push(entry);
      this.bytes += bytesOf(entry);
    }
  }

  /** Takes the next ones out. */
  next(): Pending | undefined {
    const entries = this.#queue.shift();
    if (entries === undefined) return undefined;
    this.bytes -= bytesOf(entries);
    if (entries instanceof Repeats) this.#close(entries);
    else this.entries -= 1;
    return entries;
  }

  /** Takes back what was taken out, once it is written and nobody reads it any more. */
  written(batch: readonly Pending[]): void {
    for (const one of batch) {
      if (!(one instanceof Repeats)) continue;
      const room = one.leave();
      if (room.length > (this.#room?.length ?? 0)) this.#room = room;
    }
  }

  /** Lets the oldest one give way, and says which sandbox it is of. */
  lose(): string | undefined {
    const first = this.#queue.at(0);
    if (first instanceof Repeats && first.length > 1) {
      first.shift();
      this.entries -= 1;
      return first.sandbox;
    }
    const last = this.next();
    if (last instanceof Repeats) last.leave();
    return last?.sandbox;
  }

  /** Those of a sandbox that still take in what repeats itself. */
  #openFor(sandbox: string): Repeats {
    const latest = this.#latest;
    if (latest?.sandbox === sandbox && !latest.isFull) return latest;
    const known = this.#open.get(sandbox);
    return (this.#latest = known === undefined || known.isFull ? this.#begin(sandbox) : known);
  }

  #begin(sandbox: string): Repeats {
    const repeats = new Repeats(sandbox, this.#room);
    this.#room = undefined;
    this.#open.set(sandbox, repeats);
    this.#queue.push(repeats);
    return repeats;
  }

  #close(repeats: Repeats): void {
    const { sandbox, length } = repeats;
    this.entries -= length;
    if (this.#open.get(sandbox) === repeats) this.#open.delete(sandbox);
    if (this.#latest === repeats) this.#latest = undefined;
  }
}
