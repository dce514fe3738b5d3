/** The journals of a server whose state lives and dies with the process: a ring of whole entries for each sandbox. */
import { type Entry, EntryQueue } from './entry.js';
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type StoredEntry,
  type StoredJournal,
  MAX_JOURNALS,
} from './journal-store.js';
import { masked } from './masked-entry.js';

/** The last entries of one sandbox, as they were recorded. */
class Ring {
  readonly name: string;
  /** Whether it is among those that give way to others, and was used since it was last passed over there. */
  isAmongMinor = false;
  isUsed = false;
  isWritten = false;
  /** What was received before is not of the sandbox as it is now. */
  begunAt = Number.NEGATIVE_INFINITY;
  last: number;
  /** The last one when it was last cleared. */
  cleared: number;
  readonly #entries = new EntryQueue();

  /** @param after the sequence that it counts on from: no number is given twice to those who knew an earlier one of its name */
  constructor(name: string, after: number) {
    this.name = name;
    this.last = after;
    this.cleared = after;
  }

  get bytes(): number {
    return this.#entries.bytes;
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Whether nothing is lost with it that anybody would miss: nobody has written to its sandbox, or it is empty. */
  get isMinor(): boolean {
    return !this.isWritten || this.length === 0;
  }

  push(entry: Entry): void {
    this.last += 1;
    this.#entries.push(entry);
  }

  /** Drops the oldest entry. */
  shift(): void {
    this.#entries.shift();
  }

  clear(): void {
    while (this.length > 0) this.shift();
    this.cleared = this.last;
  }

  read(after: number, limit: number): StoredJournal {
    const first = this.last - this.length + 1;
    const entries: StoredEntry[] = [];
    const from = Math.max(first, after + 1);
    for (let sequence = from; sequence <= this.last && sequence < from + limit; sequence++) {
      const entry = this.#entries.at(sequence - first);
      if (entry !== undefined) entries.push({ sequence, masked: masked(entry) });
    }
    return { entries, last: this.last, dropped: first - 1 - this.cleared };
  }
}

/** Sizes between two powers of two are alike; 0 is the class of an empty journal. */
const sizeClass = (bytes: number): number => 32 - Math.clz32(bytes);

/** As many as a size below 4 GB has bits, and that of the empty ones. */
const CLASSES = 33;

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
  /** By class of size, so that one of the largest is found without looking at all of them. */
  readonly #bySize = Array.from({ length: CLASSES }, () => new Set<Ring>());

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
    for (const entry of entries) this.add(entry);
  }

  /** Appends one entry; older ones make room. */
  add(entry: Entry): void {
    const ring = this.#rings.get(entry.sandbox) ?? this.#begun(entry.sandbox);
    if (entry.since < ring.begunAt) return;
    if (!entry.isMinor) ring.isWritten = true;
    const { entries, bytes, totalBytes } = this.#limits;
    this.#change(ring, () => {
      ring.push(entry);
      // The last one stays, however large it is.
      while (ring.length > entries || (ring.bytes > bytes && ring.length > 1)) ring.shift();
    });
    while (this.#bytes > totalBytes && this.#cutLargest());
    this.#sort(ring);
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
    this.#sort(ring);
  }

  close(): void {
    this.#rings.clear();
    this.#minor.clear();
    for (const alike of this.#bySize) alike.clear();
    this.#bytes = 0;
  }

  #begun(name: string): Ring {
    if (this.#rings.size >= this.#maxJournals) this.#end(this.#next());
    const ring = new Ring(name, this.#highest);
    this.#rings.set(name, ring);
    return ring;
  }

  /** Changes a journal, and counts its bytes anew. */
  #change(ring: Ring, work: () => void): void {
    const before = ring.bytes;
    work();
    this.#bytes += ring.bytes - before;
    const [left, entered] = [sizeClass(before), sizeClass(ring.bytes)];
    if (left === entered) return;
    this.#bySize[left]?.delete(ring);
    if (entered > 0) this.#bySize[entered]?.add(ring);
  }

  /** Drops the oldest entry of one of the largest journals, of those alike in turn; false where there is none. */
  #cutLargest(): boolean {
    const alike = this.#bySize.findLast((rings) => rings.size > 0);
    const [ring] = alike ?? [];
    if (alike === undefined || ring === undefined) return false;
    // The next one gives way next time.
    alike.delete(ring);
    alike.add(ring);
    this.#change(ring, () => ring.shift());
    return true;
  }

  /** Notes a use of a journal, and whether it gives way to others. */
  #sort(ring: Ring): void {
    if (ring.isMinor) {
      ring.isUsed = ring.isAmongMinor;
      if (!ring.isAmongMinor) this.#minor.add(ring);
    } else if (ring.isAmongMinor) this.#minor.delete(ring);
    ring.isAmongMinor = ring.isMinor;
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

  #end(ring: Ring | undefined): void {
    if (ring === undefined) return;
    this.#change(ring, () => ring.clear());
    this.#highest = Math.max(this.#highest, ring.last);
    this.#rings.delete(ring.name);
    this.#minor.delete(ring);
  }
}
