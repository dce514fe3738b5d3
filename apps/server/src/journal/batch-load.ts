/** How much some entries are together: what several of them share is there once. */
import type { BatchSize, PendingEntry } from './journal-store.js';

/** The load of some entries. */
export class BatchLoad implements BatchSize {
  /** How many share each thing. */
  readonly #sharing = new Map<object, number>();
  #entries = 0;
  #bytes = 0;

  /** Entries that repeat each other are as much as one, beside their bytes. */
  get entries(): number {
    return this.#entries;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Whether it is as large as may be. */
  fills({ entries, bytes }: BatchSize): boolean {
    return this.#entries >= entries || this.#bytes >= bytes;
  }

  add(entry: PendingEntry): void {
    this.#count(entry, 1, entry.shared === undefined ? 0 : this.#share(entry.shared, 1));
  }

  remove(entry: PendingEntry): void {
    this.#count(entry, -1, entry.shared === undefined ? 0 : this.#share(entry.shared, -1) - 1);
  }

  #count({ factsBytes, headersBytes, bodiesBytes, shared }: PendingEntry, times: 1 | -1, others: number): void {
    this.#bytes += times * (factsBytes + headersBytes + bodiesBytes);
    if (shared === undefined || others === 0) this.#entries += times;
    else this.#bytes -= times * shared.bytes;
  }

  /** Counts those that share a thing, and answers how many did before. */
  #share(shared: object, times: 1 | -1): number {
    const before = this.#sharing.get(shared) ?? 0;
    if (before + times === 0) this.#sharing.delete(shared);
    else this.#sharing.set(shared, before + times);
    return before;
  }
}
