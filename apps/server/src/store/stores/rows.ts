/** Records and counts as texts and numbers that a database keeps, and back. */
import { type Mark, type StoredRecord, textOf, valueOf } from '../model/internal.js';
import { z } from 'zod';
import { type CountStep, NO_TALLY, type Tally, type TallyEntry } from '../../faults/action.js';

/** A record as the columns of a row. */
export interface RecordRow {
  readonly collection: string;
  readonly id: string;
  /** JSON; null takes the record away. */
  readonly value: string | null;
  /** Its position among the records created in its collection; the column is called so in every file and database. */
  readonly place: number | null;
  readonly expires: number | null;
}

/** A sandbox as the columns of its row. */
export interface SandboxRow extends Mark {
  /** JSON. */
  readonly config: string;
}

/** The mark of a sandbox that nobody has written to or configured. */
export function blankMark({ generation, revision, config }: SandboxRow): Mark | 'conflict' {
  return revision === 0 && config === 'null' ? { generation, revision } : 'conflict';
}

/** Whatever is not plain in a key is escaped as in JSON: databases take no NUL and no half of a surrogate pair. */
export function escapeKey(text: string): string {
  return /^[ !#-[\]-~]*$/.test(text) ? text : JSON.stringify(text).slice(1, -1);
}

/** A key as it was before it was escaped. */
export function readKey(text: string): string {
  return text.includes('\\') ? String(JSON.parse(`"${text}"`)) : text;
}

/** The position that a record has after one more form of it. */
function positionAfter(order: number | null, before: RecordRow | undefined): number | null {
  return order ?? (before === undefined || before.value === null ? null : before.place);
}

/** The rows of a write: the last form of each record. */
export function toRows(records: readonly StoredRecord[]): RecordRow[] {
  const rows = new Map<string, RecordRow>();
  for (const { collection, id, value, order, expires } of records) {
    const keys = { collection: escapeKey(collection), id: escapeKey(id) };
    const key = `${keys.collection}/${keys.id}`;
    const place = positionAfter(order, rows.get(key));
    rows.set(key, { ...keys, value: value === null ? null : textOf(value), place, expires });
  }
  return [...rows.values()];
}

/** The record of a row. */
export function fromRow({ collection, id, value, place, expires }: RecordRow): StoredRecord {
  return {
    collection: readKey(collection),
    id: readKey(id),
    value: value === null ? null : valueOf(value),
    order: place,
    expires,
  };
}

const count = z.int().min(0);
const tallyRow: z.ZodType<Tally> = z.object({ matched: count, struck: count, since: z.int().nullable(), used: count });

/** The JSON text of a count. */
export function tallyText({ matched, struck, since, used }: Tally): string {
  return JSON.stringify({ matched, struck, since, used });
}

/** The count of a text; undefined where there is none, or it is damaged. */
export function readTally(text: string | undefined): Tally | undefined {
  if (text === undefined) return undefined;
  try {
    return tallyRow.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Runs a step on what is held under some keys; answers the counts to keep, each key once, and what it has decided. */
export function counted<Result>(
  keys: readonly string[],
  step: CountStep<Result>,
  held: (key: string) => Tally | undefined,
): { readonly entries: readonly TallyEntry[]; readonly result: Result } {
  const { tallies, result } = step(keys.map((key) => held(key) ?? NO_TALLY));
  const entries = new Map<string, Tally>();
  for (const [i, key] of keys.entries()) {
    const tally = tallies[i];
    if (tally === undefined) throw new Error('a step must answer a count for each key');
    // The key that is named last was used last.
    entries.delete(key);
    entries.set(key, tally);
  }
  return { entries: [...entries], result };
}
