/** Reads the latest entries of a journal. */
import type { JournalEntry } from '../../generated/types.js';
import type { JournalPart, JournalSource } from './journal-source.js';

/** Most entries that are read. */
export const LATEST = 500;

const PAGE = 50;

/** The end of a journal. */
export interface LatestEntries {
  /** Oldest first. */
  readonly entries: readonly JournalEntry[];
  readonly meta: JournalPart['meta'];
}

/** The latest entries of a journal, and what it says of itself. */
export async function latestEntries(source: JournalSource): Promise<LatestEntries> {
  const { meta } = await source.read({ since: Number.MAX_SAFE_INTEGER, per_page: 1 });
  const entries: JournalEntry[] = [];
  let since = Math.max(0, meta.last - LATEST);
  for (;;) {
    const { data } = await source.read({ since, per_page: PAGE });
    entries.push(...data);
    since = data.at(-1)?.sequence ?? since;
    if (data.length < PAGE) return { entries, meta };
  }
}
