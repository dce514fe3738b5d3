/**
 * Entries on their way into a store that processes share, written in batches and tried again while it is away; and out of
 * it, to those who wait.
 */
import { nextTurn as turn, onNextTurn, type Timer } from '#platform/runtime';
import { type Entry, EntryQueue, journalNow } from './entry.js';
import { BATCH_MS, type Clearing, type JournalStore, SETTLE_MS } from './journal-store.js';

/** So many entries, or bytes, are a batch, and wait no longer. */
const FULL = { entries: 1000, bytes: 1_000_000 };

/** What may wait while the store is away; the oldest entries give way. */
const MAX = { entries: 20_000, bytes: 16_000_000 };

/** Time between two tries while the store is away. */
const RETRY_MS = 500;

/** What is written together. */
interface Batch {
  readonly entries: readonly Entry[];
  /** How many entries before these gave way, by sandbox. */
  readonly lost: Map<string, number>;
}

/** What one process has yet to write. */
export class Outgoing {
  readonly #store: JournalStore;
  readonly #waiting = new EntryQueue();
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

  /** What looks into the store for those who wait. */
  poller(waiters: Waits): Poller {
    return new Poller(waiters, this.#store);
  }

  /** Takes in an entry; it is written soon. */
  add(entry: Entry): void {
    this.#taken += 1;
    this.#waiting.push(entry);
    while (this.#waiting.length > MAX.entries || this.#waiting.bytes > MAX.bytes) this.#lose();
    // A try in vain is not repeated with each entry.
    if (this.#isFull() && this.#batch === undefined) this.#writeSoon(0);
    else if (this.#timer === undefined) this.#writeSoon(this.#rest());
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
    return this.#waiting.length >= FULL.entries || this.#waiting.bytes >= FULL.bytes;
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
      this.#batch = { entries: this.#nextBatch(), lost: this.#lost };
      this.#lost = new Map();
    }
    await this.#store.append(this.#batch.entries, this.#batch.lost);
    this.#batch = undefined;
    this.#done = this.#taken - this.#waiting.length - this.#clearings.size;
    // Else a store that writes by itself would go on without anybody else having had a turn.
    if (this.#waiting.length > 0) await turn();
  }

  #nextBatch(): Entry[] {
    const batch: Entry[] = [];
    const least = this.#waiting.bytes - FULL.bytes;
    while (batch.length < FULL.entries && this.#waiting.bytes > least) {
      const entry = this.#waiting.shift();
      if (entry === undefined) break;
      batch.push(entry);
    }
    return batch;
  }

  /** Lets the oldest entry give way. */
  #lose(): void {
    const sandbox = this.#waiting.shift()?.sandbox;
    if (sandbox !== undefined) this.#lost.set(sandbox, (this.#lost.get(sandbox) ?? 0) + 1);
  }
}

/** Those who wait for entries, by sandbox. */
interface Waits {
  readonly sandboxes: readonly string[];
  readonly isEmpty: boolean;
  notify(sandbox: string, last: number): void;
}

/** Time between two looks. */
const POLL_MS = 100;

/** What the waits of a process are for, in a store that processes share. */
export class Poller {
  readonly #waiters: Waits;
  readonly #store: JournalStore;
  /** Sandboxes that somebody has begun to wait for. */
  readonly #begun = new Set<string>();
  #isPlanned = false;
  #timer: Timer | undefined;

  constructor(waiters: Waits, store: JournalStore) {
    this.#waiters = waiters;
    this.#store = store;
  }

  /** Looks at once whether there is what somebody has begun to wait for, and then again and again. */
  begin(sandbox: string): void {
    this.#begun.add(sandbox);
    this.#timer ??= setTimeout(() => void this.#turn(), POLL_MS);
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // Those who begin in the same moment ask together.
    onNextTurn(() => {
      this.#isPlanned = false;
      const sandboxes = [...this.#begun];
      this.#begun.clear();
      void this.#look(sandboxes);
    });
  }

  /** Looks no more. */
  end(): void {
    clearTimeout(this.#timer);
  }

  async #turn(): Promise<void> {
    await this.#look(this.#waiters.sandboxes);
    this.#timer = this.#waiters.isEmpty ? undefined : setTimeout(() => void this.#turn(), POLL_MS);
  }

  async #look(sandboxes: readonly string[]): Promise<void> {
    if (sandboxes.length === 0) return;
    try {
      const lasts = await this.#store.lasts(sandboxes);
      for (const [sandbox, last] of lasts) this.#waiters.notify(sandbox, last);
    } catch {
      // The store is away; the next look may find it back.
    }
  }
}

/** Entries wait for their batch, and then for the batch before it: with room to spare, three times as long as one takes. */
const BATCHES = 3;

/** After so many ms, what was measured counts for half. */
const HALF_MS = 1000;

/** Longest that is waited for, in ms. */
const MOST_MS = 5000;

/** Measures how long appending takes. */
export class AppendPace {
  #slowest = 0;
  #at = 0;

  /** Does some appending, and measures it. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.note(performance.now() - begun, performance.now());
    }
  }

  /** Notes that appending took so many ms. */
  note(ms: number, now: number): void {
    this.#slowest = Math.max(ms, this.#fadedAt(now));
    this.#at = now;
  }

  /** How long after its answer an entry has come for sure, in ms, whichever process has answered. */
  settleMs(now = performance.now()): number {
    return Math.min(MOST_MS, Math.max(SETTLE_MS, BATCH_MS + BATCHES * this.#fadedAt(now)));
  }

  #fadedAt(now: number): number {
    return this.#slowest * 0.5 ** ((now - this.#at) / HALF_MS);
  }
}
