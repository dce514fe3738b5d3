/** A connection to the file of the journals, which is opened anew where the file is no longer the one at its path, or damaged. */
import Database from 'libsql';
import type { Statement, Steps } from '../../../../journal/sql-statements.js';
import { lineOf, StoreAway, StoreRefused } from '../../store.js';
import { isAway, isBusy, isDamage, reasonOf } from '../connection.js';
import { OpenedFile } from '../connection.js';
import { APPLICATION, removeJournal, whatIsAt } from './journal-file.js';

/** Grows with every change of the tables; those of an earlier version are made anew. */
const VERSION = 1;

/** The texts of rows are large: a table without row ids would read whole ones wherever it compares their keys. */
const TABLES = `
drop table if exists understudy_journals;
drop table if exists understudy_journal_rows;
drop table if exists understudy_journal_total;
drop table if exists understudy_journal_writers;
create table understudy_journals (
  sandbox text primary key,
  last integer not null,
  cleared integer not null,
  settled integer not null,
  latest real not null default 0,
  entries integer not null default 0,
  bytes integer not null default 0,
  begun_at real not null default 0,
  cleared_at real not null default 0,
  written integer not null default 0,
  used real not null
) strict, without rowid;
create table understudy_journal_rows (
  sandbox text not null,
  sequence integer not null,
  entries integer not null,
  received real not null,
  answered real not null,
  until real not null,
  bytes integer not null,
  value text not null,
  primary key (sandbox, sequence)
) strict;
create table understudy_journal_total (bytes integer not null, base integer not null) strict;
insert into understudy_journal_total values (0, 0);
create table understudy_journal_writers (process text primary key, batch integer not null, used real not null) strict;
pragma application_id = ${APPLICATION};
pragma user_version = ${VERSION};`;

/** The one value that a statement gives. */
function valueOf(db: Database.Database, sql: string): unknown {
  // In raw mode a row is the list of its values.
  const [value] = db.prepare(sql).raw().get() as readonly unknown[];
  return value;
}

/** Whether the tables are damaged, as far as SQLite finds out without reading all there is. */
function isDamaged(db: Database.Database): boolean {
  return valueOf(db, 'pragma quick_check(1)') !== 'ok';
}

/** Makes a file ready to hold journals. */
function prepareJournal(db: Database.Database): void {
  db.exec('begin immediate');
  try {
    const version = Number(valueOf(db, 'pragma user_version'));
    if (version > VERSION) {
      throw new StoreRefused('store', 'the file of the request journal beside it was written by a newer release');
    }
    if (version < VERSION) db.exec(TABLES);
    // A file that may only be read lets a transaction for writing begin; only a write shows it.
    else db.exec('update understudy_journal_total set bytes = bytes');
    db.exec('commit');
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
  // What is lost with the machine was never promised; what was written outlives the process all the same.
  db.exec('pragma journal_mode = wal; pragma synchronous = off');
}

/** Statements of a file, each of which is prepared once. */
class Statements {
  readonly #db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** Runs steps, of which each has what it asks for at once. */
  run<Result>(steps: Steps<Result>): Result {
    let step = steps.next();
    while (step.done !== true) step = steps.next(this.#rows(step.value));
    return step.value;
  }

  #rows({ text, values }: Statement): readonly unknown[] {
    let prepared = this.#prepared.get(text);
    if (prepared === undefined) {
      prepared = this.#db.prepare(text.replaceAll(/\$(?=\d)/g, '?'));
      this.#prepared.set(text, prepared);
    }
    if (prepared.reader) return prepared.all(...values);
    prepared.run(...values);
    return [];
  }
}

/** What is open. */
interface Opened {
  readonly db: Database.Database;
  readonly file: OpenedFile;
  readonly sql: Statements;
}

function refuse(path: string, reason: string, cause?: unknown): never {
  throw new (isAway(cause) ? StoreAway : StoreRefused)(
    'store',
    `${path}, where the request journal is kept, cannot be used: ${reason}`,
    cause,
  );
}

/** A connection to the file at a path. */
export class JournalConnection {
  readonly #path: string;
  readonly #warn: (line: string) => void;
  #opened: Opened | undefined;

  constructor(path: string, warn: (line: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** Opens the file, which is made where there is none; throws `StoreRefused` where it cannot be used. */
  open(): Opened {
    this.#opened ??= this.#openAt(this.#path);
    return this.#opened;
  }

  /** Does some work on the file; throws what SQLite does. */
  use<Result>(work: (opened: Opened) => Result): Result {
    // What is written to a deleted file is gone, and unseen by all others.
    if (this.#opened !== undefined && !this.#opened.file.isThere) this.close();
    try {
      return work(this.open());
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#makeAnew(lineOf(error));
      return work(this.open());
    }
  }

  close(): void {
    const db = this.#opened?.db;
    this.#opened = undefined;
    if (db?.open !== true) return;
    // The connection lives on as long as its statements, so it does not do this by itself: then the file alone is whole.
    try {
      db.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // What stays in the file beside it is read by whoever opens them next.
    }
    db.close();
  }

  #openAt(path: string): Opened {
    if (whatIsAt(path) === 'foreign') refuse(path, 'it is a file of another program, or a folder; move it away');
    let db: Database.Database | undefined;
    try {
      // Waiting is for others to do, not for the whole process.
      db = new Database(path, { timeout: 0 });
      if (isDamaged(db)) throw Object.assign(new Error('the file is damaged'), { rawCode: 11 });
      prepareJournal(db);
      return { db, file: new OpenedFile(path), sql: new Statements(db) };
    } catch (error) {
      if (db?.open === true) db.close();
      if (isBusy(error) || error instanceof StoreRefused) throw error;
      if (!isDamage(error)) refuse(path, reasonOf(error), error);
      this.#makeAnew(lineOf(error));
      return this.#openAt(path);
    }
  }

  #makeAnew(why: string): void {
    this.close();
    // Another process may have done so already, or put something else there.
    if (whatIsAt(this.#path) === 'foreign') refuse(this.#path, 'it is a file of another program, or a folder');
    removeJournal(this.#path);
    this.#warn(`the request journal in ${this.#path} was damaged (${why}) and begins anew`);
  }
}
