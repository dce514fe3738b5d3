/** Entries on their way into a store that processes share: written in batches, and tried again while it is away. */
import { nextTurn as turn, type Timer } from '#platform/turns';
import { Deque } from './deque.js';
import { type BatchSize, type Clearing, journalNow, type JournalStore, type Pending } from './journal-store.js';
import type { PendingEntry } from './pending-entry.js';
import { RepeatedExchange } from './repeated-exchange.js';
import { Repeats } from './repeats.js';

/** An entry waits for others until so much time has passed since the last batch; where there was none for long, it does not. */
const BATCH_MS = 60;

/** So many entries, or bytes, wait no longer; they are one batch unless the store takes less at once. */
const FULL: BatchSize = { entries: 250, bytes: 500_000 };

/** What may wait while the store is away; the oldest entries give way. */
const MAX_WAITING = { entries: 20_000, bytes: 16_000_000 };

/** Time between two tries while the store is away. */
const RETRY_MS = 500;

/** How long texts are made before everybody else has a turn. */
const STRETCH_MS = 5;

/** So many entries that repeat others are taken in together: one by one, each would find the code for it, and its row, cold. */
const TOGETHER = 32;

/** What is written together. */
interface Batch {
  readonly entries: readonly Pending[];
  /** How many entries before these gave way, by sandbox. */
  readonly lost: Map<string, number>;
}

/** Bytes that entries take in memory. */
const bytesOf = (entries: Pending): number =>
  entries instanceof Repeats ? entries.bytes : entries.factsBytes + entries.headersBytes + entries.bodiesBytes;

/** What one process has yet to write. */
export class Outgoing {
  readonly #store: JournalStore;
  readonly #queue = new Deque<Pending>();
  /** What repeats itself, and is yet to be taken into the queue. */
  #repeated: RepeatedExchange[] = [];
  /** Those in the queue that still take in what repeats itself, by sandbox. */
  readonly #open = new Map<string, Repeats>();
  /** Entries that wait, each of them, and the bytes of those in the queue. */
  #waiting = 0;
  #bytes = 0;
  /** What is being written, or was tried in vain: it stays the same, since nobody knows of a try whether it was in vain. */
  #batch: Batch | undefined;
  /** How many entries gave way since, by sandbox. */
  #lost = new Map<string, number>();
  readonly #clearings = new Map<string, Clearing>();
  /** How many entries and clearings were taken in, and how many are done with. */
  #taken = 0;
  #done = 0;
  #writing: Promise<void> | undefined;
  #wroteAt = Number.NEGATIVE_INFINITY;
  #timer: Timer | undefined;

  constructor(store: JournalStore) {
    this.#store = store;
  }

  /** Takes in an entry; it is written soon. */
  add(entry: PendingEntry): void {
    this.#waiting += 1;
    this.#taken += 1;
    if (entry instanceof RepeatedExchange) {
      this.#repeated.push(entry);
      if (this.#repeated.length >= TOGETHER) this.#repeat();
    } else {
      this.#queue.push(entry);
      this.#bytes += bytesOf(entry);
    }
    if (this.#waiting > MAX_WAITING.entries || this.#bytes > MAX_WAITING.bytes) this.#lose();
    // A try in vain is not repeated with each entry.
    if (this.#isFull() && this.#batch === undefined) this.#writeSoon(0);
    else if (this.#timer === undefined) this.#writeSoon(this.#rest());
  }

  /** Takes into the queue what repeats itself. */
  #repeat(): void {
    const repeated = this.#repeated;
    if (repeated.length === 0) return;
    this.#repeated = [];
    for (const exchange of repeated) {
      const known = this.#open.get(exchange.sandbox);
      const repeats = known === undefined || known.isFull ? this.#begin(exchange.sandbox) : known;
      const before = repeats.bytes;
      repeats.add(exchange);
      this.#bytes += repeats.bytes - before;
    }
  }

  #begin(sandbox: string): Repeats {
    const repeats = new Repeats(sandbox);
    this.#open.set(sandbox, repeats);
    this.#queue.push(repeats);
    return repeats;
  }

  /** Clears the journal of a sandbox, after what was taken in before. */
  async clear(sandbox: string, what: Clearing['what']): Promise<void> {
    this.#lost.delete(sandbox);
    this.#batch?.lost.delete(sandbox);
    this.#clearings.set(sandbox, { what, at: journalNow() });
    this.#taken += 1;
    await this.flush();
  }

  /** Writes what was taken in by now, or throws where that cannot be done at the moment. */
  async flush(): Promise<void> {
    const wanted = this.#taken;
    while (this.#done < wanted) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined;
      });
      await this.#writing;
    }
  }

  /** Writes no more. */
  end(): void {
    clearTimeout(this.#timer);
  }

  #isFull(): boolean {
    return this.#queue.length >= FULL.entries || this.#bytes >= FULL.bytes;
  }

  /** Time that entries still wait for others, in ms. */
  #rest(): number {
    return this.#isFull() ? 0 : Math.max(0, this.#wroteAt + BATCH_MS - performance.now());
  }

  #writeSoon(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#turn(), ms);
  }

  async #turn(): Promise<void> {
    this.#timer = undefined;
    this.#wroteAt = performance.now();
    const isWritten = await this.flush().then(
      () => true,
      () => false,
    );
    // What came in meanwhile waits for others as well.
    if (this.#done < this.#taken) this.#writeSoon(isWritten ? this.#rest() : RETRY_MS);
  }

  async #write(): Promise<void> {
    for (const [sandbox, clearing] of this.#clearings) {
      await this.#store.clear(sandbox, clearing);
      // It may have been asked for again in the meantime.
      if (this.#clearings.get(sandbox) === clearing) this.#clearings.delete(sandbox);
    }
    if (this.#batch === undefined) {
      const entries = await this.#nextBatch();
      this.#batch = { entries, lost: this.#lost };
      this.#lost = new Map();
    }
    await this.#store.append(this.#batch.entries, this.#batch.lost);
    this.#batch = undefined;
    this.#done = this.#taken - this.#waiting - this.#clearings.size;
    // Else a store that writes by itself would go on without anybody else having had a turn.
    if (this.#queue.length > 0) await turn();
  }

  /** The next entries, with their texts. */
  async #nextBatch(): Promise<Pending[]> {
    this.#repeat();
    const batch: Pending[] = [];
    const full = this.#store.batch ?? FULL;
    let bytes = 0;
    let until = performance.now() + STRETCH_MS;
    while (batch.length < full.entries && bytes < full.bytes) {
      const entries = this.#next();
      if (entries === undefined) break;
      bytes += bytesOf(entries);
      batch.push(entries);
      if (entries instanceof Repeats) continue;
      entries.encode();
      if (performance.now() < until) continue;
      await turn();
      until = performance.now() + STRETCH_MS;
    }
    return batch;
  }

  #next(): Pending | undefined {
    const entries = this.#queue.shift();
    if (entries === undefined) return undefined;
    this.#bytes -= bytesOf(entries);
    this.#waiting -= entries instanceof Repeats ? entries.length : 1;
    if (this.#open.get(entries.sandbox) === entries) this.#open.delete(entries.sandbox);
    return entries;
  }

  /** Lets the oldest entry give way. */
  #lose(): void {
    const first = this.#queue.at(0);
    if (first instanceof Repeats && first.length > 1) {
      first.shift();
      this.#waiting -= 1;
    } else this.#next();
    if (first !== undefined) this.#lost.set(first.sandbox, (this.#lost.get(first.sandbox) ?? 0) + 1);
  }
}
