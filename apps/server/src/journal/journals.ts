/** The request journals of a server: records what was answered, and tells those who wait for it. */
import type { JournalEntry } from '@understudy/contract';
import { entryOf } from './entry-texts.js';
import type { Exchange } from './exchange.js';
import type { JournalStore, KeptEntry, PendingEntry } from './journal-store.js';
import { RecordedExchange } from './recorded-exchange.js';
import { type Waiting, Waits } from './waits.js';

/** An entry that is made when somebody wants it. */
export interface ReadEntry {
  readonly sequence: number;
  entry(): JournalEntry;
}

/** What was read of the journal of a sandbox. */
export interface ReadJournal {
  /** Oldest first. */
  readonly entries: readonly ReadEntry[];
  /** The highest sequence that was given. */
  readonly last: number;
  /** How many entries gave way since it was last cleared. */
  readonly dropped: number;
  /** Whether it is not whole. */
  readonly incomplete: boolean;
}

const readEntry = ({ sequence, texts }: KeptEntry): ReadEntry => ({
  sequence,
  entry: () => entryOf(sequence, texts()),
});

/** The journals of one server. */
export class Journals {
  readonly #store: JournalStore;
  readonly #waits = new Waits();

  readonly #isOn: boolean;

  /** @param isOn whether anything is recorded */
  constructor(store: JournalStore, isOn = true) {
    this.#store = store;
    this.#isOn = isOn;
  }

  /**
   * Notes an exchange.
   *
   * @param generation of the sandbox; the journals of those that nobody has written to (0) give way to others
   */
  record(sandbox: string, generation: number, exchange: Exchange): void {
    this.add(new RecordedExchange(exchange, { sandbox, isMinor: generation === 0 }));
  }

  /** The same for one that is an entry already. */
  add(entry: PendingEntry): void {
    if (!this.#isOn) return;
    void this.#store.append([entry]);
    if (!this.#waits.isEmpty) this.#waits.notify(entry.sandbox);
  }

  /** What there is after a sequence. */
  async read(sandbox: string, after = 0): Promise<ReadJournal> {
    const { entries, last, dropped } = await this.#store.read(sandbox, after);
    return { entries: entries.map(readEntry), last, dropped, incomplete: dropped > 0 };
  }

  /** Drops all entries, of every process. */
  async clear(sandbox: string): Promise<void> {
    await this.#store.clear(sandbox, 'ended');
  }

  /** The same where a sandbox begins anew, or is forgotten: what is still under way is left out as well. */
  async begin(sandbox: string): Promise<void> {
    await this.#store.clear(sandbox, 'received');
  }

  /** Ends once there is an entry after a sequence, or after so many ms, and throws where the signal is aborted. */
  async changed(sandbox: string, after: number, how: Waiting): Promise<void> {
    const lasts = await this.#store.lasts([sandbox]);
    how.signal.throwIfAborted();
    if ((lasts.get(sandbox) ?? 0) <= after) await this.#waits.until(sandbox, after, how);
  }

  /** Writes what was recorded. */
  async flush(): Promise<void> {}

  /** Ends all waits, and writes what was recorded. */
  async close(): Promise<void> {
    this.#waits.end();
    await this.flush();
    await this.#store.close();
  }
}
