/** The tables of a PostgreSQL store: made by whoever comes first, while the others wait. */
import type { Client } from 'pg';
import type { DatasetSpec } from '../dataset-spec.js';
import { version as release } from '../../../version.js';
import { type DatasetRow, isOtherData, otherData, rowFor, sameData, type WrittenCollection } from '../held-dataset.js';
import { refuseNewer } from '../newer-schema.js';
import { MIGRATIONS } from './migrations.js';
import { reshape } from './reshape.js';

/** Marks our locks; any number, as long as every release takes the same. */
export const LOCK = 0x556e_6472;

/** Whether the tables are there, and the version of their schema. */
async function schemaVersion(client: Client): Promise<number | undefined> {
  // Reading the catalogue as a table shows what was made since this connection last looked; to_regclass does not.
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'understudy_world' and pg_table_is_visible(oid)`,
  );
  if (rowCount === 0) return undefined;
  const { rows } = await client.query<{ schema_version: number }>('select schema_version from understudy_world');
  const version = rows[0]?.schema_version;
  if (version === undefined || version <= MIGRATIONS.length) return version;
  const { rows: made } = await client.query<{ release: unknown }>('select release from understudy_world');
  return refuseNewer(version, MIGRATIONS.length, made[0]?.release);
}

type Held = DatasetRow & { readonly dataset: number };

async function heldIn(client: Client): Promise<Held | undefined> {
  const { rows } = await client.query<Held>('select data_version, seed, sizes, shapes, dataset from understudy_world');
  return rows[0];
}

/** The number of the seeded data of a database that is ready for a server as it is. */
async function ready(client: Client, wanted: DatasetSpec): Promise<number | undefined> {
  if ((await schemaVersion(client)) !== MIGRATIONS.length) return undefined;
  const held = await heldIn(client);
  const row = held && sameData(held, wanted);
  const isReady = held !== undefined && row?.sizes === held.sizes && row.shapes === held.shapes;
  return isReady ? held.dataset : undefined;
}

/** The collections with records, to which nobody adds any before this transaction ends. */
async function writtenIn(client: Client): Promise<readonly WrittenCollection[]> {
  await client.query('lock table understudy_records in share mode');
  const { rows } = await client.query<WrittenCollection>(
    `select distinct collection, config = 'null' as "isByDefault"
     from understudy_sandboxes join understudy_records using (generation)`,
  );
  return rows;
}

/** The number that seeded data has in a database, and that of the data before; undefined where there was none. */
interface Settled {
  readonly dataset: number;
  readonly before: number | undefined;
}

/** Makes the database one for a server's seeded data. */
async function settle(client: Client, wanted: DatasetSpec): Promise<Settled> {
  const held = await heldIn(client);
  if (held === undefined) {
    const { data_version, seed, sizes, shapes } = rowFor(wanted);
    await client.query(
      `insert into understudy_world (schema_version, data_version, seed, sizes, shapes, release)
       values ($1, $2, $3, $4, $5, $6)`,
      [MIGRATIONS.length, data_version, seed, sizes, shapes, release],
    );
    return { dataset: 0, before: undefined };
  }
  const row = sameData(held, wanted) ?? otherData(held, wanted, await writtenIn(client));
  const { data_version, seed, sizes, shapes } = row;
  const isReshaped = await reshape(client, wanted, held);
  const dataset = held.dataset + Number(isReshaped || isOtherData(held, row));
  await client.query(
    `update understudy_world
     set schema_version = $1, data_version = $2, seed = $3, sizes = $4, shapes = $5, dataset = $6,
       release = case when schema_version = $1 then release else $7 end`,
    [MIGRATIONS.length, data_version, seed, sizes, shapes, dataset, release],
  );
  return { dataset, before: held.dataset };
}

/** What has changed for processes that may still run on a database; undefined for nothing. */
function changeOf({ dataset, before }: Settled, isMigrated: boolean): string | undefined {
  if (before === undefined) return undefined;
  if (dataset !== before) {
    return `the store holds other data, or records of another form, now that Understudy ${release} has started on it: processes that were started on it before answer 503 from now on; stop them, or start them again like this one`;
  }
  if (!isMigrated) return undefined;
  return `the tables of the store are now those of Understudy ${release}: processes of older releases that run on it go on, but cannot start again, and what they record of requests from now on may be left out`;
}

/**
 * Makes a database ready to hold the writes to seeded data, and answers the number that this data has in it.
 *
 * @param warn told, in a line, where processes that run on it cannot go on as they were
 */
export async function preparePostgres(
  client: Client,
  wanted: DatasetSpec,
  warn: (line: string) => void,
): Promise<number> {
  // A user who may only read and write the tables needs no more, once they are there.
  const early = await ready(client, wanted);
  if (early !== undefined) return early;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const version = (await schemaVersion(client)) ?? 0;
    for (const migration of MIGRATIONS.slice(version)) await client.query(migration);
    const settled = await settle(client, wanted);
    await client.query('commit');
    const change = changeOf(settled, version < MIGRATIONS.length);
    if (change !== undefined) warn(change);
    return settled.dataset;
  } catch (error) {
    // The connection is given up next, whatever state it is in.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
