/** What a store of journals must do: number the entries of each sandbox, and keep them within limits. */
import type { Entry } from './entry.js';
import type { MaskedEntry } from './masked-entry.js';

/** How much journals may keep. */
export interface JournalLimits {
  /** Entries of one sandbox; the oldest give way. */
  readonly entries: number;
  /** Bytes of one sandbox. */
  readonly bytes: number;
  /** Bytes of everything, in one process, or in a store that processes share. */
  readonly totalBytes: number;
}

/** How many journals are kept; those of sandboxes that nobody has written to give way, the one used longest ago first. */
export const MAX_JOURNALS = 10_000;

/** More gives way than has to, so that it need not be done with every entry. */
export const RETAINED = 7 / 8;

/** An entry that a store has. */
export interface StoredEntry {
  readonly sequence: number;
  readonly masked: MaskedEntry;
}

/** What a store has of the journal of a sandbox. */
export interface StoredJournal {
  /** Oldest first. */
  readonly entries: readonly StoredEntry[];
  /** The highest sequence that was given. */
  readonly last: number;
  /** How many entries gave way since it was last cleared. */
  readonly dropped: number;
}

/**
 * An entry waits for others, in a process on a store that processes share, until so many ms have passed since the last
 * batch; where there was none for long, it does not.
 */
export const BATCH_MS = 100;

/** How long an entry may be on its way into a store that processes share; until then, earlier ones may come. */
export const SETTLE_MS = 150;

/** What goes when a journal is cleared. */
export interface Clearing {
  /** The exchanges that were answered by then, or all that were received by then, whenever they are answered. */
  readonly what: 'answered' | 'received';
  /** By `journalNow`. */
  readonly at: number;
}

/** Keeps the journals of all sandboxes. */
export interface JournalStore {
  /** Whether its entries are those of this process alone: then everything is done at once. */
  readonly exclusive: boolean;
  /**
   * Appends entries. Those that came too late for the last `clear` are left out. A store of this process alone numbers them
   * in the order in which they come, one that processes share in the order in which they were answered, so that what a
   * client did one after the other has that order, whichever process answered. Where it fails, nobody knows whether they
   * were appended; the same entries may be given again then, and those that were appended are not appended twice.
   *
   * @param lost how many entries before these were lost on their way, by sandbox
   */
  append(entries: readonly Entry[], lost?: ReadonlyMap<string, number>): void | Promise<void>;
  /** The entries after a sequence, at most so many. */
  read(sandbox: string, after: number, limit?: number): StoredJournal | Promise<StoredJournal>;
  /** The highest sequence given in each of these sandboxes; none where it has nothing of one. */
  lasts(sandboxes: readonly string[]): ReadonlyMap<string, number> | Promise<ReadonlyMap<string, number>>;
  /** Clears the journal of a sandbox, which goes on counting. */
  clear(sandbox: string, clearing: Clearing): void | Promise<void>;
  close(): void | Promise<void>;
}
