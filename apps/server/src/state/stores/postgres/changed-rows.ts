/** The rows that PostgreSQL answers to one question about many sandboxes, sorted by sandbox and read one by one. */
import type { Changes } from '../store.js';
import { fromRow, type RecordRow } from '../rows.js';

/** What all rows say: which sandbox they belong to, and since which revision it was asked. */
interface Asked {
  readonly name: string;
  readonly since: number;
}

/** The one row of a sandbox that is no record. */
interface HeadRow extends Asked {
  readonly collection: null;
  readonly generation: number;
  readonly revision: number;
  readonly config: string;
  /** Bytes of the records that changed. */
  readonly bytes: number;
  /** Whether they were read: not where they, or those asked for before, are too many bytes. */
  readonly is_read: boolean;
}

/** A row as it comes. */
export type ChangedRow = HeadRow | (Asked & RecordRow);

/** What was found of one sandbox. */
export interface Found {
  readonly head: HeadRow;
  readonly records: RecordRow[];
}

/** Names what was found of a sandbox since a revision. */
export const foundKey = ({ name, since }: Asked): string => `${name} ${since}`;

/** What was found by sandbox; the rows of two questions about the same one come mixed, and differ in what they ask since. */
export function foundIn(rows: readonly ChangedRow[]): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const row of rows) if (row.collection === null) found.set(foundKey(row), { head: row, records: [] });
  for (const row of rows) if (row.collection !== null) found.get(foundKey(row))?.records.push(row);
  return found;
}

/** What changed in a sandbox; throws where what is stored of it is damaged. */
export function changesOf({ head: { generation, revision, config }, records }: Found): Changes {
  return { mark: { generation, revision }, config: JSON.parse(config), records: records.map(fromRow) };
}
