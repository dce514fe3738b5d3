/** Makes the records in a PostgreSQL database fit the collections of a server whose domains have changed. */
import type { Client } from 'pg';
import type { DatasetSpec, KeptCollection } from '../dataset-spec.js';
import type { DatasetRow } from '../held-dataset.js';
import { fitting, type HeldRecord, reshaped } from '../held-shapes.js';
import { escapeKey, readKey } from '../rows.js';

/** Records that are read at once. */
const AT_ONCE = 500;

/** A record, and the state that it belongs to; a number of 64 bits comes as text. */
type Row = HeldRecord & { readonly generation: string };

/** Makes the records of a collection fit it, and answers whether any had to be changed. */
async function reshapeOne(client: Client, collection: KeptCollection): Promise<boolean> {
  const key = escapeKey(collection.name);
  let isChanged = false;
  let after: Pick<Row, 'generation' | 'id'> = { generation: '-1', id: '' };
  for (;;) {
    const { rows } = await client.query<Row>(
      `select generation, name as sandbox, id, value from understudy_sandboxes join understudy_records using (generation)
       where collection = $1 and (generation, id) > ($2, $3) order by generation, id limit ${AT_ONCE}`,
      [key, after.generation, after.id],
    );
    for (const row of rows) {
      const value = fitting(collection, { ...row, id: readKey(row.id) });
      if (value === undefined) continue;
      await client.query(
        'update understudy_records set value = $1 where generation = $2 and collection = $3 and id = $4',
        [value, row.generation, key, row.id],
      );
      isChanged = true;
    }
    const last = rows.at(-1);
    if (last === undefined) return isChanged;
    after = last;
  }
}

/** Makes the records of changed collections fit them, while nobody adds any, and answers whether any had to be changed. */
export async function reshape(client: Client, { domains }: DatasetSpec, { shapes }: DatasetRow): Promise<boolean> {
  const changed = reshaped(
    domains.flatMap((domain) => domain.collections),
    shapes,
  );
  if (changed.length === 0) return false;
  await client.query('lock table understudy_records in share row exclusive mode');
  let isChanged = false;
  for (const collection of changed) isChanged = (await reshapeOne(client, collection)) || isChanged;
  return isChanged;
}
