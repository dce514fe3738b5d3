/** The tables and statements of a SQLite store: makes them, and refuses a file that is not one of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';
import type { DatasetSpec } from '../compatibility.js';
import { settle, type Tables } from '../settle.js';
import { version as release } from '../../../server/version.js';
import { type Counting, lineOf, type ListedSandbox, refuseNewer, StoreRefused } from '../store.js';
import { isBusy } from './connection.js';
import type { RecordRow, SandboxRow } from '../rows.js';
import { type Counts, type Mark, UNFINISHED } from '../../model/internal.js';
import { DEFAULT_SANDBOX } from '../../../kit/sandbox-address.js';

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

/** The one value that a statement gives. */
function valueOf(db: Database.Database, sql: string): unknown {
  // In raw mode a row is the list of its values.
  const [value] = db.prepare(sql).raw().get() as readonly unknown[];
  return value;
}

function checkFile(db: Database.Database): void {
  const isEmpty = valueOf(db, 'select count(*) from sqlite_master') === 0;
  if (!isEmpty && valueOf(db, 'pragma application_id') !== APPLICATION) {
    throw new StoreRefused('store', 'the file is a database of another program; name another file');
  }
  const version = Number(valueOf(db, 'pragma user_version'));
  if (version > MIGRATIONS.length) {
    refuseNewer(version, MIGRATIONS.length, String(valueOf(db, 'select release from world')));
  }
  const verdict = valueOf(db, 'pragma quick_check(1)');
  if (verdict !== 'ok') throw new StoreRefused('store', `the file is damaged (${lineOf(verdict)})`);
}

