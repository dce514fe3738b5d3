/** Makes the records in a SQLite file fit the collections of a server whose domains have changed. */
import type Database from 'libsql';
import type { DatasetSpec, KeptCollection } from '../dataset-spec.js';
import type { DatasetRow } from '../held-dataset.js';
import { fitting, type HeldRecord, reshaped } from '../held-shapes.js';
import { escapeKey, readKey } from '../rows.js';

/** Records that are read at once. */
const AT_ONCE = 500;

/** A record, and the state that it belongs to. */
type Row = HeldRecord & { readonly generation: number };

/** Makes the records of a collection fit it, and answers whether any had to be changed. */
function reshapeOne(db: Database.Database, collection: KeptCollection): boolean {
  const some = db.prepare(
    `select generation, name as sandbox, id, value from sandboxes join records using (generation)
     where collection = ? and (generation, id) > (?, ?) order by generation, id limit ${AT_ONCE}`,
  );
  const put = db.prepare('update records set value = ? where generation = ? and collection = ? and id = ?');
  const key = escapeKey(collection.name);
  let isChanged = false;
  let after: Pick<Row, 'generation' | 'id'> = { generation: -1, id: '' };
  for (;;) {
    const rows = some.all(key, after.generation, after.id) as Row[];
    for (const row of rows) {
      const value = fitting(collection, { ...row, id: readKey(row.id) });
      if (value === undefined) continue;
      put.run(value, row.generation, key, row.id);
      isChanged = true;
    }
    const last = rows.at(-1);
    if (last === undefined) return isChanged;
    after = last;
  }
}

/** Makes the records of changed collections fit them, and answers whether any had to be changed. */
export function reshape(db: Database.Database, { domains }: DatasetSpec, { shapes }: DatasetRow): boolean {
  const collections = domains.flatMap((domain) => domain.collections);
  return reshaped(collections, shapes)
    .map((collection) => reshapeOne(db, collection))
    .includes(true);
}
