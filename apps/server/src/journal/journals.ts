/** The request journals of a server: reads them, clears them, and tells those who wait for an entry. */
import type { JournalEntry } from '@understudy/contract';
import type { Journal } from './journal.js';

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
  /** How many entries the journal no longer has. */
  readonly dropped: number;
  /** Whether one of them has been missing since it was last cleared. */
  readonly incomplete: boolean;
}

/** Until when somebody waits. */
interface Waiting {
  /** At most so long. */
  readonly ms: number;
  /** Aborted when nobody wants to know any more. */
  readonly signal: AbortSignal;
}

/** The journals of one server. */
export class Journals {
  readonly #open: (sandbox: string) => Promise<{ readonly journal: Journal }>;

  constructor(open: (sandbox: string) => Promise<{ readonly journal: Journal }>) {
    this.#open = open;
  }

  /** What there is after a sequence. */
  async read(sandbox: string, after = 0): Promise<ReadJournal> {
    const { journal } = await this.#open(sandbox);
    const entries = journal.entries().filter(({ sequence }) => sequence > after);
    return {
      entries: entries.map((entry) => ({ sequence: entry.sequence, entry: () => entry })),
      last: journal.last,
      dropped: journal.dropped,
      incomplete: journal.incomplete,
    };
  }

  /** Drops all entries. */
  async clear(sandbox: string): Promise<void> {
    (await this.#open(sandbox)).journal.clear();
  }

  /** Ends once there is an entry after a sequence, or after so many ms, and throws where the signal is aborted. */
  async changed(sandbox: string, after: number, { ms, signal }: Waiting): Promise<void> {
    const { journal } = await this.#open(sandbox);
    signal.throwIfAborted();
    if (journal.last > after) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        journal.waits.delete(end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      signal.addEventListener('abort', end, { once: true });
      journal.waits.add(end);
    });
    signal.throwIfAborted();
  }
}