function migrate(db: Database.Database): void {
  const version = Number(valueOf(db, 'pragma user_version'));
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
  if (version === MIGRATIONS.length) return;
  db.prepare('update world set release = ?').run(release);
  db.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${MIGRATIONS.length}`);
}

/** The tables of a file, as every engine is asked for them. */
function tablesOf(db: Database.Database): Tables {
  return {
    prefix: '',
    query: async (sql, values = []) => {
      const statement = db.prepare(sql.replaceAll('$', '?'));
      if (/^\s*select/.test(sql)) return statement.all(...values) as object[];
      statement.run(...values);
      return [];
    },
  };
}

async function prepareOnce(db: Database.Database, wanted: DatasetSpec): Promise<number> {
  let dataset: number;
  db.exec('begin immediate');
  try {
    checkFile(db);
    migrate(db);
    ({ dataset } = await settle(tablesOf(db), wanted));
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
export async function prepareSqlite(db: Database.Database, wanted: DatasetSpec): Promise<number> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await prepareOnce(db, wanted);
    } catch (error) {
      // Changing the journal does not wait for others by itself.
      if (!isBusy(error) || performance.now() > until) throw error;
      await sleep(20);
    }
  }
}

/** A sandbox in the list of all. */
interface ListRow {
  readonly name: string;
  readonly position: number;
  readonly configured: number;
  readonly blank: number;
  readonly created: number;
  readonly used: number;
}

/** Prepares the statements; each gives what its columns say. */
export function sqliteStatements(db: Database.Database) {
  const version = db.prepare('pragma data_version').raw();
  const dataset = db.prepare('select dataset from world').raw();
  const find = db.prepare('select generation, revision, config from sandboxes where name = ?');
  const changed = db.prepare(
    `select collection, id, value, place, expires from records where generation = ? and revision > ?
     order by place, collection, id`,
  );
  // Of a text, this reads the length alone.
  const bytes = db
    .prepare('select coalesce(sum(octet_length(value)), 0) from records where generation = ? and revision > ?')
    .raw();
  const some = db.prepare(
    `select collection, id, value, place, expires from records
     where generation = ? and collection in (select value from json_each(?)) order by place, collection, id`,
  );
  const alive = db
    .prepare(
      `select count(*), coalesce(sum(octet_length(value)), 0) from records
       where generation = ? and (expires is null or expires > ?) and collection not in (select value from json_each(?))`,
    )
    .raw();
  const list = db.prepare(
    `select name, position, config <> 'null' as configured, revision = 0 and config = 'null' as blank, created, used
     from sandboxes order by position`,
  );
  const unfinished = db.prepare(
    `select name from sandboxes s where name > ? and exists (
       select 1 from records r where r.generation = s.generation and r.expires = ${UNFINISHED}
     ) order by name limit ?`,
  );
  const count = db.prepare('select count(*) from sandboxes').raw();
  const add = db.prepare(
    `insert into sandboxes (name, position, generation, revision, config, created, used)
     select ?1, coalesce(max(position) + 1, 0), ?2, 0, 'null', ?3, ?3 from sandboxes`,
  );
  const remove = db.prepare('delete from sandboxes where name = ?');
  const move = db.prepare(
    'update sandboxes set generation = ?, revision = ?, config = coalesce(?, config), used = ? where name = ?',
  );
  const advance = db.prepare(
    'update sandboxes set revision = ?, used = ? where name = ? and generation = ? and revision = ?',
  );
  const used = db.prepare('update sandboxes set used = ? where name in (select value from json_each(?))');
  const idle = db
    .prepare(
      `select name from (
         select name, used, case when config = 'null' then ?1 else config ->> '$.ttl_seconds' end * 1000 as life
         from sandboxes where name <> '${DEFAULT_SANDBOX}'
       ) where used + life + min(life / 10, 60000) < ?2 limit ?3`,
    )
    .raw();
  const nextGeneration = db.prepare('update world set generations = generations + 1 returning generations').raw();
  const clear = db.prepare('delete from records where generation = ?');
  const put = db.prepare(
    `insert into records (generation, collection, id, revision, value, place, expires) values (?, ?, ?, ?, ?, ?, ?)
     on conflict do update set
       revision = excluded.revision, value = excluded.value, expires = excluded.expires,
       place = coalesce(excluded.place, place)`,
  );
  const take = db.prepare('delete from records where generation = ? and collection = ? and id = ?');

  return {
    /** Another number once another connection has written. */
    version: () => (version.get() as [number])[0],
    /** The number of the seeded data that the file is for. */
    dataset: () => (dataset.get() as [number])[0],
    find: (name: string) => find.get(name) as SandboxRow | undefined,
    changed: (generation: number, since: number) => changed.all(generation, since) as RecordRow[],
    /** Bytes of the records that changed since a revision. */
    bytes: (generation: number, since: number) => (bytes.get(generation, since) as [number])[0],
    /** The records of some collections. */
    some: (generation: number, collections: readonly string[]) =>
      some.all(generation, JSON.stringify(collections)) as RecordRow[],
    alive: ({ generation, now, without }: Counting): Counts => {
      const [records, total] = alive.get(generation, now, JSON.stringify(without)) as [number, number];
      return { changed: records, bytes: total };
    },
    list: (): ListedSandbox[] =>
      (list.all() as ListRow[]).map(({ name, position, configured, blank, created, used: usedAt }) => ({
        name,
        position,
        isConfigured: configured === 1,
        isBlank: blank === 1,
        lifetime: { createdAt: created, usedAt },
      })),
    unfinished: (after: string, limit: number) =>
      (unfinished.all(after, limit) as { readonly name: string }[]).map(({ name }) => name),
    count: () => (count.get() as [number])[0],
    add: (name: string, generation: number) => add.run(name, generation, Date.now()),
    remove: (name: string) => remove.run(name),
    move: (name: string, { generation, revision }: Mark, config: string | null = null) =>
      move.run(generation, revision, config, Date.now(), name),
    /** Moves a sandbox on from a mark to a later revision; false where it is not there. */
    advance: (name: string, { generation, revision }: Mark, later: number) =>
      advance.run(later, Date.now(), name, generation, revision).changes === 1,
    used: (names: readonly string[]) => used.run(Date.now(), JSON.stringify(names)),
    /** Sandboxes whose idle life is over, so many at most. */
    idle: (ttlSeconds: number | null, limit: number) =>
      (idle.all(ttlSeconds, Date.now(), limit) as [string][]).map(([name]) => name),
    nextGeneration: () => (nextGeneration.get() as [number])[0],
    clear: (generation: number) => clear.run(generation),
    put: (generation: number, revision: number, { collection, id, value, place, expires }: RecordRow) =>
      value === null
        ? take.run(generation, collection, id)
        : put.run(generation, collection, id, revision, value, place, expires),
  };
}
