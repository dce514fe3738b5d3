/** Reads the journal of a sandbox whole. */
import type { Journals } from '../journal/journals.js';
import type { SeenRequest } from './observed.js';

/** A journal. */
export interface WholeJournal {
  readonly requests: readonly SeenRequest[];
  readonly isIncomplete: boolean;
}

/** Without headers and bodies, of which no report shows any. */
function seen(entry: SeenRequest): SeenRequest {
  const { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended } = entry;
  return { sequence, received_at, duration_ms, operation, method, path, query, status, fault, ended };
}

/** Reads the journal of a sandbox whole: once, and not by the pages of a list, of which each reads it anew. */
export async function readJournal(journals: Pick<Journals, 'read'>, name: string): Promise<WholeJournal> {
  const { entries, incomplete } = await journals.read(name);
  return { requests: entries.map(({ entry }) => seen(entry())), isIncomplete: incomplete };
}
