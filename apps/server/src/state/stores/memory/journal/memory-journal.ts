/** The journal of one sandbox in memory: its last entries, of the oldest of them without bodies and headers. */
import type { Clearing, JournalLimits, KeptEntry, KeptJournal, Recordable } from '../../../../journal/journal-store.js';
import { EntryRows } from './entry-rows.js';
import { detailToShed, partToShed } from './shedding.js';
import type { JournalPool, PooledJournal } from './journal-pool.js';

/** What a journal is made of. */
interface JournalParts {
  readonly limits: JournalLimits;
  readonly pool: JournalPool;
  readonly after: number;
}

/** Keeps the entries of one sandbox, as many as the limits allow. */
export class MemoryJournal implements PooledJournal {
  readonly name: string;
  /** Whether it is among those that give way to others, and was used since it was last passed over there. */
  isAmongMinor = false;
  isUsed = false;
  readonly #limits: JournalLimits;
  readonly #pool: JournalPool;
  readonly #entries: EntryRows;
  #isWritten = false;
  /** What was received before is not of the sandbox as it is now. */
  #begunAt = -Infinity;
  #last = 0;
  /** The first entries that still have headers and bodies, if any has; counted as sequences are. */
  #headersFrom = 1;
  #bodiesFrom = 1;
  #facts = 0;
  #headers = 0;
  #bodies = 0;
  /** The last one when it was last cleared. */
  #cleared = 0;

  /** @param after the sequence that it counts on from: no number is given twice to those who knew an earlier one of its name */
  constructor(name: string, { limits, pool, after }: JournalParts) {
    this.name = name;
    this.#entries = new EntryRows(name);
    this.#limits = limits;
    this.#pool = pool;
    this.#last = after;
    this.#cleared = after;
    this.#headersFrom = after + 1;
    this.#bodiesFrom = after + 1;
  }

  get last(): number {
    return this.#last;
  }

  /** Whether nothing is lost with it that anybody would miss: nobody has written to its sandbox, or it is empty. */
  get isMinor(): boolean {
    return !this.#isWritten || this.#entries.length === 0;
  }

  #bytes(): number {
    return this.#facts + this.#headers + this.#bodies;
  }

  /** The sequence of its oldest entry. */
  #first(): number {
    return this.#last - this.#entries.length + 1;
  }

  /** Appends an entry; older ones make room. */
  append(entry: Recordable): void {
    if (entry.since < this.#begunAt) return;
    if (!entry.isMinor) this.#isWritten = true;
    const before = this.#bytes();
    if (this.#entries.length >= this.#limits.entries) this.#dropEntry();
    this.#last += 1;
    this.#entries.push(entry);
    this.#facts += entry.factsBytes;
    this.#headers += entry.headersBytes;
    this.#bodies += entry.bodiesBytes;
    while (this.#headers + this.#bodies > this.#limits.bytes) this.#shedDetail();
    this.#pool.resized(this, before, this.#bytes());
    this.#pool.makeRoom();
  }

  read(after: number, limit = Number.POSITIVE_INFINITY): KeptJournal {
    const first = this.#first();
    const entries: KeptEntry[] = [];
    const from = Math.max(first, after + 1);
    for (let sequence = from; sequence <= this.#last && sequence < from + limit; sequence++) {
      const texts = this.#entries.texts(sequence - first);
      if (texts !== undefined) entries.push({ sequence, texts });
    }
    return { entries, last: this.#last, dropped: first - 1 - this.#cleared };
  }

  /** Drops all entries; where the sandbox begins anew, those to come of requests that are under way as well. */
  clear({ what, at }: Clearing): void {
    if (what === 'received') {
      this.#begunAt = at;
      this.#isWritten = false;
    }
    this.empty();
  }

  /** Drops all entries. */
  empty(): void {
    const before = this.#bytes();
    while (this.#entries.length > 0) this.#dropEntry();
    this.#cleared = this.#last;
    this.#pool.resized(this, before, this.#bytes());
  }

  shed(): void {
    const before = this.#bytes();
    const part = partToShed({ facts: this.#facts, headers: this.#headers, bodies: this.#bodies });
    if (part === 'facts') this.#dropEntry();
    else this.#shedDetail();
    this.#pool.resized(this, before, this.#bytes());
  }

  /** Drops the oldest bodies, or the oldest headers. */
  #shedDetail(): void {
    const part = detailToShed({ facts: this.#facts, headers: this.#headers, bodies: this.#bodies });
    if (part === 'bodies') this.#dropBodies(this.#bodiesFrom);
    else this.#dropHeaders(this.#headersFrom);
  }

  #dropBodies(sequence: number): void {
    const index = sequence - this.#first();
    this.#bodiesFrom = sequence + 1;
    const bytes = this.#entries.bodiesBytes(index);
    if (bytes === 0) return;
    this.#bodies -= bytes;
    this.#entries.dropBodies(index);
  }

  #dropHeaders(sequence: number): void {
    const index = sequence - this.#first();
    this.#headersFrom = sequence + 1;
    const bytes = this.#entries.headersBytes(index);
    if (bytes === 0) return;
    this.#headers -= bytes;
    this.#entries.dropHeaders(index);
  }

  #dropEntry(): void {
    if (this.#entries.length === 0) return;
    const sequence = this.#first();
    this.#facts -= this.#entries.factsBytes(0);
    if (sequence >= this.#headersFrom) this.#headers -= this.#entries.headersBytes(0);
    if (sequence >= this.#bodiesFrom) this.#bodies -= this.#entries.bodiesBytes(0);
    this.#entries.shift();
    this.#headersFrom = Math.max(this.#headersFrom, sequence + 1);
    this.#bodiesFrom = Math.max(this.#bodiesFrom, sequence + 1);
  }
}
