/** The journals of a server whose state lives and dies with the process. */
import {
  type Clearing,
  type JournalLimits,
  type JournalStore,
  type KeptJournal,
  MAX_JOURNALS,
  type Pending,
  type Recordable,
} from '../../../../journal/journal-store.js';
import { JournalPool } from './journal-pool.js';
import { MemoryJournal } from './memory-journal.js';

const EMPTY: KeptJournal = { entries: [], last: 0, dropped: 0 };

/** Keeps the journals of all sandboxes in this process. */
export class MemoryJournals implements JournalStore {
  readonly exclusive = true;
  readonly #limits: JournalLimits;
  readonly #maxJournals: number;
  readonly #pool: JournalPool;
  /** The highest sequence in a journal that gave way: new ones go on from there. */
  #highest = 0;
  readonly #journals = new Map<string, MemoryJournal>();
  /** Those that give way to others. */
  readonly #minor = new Set<MemoryJournal>();
  /** The one that was appended to last, which most entries are for. */
  #latest: MemoryJournal | undefined;

  constructor(limits: JournalLimits, maxJournals = MAX_JOURNALS) {
    this.#limits = limits;
    this.#maxJournals = maxJournals;
    this.#pool = new JournalPool(limits.totalBytes);
  }

  /** Memory that all entries take, in bytes. */
  get bytes(): number {
    return this.#pool.bytes;
  }

  /** How many journals there are. */
  get size(): number {
    return this.#journals.size;
  }

  append(entries: readonly Pending[]): void {
    for (const entry of entries) {
      if (Symbol.iterator in entry) for (const one of entry) this.#append(one);
      else this.#append(entry);
    }
  }

  #append(entry: Recordable): void {
    const journal = this.#of(entry.sandbox);
    journal.append(entry);
    this.#sort(journal);
  }

  read(sandbox: string, after: number, limit?: number): KeptJournal {
    return this.#journals.get(sandbox)?.read(after, limit) ?? EMPTY;
  }

  lasts(sandboxes: readonly string[]): ReadonlyMap<string, number> {
    return new Map(sandboxes.map((name) => [name, this.#journals.get(name)?.last ?? 0]));
  }

  clear(sandbox: string, clearing: Clearing): void {
    const journal = this.#journals.get(sandbox) ?? (clearing.what === 'received' ? this.#begun(sandbox) : undefined);
    journal?.clear(clearing);
    if (journal !== undefined) this.#sort(journal);
  }

  close(): void {
    this.#journals.clear();
    this.#minor.clear();
    this.#latest = undefined;
  }

  #of(name: string): MemoryJournal {
    if (this.#latest?.name !== name) this.#latest = this.#journals.get(name) ?? this.#begun(name);
    return this.#latest;
  }

  #begun(name: string): MemoryJournal {
    if (this.#journals.size >= this.#maxJournals) this.#end(this.#next());
    const journal = new MemoryJournal(name, { limits: this.#limits, pool: this.#pool, after: this.#highest });
    this.#journals.set(name, journal);
    return journal;
  }

  /** Notes a use of a journal, and whether it gives way to others. */
  #sort(journal: MemoryJournal): void {
    if (journal.isMinor) {
      journal.isUsed = journal.isAmongMinor;
      if (!journal.isAmongMinor) this.#minor.add(journal);
    } else if (journal.isAmongMinor) this.#minor.delete(journal);
    journal.isAmongMinor = journal.isMinor;
  }

  /** The one that gives way: of the minor ones one that was not used for long, else the oldest of all. */
  #next(): MemoryJournal | undefined {
    for (const journal of this.#minor) {
      if (!journal.isUsed) return journal;
      // It has its turn again once all the others had theirs.
      journal.isUsed = false;
      this.#minor.delete(journal);
      this.#minor.add(journal);
    }
    const [oldest] = this.#journals.values();
    return oldest;
  }

  #end(journal: MemoryJournal | undefined): void {
    if (journal === undefined) return;
    journal.empty();
    this.#highest = Math.max(this.#highest, journal.last);
    this.#journals.delete(journal.name);
    this.#minor.delete(journal);
    if (this.#latest === journal) this.#latest = undefined;
  }
}
