/** The tables of a PostgreSQL store: made by whoever comes first, while the others wait. */
import type { Client } from 'pg';
import { UNFINISHED } from '../../model/stored-record.js';
import type { DatasetSpec } from '../dataset-spec.js';
import {
  checkSchema,
  type DatasetRow,
  isOtherData,
  otherData,
  rowFor,
  sameData,
  type WrittenCollection,
} from '../held-dataset.js';
import { reshape } from './reshape.js';

/** Each entry leads from one version of the schema to the next. */
const MIGRATIONS = [
  `create table understudy_world (
    schema_version integer not null,
    data_version integer not null,
    seed text not null,
    sizes text not null
  );
  create sequence understudy_generations;
  create table understudy_sandboxes (
    name text collate "C" primary key,
    position integer not null unique,
    generation bigint not null,
    revision bigint not null,
    config text not null
  ) with (fillfactor = 50);
  create table understudy_records (
    generation bigint not null,
    collection text collate "C" not null,
    id text collate "C" not null,
    revision bigint not null,
    value text not null,
    place integer,
    expires bigint,
    primary key (generation, collection, id)
  );
  create index understudy_records_by_revision on understudy_records (generation, revision);
  create index understudy_records_unfinished on understudy_records (generation) where expires = ${UNFINISHED};`,
  // The body of an event was repeated in each of its deliveries, and those that were over were kept.
  `delete from understudy_records where collection = 'webhook_deliveries' and expires <> ${UNFINISHED};
  insert into understudy_records (generation, collection, id, revision, value, expires)
    select generation, 'webhook_events', value::json ->> 'event_id', max(revision),
      json_build_object('id', value::json ->> 'event_id', 'body', min(value::json ->> 'body'),
        'registrations', json_agg(value::json ->> 'registration_id'))::text,
      ${UNFINISHED}
    from understudy_records where collection = 'webhook_deliveries' group by generation, value::json ->> 'event_id';
  update understudy_records
    set value = ((value::jsonb - 'body' - 'ended_at') || '{"depth": 1}'::jsonb)::text
    where collection = 'webhook_deliveries';`,
  // Reading used to bring sandboxes into being; those that nobody wrote to counted against the limit.
  `delete from understudy_sandboxes where revision = 0 and config = 'null' and name <> 'default';`,
  // Grows whenever a server takes the database over for other seeded data.
  `alter table understudy_world add column dataset integer not null default 0;`,
  // The shape of each collection's records, so that those of a changed domain are found.
  `alter table understudy_world add column shapes text not null default '{}';`,
  // What is counted beside the revisions, also of sandboxes that nobody has written to; how many keys there are in all
  // would take long to count.
  `create sequence understudy_uses;
  create table understudy_tallies (
    sandbox text collate "C" not null,
    key text collate "C" not null,
    used bigint not null,
    value text not null,
    primary key (sandbox, key)
  ) with (fillfactor = 70);
  create index understudy_tallies_by_use on understudy_tallies (used);
  create index understudy_tallies_by_use_in_sandbox on understudy_tallies (sandbox, used);
  create table understudy_tallied (keys integer not null) with (fillfactor = 10);
  insert into understudy_tallied values (0);`,
];

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
  if (version !== undefined) checkSchema(version, MIGRATIONS.length);
  return version;
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

/** Makes the database one for a server's seeded data, and answers the number that this data has in it. */
async function settle(client: Client, wanted: DatasetSpec): Promise<number> {
  const held = await heldIn(client);
  if (held === undefined) {
    const { data_version, seed, sizes, shapes } = rowFor(wanted);
    const values = [MIGRATIONS.length, data_version, seed, sizes, shapes];
    await client.query(
      'insert into understudy_world (schema_version, data_version, seed, sizes, shapes) values ($1, $2, $3, $4, $5)',
      values,
    );
    return 0;
  }
  const row = sameData(held, wanted) ?? otherData(held, wanted, await writtenIn(client));
  const { data_version, seed, sizes, shapes } = row;
  const isReshaped = await reshape(client, wanted, held);
  const dataset = held.dataset + Number(isReshaped || isOtherData(held, row));
  await client.query(
    `update understudy_world
     set schema_version = $1, data_version = $2, seed = $3, sizes = $4, shapes = $5, dataset = $6`,
    [MIGRATIONS.length, data_version, seed, sizes, shapes, dataset],
  );
  return dataset;
}

/** Makes a database ready to hold the writes to seeded data, and answers the number that this data has in it. */
export async function preparePostgres(client: Client, wanted: DatasetSpec): Promise<number> {
  // A user who may only read and write the tables needs no more, once they are there.
  const early = await ready(client, wanted);
  if (early !== undefined) return early;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const version = (await schemaVersion(client)) ?? 0;
    for (const migration of MIGRATIONS.slice(version)) await client.query(migration);
    const dataset = await settle(client, wanted);
    await client.query('commit');
    return dataset;
  } catch (error) {
    // The connection is given up next, whatever state it is in.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
