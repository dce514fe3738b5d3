/** Makes a database one for a server's seeded data, when the server starts on it: the same way on every engine. */
import { version as release } from '../../server/version.js';
import {
  type DatasetRow,
  type DatasetSpec,
  fitting,
  type OldRecord,
  isOtherData,
  type StoredCollection,
  otherData,
  reshaped,
  rowFor,
  sameData,
  type WrittenCollection,
} from './compatibility.js';
import { escapeKey, readKey } from './rows.js';

/** The tables of a database, in a transaction in which nobody else writes to them. */
export interface Tables {
  /** What stands before the names of the tables. */
  readonly prefix: string;
  /** Runs a statement, whose parameters are `$1` and so on, and answers its rows. */
  readonly query: (sql: string, values?: readonly unknown[]) => Promise<readonly object[]>;
}

/** The row of a database that says what it was made for, and the number that this data has in it. */
type WorldRow = DatasetRow & { readonly dataset: number };

/** What a database was made for; undefined where no server has started on it. */
export async function storedIn({ prefix, query }: Tables): Promise<WorldRow | undefined> {
  const rows = await query(`select data_version, seed, sizes, shapes, dataset from ${prefix}world`);
  // The columns are those of the row.
  return rows[0] as WorldRow | undefined;
}

/** Whether a row says what a server needs, so that nothing is to be written. */
export function isCurrent(held: DatasetRow, wanted: DatasetSpec): boolean {
  const row = sameData(held, wanted);
  return row?.sizes === held.sizes && row.shapes === held.shapes;
}

/** The collections with records. */
async function writtenIn({ prefix, query }: Tables): Promise<WrittenCollection[]> {
  const rows = await query(
    `select distinct collection, config = 'null' as by_default
     from ${prefix}sandboxes join ${prefix}records using (generation)`,
  );
  return (rows as { readonly collection: string; readonly by_default: unknown }[]).map((row) => ({
    collection: row.collection,
    isByDefault: Boolean(row.by_default),
  }));
}

/** Records that are read at once. */
const AT_ONCE = 500;

/** A record, and the state that it belongs to: a number, or the text of one that has 64 bits. */
type Row = OldRecord & { readonly generation: number | string };

/** Makes the records of a collection fit it, and answers whether any had to be changed. */
async function reshape({ prefix, query }: Tables, collection: StoredCollection): Promise<boolean> {
  const key = escapeKey(collection.name);
  let isChanged = false;
  let after: Pick<Row, 'generation' | 'id'> = { generation: -1, id: '' };
  for (;;) {
    const rows = (await query(
      `select generation, name as sandbox, id, value from ${prefix}sandboxes join ${prefix}records using (generation)
       where collection = $1 and (generation, id) > ($2, $3) order by generation, id limit ${AT_ONCE}`,
      [key, after.generation, after.id],
    )) as Row[];
    for (const row of rows) {
      const value = fitting(collection, { ...row, id: readKey(row.id) });
      if (value === undefined) continue;
      await query(`update ${prefix}records set value = $1 where generation = $2 and collection = $3 and id = $4`, [
        value,
        row.generation,
        key,
        row.id,
      ]);
      isChanged = true;
    }
    const last = rows.at(-1);
    if (last === undefined) return isChanged;
    after = last;
  }
}

/** The number that seeded data has in a database, and that of the data before; undefined where there was none. */
export interface StoredDataset {
  readonly dataset: number;
  readonly before: number | undefined;
}

/** Makes a database one for a server's seeded data, or refuses it. */
export async function settle(tables: Tables, wanted: DatasetSpec): Promise<StoredDataset> {
  const { prefix, query } = tables;
  const held = await storedIn(tables);
  if (held === undefined) {
    const { data_version, seed, sizes, shapes } = rowFor(wanted);
    await query(`insert into ${prefix}world (data_version, seed, sizes, shapes, release) values ($1, $2, $3, $4, $5)`, [
      data_version,
      seed,
      sizes,
      shapes,
      release,
    ]);
    return { dataset: 0, before: undefined };
  }
  if (isCurrent(held, wanted)) return { dataset: held.dataset, before: held.dataset };
  const row = sameData(held, wanted) ?? otherData(held, wanted, await writtenIn(tables));
  let isReshaped = false;
  for (const collection of reshaped(
    wanted.domains.flatMap(({ collections }) => collections),
    held.shapes,
  )) {
    isReshaped = (await reshape(tables, collection)) || isReshaped;
  }
  const dataset = held.dataset + Number(isReshaped || isOtherData(held, row));
  await query(`update ${prefix}world set data_version = $1, seed = $2, sizes = $3, shapes = $4, dataset = $5`, [
    row.data_version,
    row.seed,
    row.sizes,
    row.shapes,
    dataset,
  ]);
  return { dataset, before: held.dataset };
}
