/** The tables of the journals in a SQLite file. */
import type Database from 'libsql';
import { StoreRefused } from '../../refused.js';
import { APPLICATION } from './journal-file.js';

/** Grows with every change of the tables, and of what runs are; what an older release has kept is dropped. */
const VERSION = 3;

/** The texts of runs are large: a table without row ids would read whole ones wherever it compares their keys. */
const TABLES = `
drop table if exists journals;
drop table if exists parts;
drop table if exists totals;
create table journals (
  sandbox text primary key,
  last integer not null,
  cleared integer not null,
  settled integer not null,
  latest real not null,
  entries integer not null,
  facts integer not null,
  headers integer not null,
  bodies integer not null,
  begun_at real not null,
  cleared_at real not null,
  written integer not null,
  used integer not null
) strict, without rowid;
create table parts (
  sandbox text not null,
  part integer not null,
  sequence integer not null,
  entries integer,
  received real,
  answered real,
  until real,
  value text not null,
  primary key (sandbox, part, sequence)
) strict;
create table totals (bytes integer not null, uses integer not null, highest integer not null) strict;
insert into totals values (0, 0, 0);
pragma application_id = ${APPLICATION};
pragma user_version = ${VERSION};`;

/** The one value that a statement gives. */
function valueOf(db: Database.Database, sql: string): unknown {
  // In raw mode a row is the list of its values.
  const [value] = db.prepare(sql).raw().get() as readonly unknown[];
  return value;
}

/** Whether the tables are damaged, as far as SQLite finds out without reading all there is. */
export function isDamaged(db: Database.Database): boolean {
  return valueOf(db, 'pragma quick_check(1)') !== 'ok';
}

/** Makes a file ready to hold journals. */
export function prepareJournal(db: Database.Database): void {
  db.exec('begin immediate');
  try {
    const version = Number(valueOf(db, 'pragma user_version'));
    if (version > VERSION) {
      throw new StoreRefused('store', 'the file of the request journal beside it was written by a newer release');
    }
    if (version < VERSION) db.exec(TABLES);
    // A file that may only be read lets a transaction for writing begin; only a write shows it.
    else db.exec('update totals set uses = uses + 1');
    db.exec('commit');
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
  // What is lost with the machine was never promised; what was written outlives the process all the same.
  db.exec('pragma journal_mode = wal; pragma synchronous = off');
}
