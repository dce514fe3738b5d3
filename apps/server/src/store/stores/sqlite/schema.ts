/** The tables of a SQLite store: makes them, and refuses a file that is not one of ours. */
import type Database from 'libsql';
import type { DatasetSpec } from '../compatibility.js';
import { settle } from '../settle.js';
import { version as release } from '../../../server/version.js';
import { lineOf, refuseNewer, StoreRefused } from '../store.js';
import { Statements, whileBusy } from './connection.js';
import { UNFINISHED } from '../../model/internal.js';

/** Each entry leads from one version of the schema to the next. */
export const MIGRATIONS: string[] = [
  `create table world (
    data_version integer not null,
    seed text not null,
    sizes text not null,
    -- The shape of each collection's records, so that those of a changed domain are found.
    shapes text not null,
    -- Grows whenever a server takes the database over for other seeded data.
    dataset integer not null default 0,
    -- The release that changed the tables last, for those that do not know them to name.
    release text not null,
    generations integer not null default 0,
    tallies integer not null default 0
  ) strict;
  create table sandboxes (
    name text primary key,
    position integer not null unique,
    generation integer not null unique,
    revision integer not null,
    config text not null,
    -- When it came into being and was used last, in ms.
    created integer not null,
    used integer not null
  ) strict, without rowid;
  create table records (
    generation integer not null,
    collection text not null,
    id text not null,
    revision integer not null,
    value text not null,
    place integer,
    expires integer,
    primary key (generation, collection, id)
  ) strict, without rowid;
  create index records_by_revision on records (generation, revision);
  create index records_unfinished on records (generation) where expires = ${UNFINISHED};
  -- What is counted beside the revisions, also of sandboxes that nobody has written to; how many keys there are in all
  -- would take long to count.
  create table tallies (
    sandbox text not null,
    key text not null,
    used integer not null,
    value text not null,
    primary key (sandbox, key)
  ) strict, without rowid;
  create unique index tallies_by_use on tallies (used);
  create index tallies_by_use_in_sandbox on tallies (sandbox, used);
  -- Tokens of the control API, which are of no sandbox.
  create table tokens (
    id text primary key,
    hash text not null unique,
    sandboxes text not null,
    created integer not null,
    expires integer not null
  ) strict, without rowid;`,
];

/** Marks a file as ours: "Undr". */
const APPLICATION = 0x556e_6472;

/** Others who start on the same file are done well before this many ms have passed. */
const PATIENCE_MS = 5000;

function checkFile(sql: Statements): void {
  const isEmpty = sql.value('select count(*) from sqlite_master') === 0;
  if (!isEmpty && sql.value('pragma application_id') !== APPLICATION) {
    throw new StoreRefused('store', 'the file is a database of another program; name another file');
  }
  const version = sql.value('pragma user_version');
  if (version > MIGRATIONS.length) {
    refuseNewer(version, MIGRATIONS.length, sql.value<string>('select release from world'));
  }
  const verdict = sql.value<string>('pragma quick_check(1)');
  if (verdict !== 'ok') throw new StoreRefused('store', `the file is damaged (${lineOf(verdict)})`);
}

function migrate(db: Database.Database, sql: Statements): void {
  const version = sql.value('pragma user_version');
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
  if (version === MIGRATIONS.length) return;
  sql.change('update world set release = $1', release);
  db.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${MIGRATIONS.length}`);
}

async function prepareOnce(db: Database.Database, wanted: DatasetSpec): Promise<number> {
  let dataset: number;
  const sql = new Statements(db);
  db.exec('begin immediate');
  try {
    checkFile(sql);
    migrate(db, sql);
    ({ dataset } = await settle({ prefix: '', query: async (text, values) => sql.rows(text, values) }, wanted));
    // A file that may only be read lets a transaction for writing begin; only a write shows it.
    db.exec('savepoint trial; update world set generations = generations; rollback to trial; release trial');
    db.exec('commit');
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
  // With `full`, an acknowledged write has reached the disk: it outlives the machine, not just the process.
  db.exec('pragma journal_mode = wal; pragma synchronous = full');
  // In pages: writes go all over the tables, and a page that is written often goes from the log to the file only once.
  db.exec('pragma wal_autocheckpoint = 4000');
  return dataset;
}

/** Makes a database ready to hold the writes to seeded data, and answers the number that this data has in it. */
export function prepareSqlite(db: Database.Database, wanted: DatasetSpec): Promise<number> {
  // Changing the journal does not wait for others by itself.
  return whileBusy(PATIENCE_MS, 20, () => prepareOnce(db, wanted));
}
