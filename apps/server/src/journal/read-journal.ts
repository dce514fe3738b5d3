/** What is read of a journal. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { KeptEntry } from './journal-store.js';
import { type DeliveryFacts, type EntryOutline, entryOf, type Facts, factsOf, outlineOf } from './masked-entry.js';

/** An entry that is made when somebody wants it, once. */
export interface ReadEntry {
  readonly sequence: number;
  /** What it is found by; takes little. */
  readonly outline: () => EntryOutline;
  readonly entry: () => JournalEntry;
  /** What conduct is judged by. */
  readonly facts: () => Facts;
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

/** The attempts at deliveries that were noted. */
export interface ReadDeliveries extends Pick<ReadJournal, 'incomplete'> {
  readonly entries: readonly DeliveryFacts[];
}

/** The requests among entries of a store, as they are read. */
export function readEntries(kept: readonly KeptEntry[]): ReadEntry[] {
  return kept.flatMap(({ sequence, masked }) => {
    if ('delivery' in masked) return [];
    let outline: EntryOutline | undefined;
    let entry: JournalEntry | undefined;
    return {
      sequence,
      outline: () => (outline ??= outlineOf(sequence, masked)),
      entry: () => (entry ??= entryOf(sequence, masked)),
      facts: () => factsOf(masked),
    };
  });
}

/** The attempts at deliveries among entries of a store. */
export const readDeliveries = (kept: readonly KeptEntry[]): DeliveryFacts[] =>
  kept.flatMap(({ masked }) => ('delivery' in masked ? masked.delivery : []));
