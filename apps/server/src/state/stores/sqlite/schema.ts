/** The tables of a SQLite store: makes them, and refuses a file that is not one of ours. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';
import type { DatasetSpec } from '../dataset-spec.js';
import { version as release } from '../../../version.js';
import { type DatasetRow, isOtherData, otherData, rowFor, sameData, type WrittenCollection } from '../held-dataset.js';
import { refuseNewer } from '../newer-schema.js';
import { lineOf, StoreRefused } from '../refused.js';
import { isBusy } from './failure.js';
import { MIGRATIONS } from './migrations.js';
import { reshape } from './reshape.js';

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
  if (version > MIGRATIONS.length) refuseNewer(version, MIGRATIONS.length, valueOf(db, 'select release from world'));
  const verdict = valueOf(db, 'pragma quick_check(1)');
  if (verdict !== 'ok') throw new StoreRefused('store', `the file is damaged (${lineOf(verdict)})`);
}

type Held = DatasetRow & { readonly dataset: number };

/** The collections with records. */
function writtenIn(db: Database.Database): WrittenCollection[] {
  const rows = db
    .prepare(
      `select distinct collection, config = 'null' as is_by_default
       from sandboxes join records using (generation)`,
    )
    .all() as { readonly collection: string; readonly is_by_default: number }[];
  return rows.map((row) => ({ collection: row.collection, isByDefault: row.is_by_default === 1 }));
}

/** Makes the file one for a server's seeded data, and answers the number that this data has in it. */
function settle(db: Database.Database, wanted: DatasetSpec): number {
  // The columns are those of the row.
  const held = db.prepare('select data_version, seed, sizes, shapes, dataset from world').get() as Held | undefined;
  if (held === undefined) {
    const { data_version, seed, sizes, shapes } = rowFor(wanted);
    db.prepare(
      'insert into world (data_version, seed, sizes, shapes, generations, release) values (?, ?, ?, ?, 0, ?)',
    ).run(data_version, seed, sizes, shapes, release);
    return 0;
  }
  const row = sameData(held, wanted) ?? otherData(held, wanted, writtenIn(db));
  const { data_version, seed, sizes, shapes } = row;
  const isReshaped = reshape(db, wanted, held);
  const dataset = held.dataset + Number(isReshaped || isOtherData(held, row));
  if (dataset === held.dataset && sizes === held.sizes && shapes === held.shapes) {
    // A file that may only be read lets a transaction for writing begin; only a write shows it.
    db.exec('savepoint trial; update world set generations = generations; rollback to trial; release trial');
  } else {
    db.prepare('update world set data_version = ?, seed = ?, sizes = ?, shapes = ?, dataset = ?').run(
      data_version,
      seed,
      sizes,
      shapes,
      dataset,
    );
  }
  return dataset;
}

function migrate(db: Database.Database): void {
  const version = Number(valueOf(db, 'pragma user_version'));
  for (const migration of MIGRATIONS.slice(version)) db.exec(migration);
  if (version === MIGRATIONS.length) return;
  db.prepare('update world set release = ?').run(release);
  db.exec(`pragma application_id = ${APPLICATION}; pragma user_version = ${MIGRATIONS.length}`);
}

function prepareOnce(db: Database.Database, wanted: DatasetSpec): number {
  let dataset: number;
  db.exec('begin immediate');
  try {
    checkFile(db);
    migrate(db);
    dataset = settle(db, wanted);
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
      return prepareOnce(db, wanted);
    } catch (error) {
      // Changing the journal does not wait for others by itself.
      if (!isBusy(error) || performance.now() > until) throw error;
      await sleep(20);
    }
  }
}
