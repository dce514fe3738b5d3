/** The journal of one sandbox in memory: its last entries, of the oldest of them without bodies and headers. */
import type { Clearing, JournalLimits, KeptEntry, KeptJournal, Recordable } from '../../../../journal/journal-store.js';
import type { JournalPool, PooledJournal } from './journal-pool.js';
import type { EntryTexts } from '../../../../journal/entry-texts.js';
import { RepeatablePart } from '../../../../journal/repeatable-part.js';
import { RepeatedExchange } from '../../../../journal/repeated-exchange.js';
import { repeatedTexts } from '../../../../journal/repeated-texts.js';
import { EntryColumns } from './entry-columns.js';

/*
 * The entries of a journal in memory, oldest first. Whatever lives long is moved by the garbage collector while it is new:
 * an exchange that repeats another is therefore kept in columns, without an object of its own.
 */

/** Rows that there are at first. */
const FEW = 16;

/** Entries in a row, counted from the first. */
export class EntryRows {
  readonly #sandbox: string;
  #columns: EntryColumns;
  /** Where the first one is. */
  #first = 0;
  #length = 0;

  /** @param sandbox whose journal it is */
  constructor(sandbox: string) {
    this.#sandbox = sandbox;
    this.#columns = new EntryColumns(sandbox, FEW);
  }

  get length(): number {
    return this.#length;
  }

  push(entry: Recordable): void {
    if (this.#length > this.#columns.mask) this.#resize(2 * this.#length);
    this.#length += 1;
    const row = this.#rowOf(this.#length - 1);
    if (entry instanceof RepeatedExchange) this.#columns.put(row, entry);
    else this.#columns.rows[row] = entry;
  }

  /** Takes the first one out. */
  shift(): void {
    if (this.#length === 0) return;
    this.#columns.drop(this.#first);
    this.#first = (this.#first + 1) & this.#columns.mask;
    this.#length -= 1;
    const size = this.#columns.mask + 1;
    if (size > FEW && this.#length * 4 <= size) this.#resize(size / 2);
  }

  factsBytes(index: number): number {
    return this.#columns.rows[this.#rowOf(index)]?.factsBytes ?? 0;
  }

  headersBytes(index: number): number {
    return this.#columns.headersBytes(this.#rowOf(index));
  }

  bodiesBytes(index: number): number {
    return this.#columns.rows[this.#rowOf(index)]?.bodiesBytes ?? 0;
  }

  dropHeaders(index: number): void {
    this.#columns.dropHeaders(this.#rowOf(index));
  }

  dropBodies(index: number): void {
    this.#columns.dropBodies(this.#rowOf(index));
  }

  /** Makes the texts of an entry when they are needed, of a repeated one those of what it has now. */
  texts(index: number): (() => EntryTexts) | undefined {
    const row = this.#rowOf(index);
    const shared = this.#columns.rows[row];
    if (!(shared instanceof RepeatablePart)) return shared && (() => shared.texts());
    const [parts, own] = [this.#columns.parts(row, shared), this.#columns.own(row)];
    return () => repeatedTexts(parts, own);
  }

  /** Where an entry is; nothing is where one would be that is not there. */
  #rowOf(index: number): number {
    return index < this.#length ? (this.#first + index) & this.#columns.mask : -1;
  }

  #resize(size: number): void {
    const columns = new EntryColumns(this.#sandbox, size);
    for (let i = 0; i < this.#length; i += 1) columns.take(i, this.#columns, this.#rowOf(i));
    this.#columns = columns;
    this.#first = 0;
  }
}

/** Bytes of a journal, by the parts of its entries. */
interface JournalBytes {
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
}

/** A part of an entry; without its facts, nothing is left of it. */
type Part = keyof JournalBytes;

/**
 * What gives way where headers and bodies are too many bytes. Bodies go first, but not those of the last entries for the
 * headers of old ones: the headers have no more than half.
 */
function detailToShed({ headers, bodies }: JournalBytes): 'headers' | 'bodies' {
  return bodies >= headers ? 'bodies' : 'headers';
}

/**
 * What gives way where everything is too many bytes: headers and bodies, but not those of the last entries for the facts
 * of old ones, which have no more than three quarters.
 */
function partToShed(bytes: JournalBytes): Part {
  const { facts, headers, bodies } = bytes;
  return facts > 3 * (headers + bodies) ? 'facts' : detailToShed(bytes);
}

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
