/** The tables of a PostgreSQL store: made by whoever comes first, while the others wait. */
import type { Client } from 'pg';
import { UNFINISHED } from '../../model/stored-record.js';
import { checkSchema, checkWorld, type HeldWorld, sizesText, type WorldRow } from '../held-world.js';

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
];

/** Marks our locks; any number, as long as every release takes the same. */
export const LOCK = 0x556e_6472;

type Held = WorldRow & { readonly schema_version: number };

async function held(client: Client): Promise<Held | undefined> {
  // Reading the catalogue as a table shows what was made since this connection last looked; to_regclass does not.
  const { rowCount } = await client.query(
    `select from pg_class where relname = 'understudy_world' and pg_table_is_visible(oid)`,
  );
  if (rowCount === 0) return undefined;
  const { rows: worlds } = await client.query<Held>(
    'select schema_version, data_version, seed, sizes from understudy_world',
  );
  return worlds[0];
}

function check(found: Held, world: HeldWorld): boolean {
  checkSchema(found.schema_version, MIGRATIONS.length);
  checkWorld(found, world);
  return found.schema_version === MIGRATIONS.length;
}

/** Makes a database ready to hold the writes to a world. */
export async function preparePostgres(client: Client, world: HeldWorld): Promise<void> {
  const early = await held(client);
  // A user who may only read and write the tables needs no more, once they are there.
  if (early !== undefined && check(early, world)) return;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const found = await held(client);
    if (found !== undefined) check(found, world);
    for (const migration of MIGRATIONS.slice(found?.schema_version ?? 0)) await client.query(migration);
    if (found === undefined) {
      const values = [MIGRATIONS.length, world.dataVersion, world.seed, sizesText(world.sizes)];
      await client.query('insert into understudy_world values ($1, $2, $3, $4)', values);
    } else await client.query('update understudy_world set schema_version = $1', [MIGRATIONS.length]);
    await client.query('commit');
  } catch (error) {
    // The connection is given up next, whatever state it is in.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
