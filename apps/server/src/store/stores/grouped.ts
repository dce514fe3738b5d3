/** A batch of entries by sandbox. */
import type { Pending } from '../../journal/journal-store.js';

/** What a batch has for one sandbox. */
export interface Group {
  readonly entries: Pending[];
  /** How many entries before these were lost. */
  readonly lost: number;
}

/** The entries of each sandbox, in their order; sandboxes in the order of their names. */
export function grouped(entries: readonly Pending[], lost: ReadonlyMap<string, number>): [string, Group][] {
  const groups = new Map<string, Group>(
    Array.from(lost, ([sandbox, count]) => [sandbox, { entries: [], lost: count }]),
  );
  for (const entry of entries) {
    const group = groups.get(entry.sandbox);
    if (group === undefined) groups.set(entry.sandbox, { entries: [entry], lost: 0 });
    else group.entries.push(entry);
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
