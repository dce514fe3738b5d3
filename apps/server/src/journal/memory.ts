/** The journals of a server whose state lives and dies with the process: a ring of whole entries for each sandbox. */
import { type Entry, EntryQueue } from './entry.js';
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type StoredEntry,
  type StoredJournal,
  MAX_JOURNALS,
  RETAINED,
} from './journal-store.js';
import { masked } from './masked-entry.js';

/** The last entries of one sandbox, as they were recorded. */
class Ring {
  readonly name: string;
  readonly entries = new EntryQueue();
  isWritten = false;
  /** Whether it was used since it was last passed over, where it gives way to others. */
  isUsed = false;
  /** What was received before is not of the sandbox as it is now. */
  begunAt = Number.NEGATIVE_INFINITY;
  last: number;
  /** The last one when it was last cleared. */
  cleared: number;

  /** @param after the sequence that it counts on from: no number is given twice to those who knew an earlier one of its name */
  constructor(name: string, after: number) {
    this.name = name;
    this.last = after;
    this.cleared = after;
  }

  /** Whether nothing is lost with it that anybody would miss: nobody has written to its sandbox, or it is empty. */
  get isMinor(): boolean {
    return !this.isWritten || this.entries.length === 0;
  }

  push(entry: Entry): void {
    this.last += 1;
    this.entries.push(entry);
  }

  clear(): void {
    while (this.entries.shift() !== undefined);
    this.cleared = this.last;
  }

  read(after: number, limit: number): StoredJournal {
    const first = this.last - this.entries.length + 1;
    const entries: StoredEntry[] = [];
    const from = Math.max(first, after + 1);
    for (let sequence = from; sequence <= this.last && sequence < from + limit; sequence++) {
      const entry = this.entries.at(sequence - first);
      if (entry !== undefined) entries.push({ sequence, masked: masked(entry) });
    }
    return { entries, last: this.last, dropped: first - 1 - this.cleared };
  }
}

/** Keeps the journals of all sandboxes in this process. */
export class MemoryJournals implements JournalStore {
  readonly exclusive = true;
  readonly #limits: JournalLimits;
  readonly #maxJournals: number;
  /** The highest sequence in a journal that gave way: new ones go on from there. */
  #highest = 0;
  #bytes = 0;
  readonly #rings = new Map<string, Ring>();
  /** Those that give way to others. */
  readonly #minor = new Set<Ring>();

  constructor(limits: JournalLimits, maxJournals = MAX_JOURNALS) {
    this.#limits = limits;
    this.#maxJournals = maxJournals;
  }

  /** Memory that all entries take, in bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many journals there are. */
  get size(): number {
    return this.#rings.size;
  }

  append(entries: readonly Entry[]): void {
    for (const entry of entries) this.#add(entry);
  }

  read(sandbox: string, after: number, limit = Number.POSITIVE_INFINITY): StoredJournal {
    return this.#rings.get(sandbox)?.read(after, limit) ?? { entries: [], last: 0, dropped: 0 };
  }

  lasts(sandboxes: readonly string[]): ReadonlyMap<string, number> {
    return new Map(sandboxes.map((name) => [name, this.#rings.get(name)?.last ?? 0]));
  }

  clear(sandbox: string, { what, at }: Clearing): void {
    const isAnew = what === 'received';
    const ring = this.#rings.get(sandbox) ?? (isAnew ? this.#begun(sandbox) : undefined);
    if (ring === undefined) return;
    if (isAnew) {
      ring.begunAt = at;
      ring.isWritten = false;
    }
    this.#change(ring, () => ring.clear());
  }

  close(): void {
    this.#rings.clear();
    this.#minor.clear();
    this.#bytes = 0;
  }

  /** Appends one entry; older ones make room. */
  #add(entry: Entry): void {
    const ring = this.#rings.get(entry.sandbox) ?? this.#begun(entry.sandbox);
    if (entry.since < ring.begunAt) return;
    if (!entry.isMinor) ring.isWritten = true;
    const limits = this.#limits;
    const own = ring.entries;
    this.#change(ring, () => {
      ring.push(entry);
      // The last one stays, however large it is.
      while (own.length > limits.entries || (own.bytes > limits.bytes && own.length > 1)) own.shift();
    });
    while (this.#bytes > limits.totalBytes) this.#trim();
  }

  #begun(name: string): Ring {
    if (this.#rings.size >= this.#maxJournals) this.#end();
    const ring = new Ring(name, this.#highest);
    this.#rings.set(name, ring);
    return ring;
  }

  /** Changes a journal that is used, counts its bytes anew, and notes whether it gives way to others. */
  #change(ring: Ring, work: () => void): void {
    const before = ring.entries.bytes;
    work();
    this.#bytes += ring.entries.bytes - before;
    ring.isUsed = this.#minor.has(ring);
    if (ring.isMinor) this.#minor.add(ring);
    else this.#minor.delete(ring);
  }

  /** Cuts the largest journals by a quarter; more than has to be, so that it need not be done with every entry. */
  #trim(): void {
    for (const ring of [...this.#rings.values()].toSorted((a, b) => b.entries.bytes - a.entries.bytes)) {
      if (this.#bytes <= this.#limits.totalBytes * RETAINED) return;
      const before = ring.entries.bytes;
      while (ring.entries.bytes > (before * 3) / 4) ring.entries.shift();
      this.#bytes += ring.entries.bytes - before;
    }
  }

  /** The one that gives way: of the minor ones one that was not used for long, else the oldest of all. */
  #next(): Ring | undefined {
    for (const ring of this.#minor) {
      if (!ring.isUsed) return ring;
      // It has its turn again once all the others had theirs.
      ring.isUsed = false;
      this.#minor.delete(ring);
      this.#minor.add(ring);
    }
    const [oldest] = this.#rings.values();
    return oldest;
  }

  #end(): void {
    const ring = this.#next();
    if (ring === undefined) return;
    this.#bytes -= ring.entries.bytes;
    this.#highest = Math.max(this.#highest, ring.last);
    this.#rings.delete(ring.name);
    this.#minor.delete(ring);
  }
}
