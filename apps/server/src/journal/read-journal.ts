/** What is read of a journal. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import { type EntryOutline, entryOf, outlineOf } from './entry-texts.js';
import type { DeliveryFacts } from './delivery-text.js';
import type { Facts } from './facts-text.js';
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

const areTexts = (values: readonly unknown[]): boolean => values.every((value) => typeof value === 'string');

/** Whether the facts of a request are what everything that reads them needs. */
function isRequest(facts: Partial<Facts>): boolean {
  const { id, method, path, query, received_at: at, base_url: base, client, unknown, fault } = facts;
  return (
    areTexts([id, method, path, query, at, base, fault?.fault ?? '']) &&
    Number.isFinite(Date.parse(at ?? '')) &&
    URL.canParse(base ?? '') &&
    typeof client === 'object' &&
    Array.isArray(unknown)
  );
}

const isDelivery = ({ id, eventId, type, to }: Partial<DeliveryFacts>): boolean => areTexts([id, eventId, type, to]);

/** Tells of facts as a text whether they are what this release knows. */
const known =
  <Known>(check: (facts: Partial<Known>) => boolean) =>
  ({ facts }: ReadEntry): boolean => {
    try {
      return check(JSON.parse(facts()) as Partial<Known>);
    } catch {
      return false;
    }
  };

/** Whether an entry can be read: where processes share a journal, another release may have written it in another form. */
export const isReadable = { request: known(isRequest), delivery: known(isDelivery) };

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
