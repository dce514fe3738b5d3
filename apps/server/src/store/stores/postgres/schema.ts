/** The tables of a PostgreSQL store: made by whoever comes first, while the others wait. */
import type { Client } from 'pg';
import type { DatasetSpec } from '../compatibility.js';
import { storedIn, isCurrent, settle, type StoredDataset, type Tables } from '../settle.js';
import { version as release } from '../../../server/version.js';
import { fillTotal, tables } from '../../../journal/sql-statements.js';
import { refuseNewer } from '../store.js';
import { UNFINISHED } from '../../model/internal.js';

/** How far numbers are set aside that no journal has given yet; those of a second are not so many. */
const SET_ASIDE = 10_000;

/**
 * Makes what is not there. A row without a name, and the one total, show that nobody has emptied a table. A sequence
 * outlives a crash: no journal has ever given a higher number than its own. Numbers are what JavaScript has.
 */
export const JOURNAL_TABLES: readonly string[] = [
  `create sequence if not exists understudy_journal_numbers start ${SET_ASIDE} increment ${SET_ASIDE}`,
  ...tables({
    create: 'create unlogged table if not exists',
    name: 'text collate "C"',
    number: 'float8',
    changing: 'with (fillfactor = 50)',
    growing: '',
  }),
  // Compressing a text takes as long as all the rest of keeping it.
  'alter table understudy_journal_rows alter column value set storage external',
];

/** Whether the tables have what {@link filled} puts there. */
export const IS_WHOLE = `
(exists (select from understudy_journals where sandbox = '')
  and exists (select from understudy_journal_rows where sandbox = '')
  and exists (select from understudy_journal_total))`;

/** Empties the tables, but for what shows that they are whole. */
export const EMPTYING = 'truncate understudy_journals, understudy_journal_rows, understudy_journal_total';

/** Makes tables that are empty ready to hold journals, which count on from a number. */
export const filled = (base: string): readonly string[] => [
  `insert into understudy_journals (sandbox) values ('')`,
  `insert into understudy_journal_rows (sandbox, value) values ('', '')`,
  fillTotal(base),
];

/** Each entry leads from one version of the schema to the next. */
export const MIGRATIONS: string[] = [
  `create table understudy_world (
    schema_version integer not null default 0,
    data_version integer not null,
    seed text not null,
    sizes text not null,
    -- The shape of each collection's records, so that those of a changed domain are found.
    shapes text not null,
    -- Grows whenever a server takes the database over for other seeded data.
    dataset integer not null default 0,
    -- The release that changed the tables last, for those that do not know them to name.
    release text not null
  );
  create sequence understudy_generations;
  create table understudy_sandboxes (
    name text collate "C" primary key,
    position integer not null unique,
    generation bigint not null,
    revision bigint not null,
    config text not null,
    -- When it came into being and was used last, in ms.
    created bigint not null,
    used bigint not null
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
  create index understudy_records_unfinished on understudy_records (generation) where expires = ${UNFINISHED};
  -- What is counted beside the revisions, also of sandboxes that nobody has written to; how many keys there are in all
  -- would take long to count.
  create sequence understudy_uses;
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
  insert into understudy_tallied values (0);
  -- Tokens of the control API, which are of no sandbox.
  create table understudy_tokens (
    id text collate "C" primary key,
    hash text collate "C" not null unique,
    sandboxes text not null,
    created bigint not null,
    expires bigint not null
  );
  ${[...JOURNAL_TABLES, ...filled('0')].join(';\n')};`,
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
  const { rows } = await client.query<{ version: number; release: string }>(
    'select schema_version as version, release from understudy_world',
  );
  const [held] = rows;
  if (held === undefined || held.version <= MIGRATIONS.length) return held?.version;
  return refuseNewer(held.version, MIGRATIONS.length, held.release);
}

/** The tables of a database, as every engine is asked for them. */
const tablesOf = (client: Client): Tables => ({
  prefix: 'understudy_',
  query: async (sql, values = []) => (await client.query<Record<string, unknown>>(sql, [...values])).rows,
});

/** The number of the seeded data of a database that is ready for a server as it is. */
async function ready(client: Client, wanted: DatasetSpec): Promise<number | undefined> {
  if ((await schemaVersion(client)) !== MIGRATIONS.length) return undefined;
  const held = await storedIn(tablesOf(client));
  return held !== undefined && isCurrent(held, wanted) ? held.dataset : undefined;
}

/** What has changed for processes that may still run on a database; undefined for nothing. */
function changeOf({ dataset, before }: StoredDataset, isMigrated: boolean): string | undefined {
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
    // What is written meanwhile could be of the form before.
    await client.query('lock table understudy_records in share row exclusive mode');
    const settled = await settle(tablesOf(client), wanted);
    const made = [MIGRATIONS.length, release];
    await client.query(
      'update understudy_world set schema_version = $1, release = $2 where schema_version <> $1',
      made,
    );
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
