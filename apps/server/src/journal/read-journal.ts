/** What is read of a journal. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { type EntryOutline, entryOf, outlineOf } from './entry-texts.js';
import type { KeptEntry } from './journal-store.js';

/** An entry that is made when somebody wants it, once. */
export interface ReadEntry {
  readonly sequence: number;
  /** What it is found by; takes little. */
  readonly outline: () => EntryOutline;
  readonly entry: () => JournalEntry;
  /** What stays of it to the last, and its signs, as JSON. */
  readonly facts: () => string;
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

/** An entry of a store, as it is read. */
export function readEntry({ sequence, texts }: KeptEntry): ReadEntry {
  let outline: EntryOutline | undefined;
  let entry: JournalEntry | undefined;
  return {
    sequence,
    outline: () => (outline ??= outlineOf(sequence, texts())),
    entry: () => (entry ??= entryOf(sequence, texts())),
    facts: () => texts().facts,
  };
}
