/**
 * A SQLite file: its tables, which are made where there are none, and a connection that reads, and writes in transactions,
 * as long as the file is where it was; what goes wrong is named for users.
 */
import { UNFINISHED } from '../../model/internal.js';
import { version as release } from '../../../server/version.js';
import type { DatasetSpec } from '../compatibility.js';
import { settle } from '../settle.js';
import { lineOf, refuseNewer, StoreRefused, storeUnavailable } from '../store.js';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';

const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const NOMEM = 7;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const PROTOCOL = 15;
const NOTADB = 26;

/** The file ends before its last page (an extended result code). */
const SHORT_READ = 522;

/** What is wrong with the file, or with the disk under it, and may be right again later. */
const PASSING = new Set([PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB]);

/** The primary result code of an error; 0 for an error of another kind. */
function codeOf(error: unknown): number {
  if (error instanceof Error && 'rawCode' in error && typeof error.rawCode === 'number') return error.rawCode & 0xff;
  // A failure to open a file has its code in the text only.
  return Number(/Unable to open connection to local database .*: (\d+)/.exec(lineOf(error))?.[1] ?? 0);
}

/** Whether another process held the file for too long. */
export function isBusy(error: unknown): boolean {
  return codeOf(error) === BUSY;
}

/** Whether what is in the file is no database, or no longer whole. */
export function isDamage(error: unknown): boolean {
  const isCutShort = error instanceof Error && 'rawCode' in error && error.rawCode === SHORT_READ;
  return isCutShort || codeOf(error) === CORRUPT || codeOf(error) === NOTADB;
}

/** Whether trying again later may help. */
function isPassing(error: unknown): boolean {
  return PASSING.has(codeOf(error));
}

/** What a client is told of a failure that may pass: what is wrong, and nothing of the machine. */
export function outageOf(error: unknown): string {
  switch (codeOf(error)) {
    case BUSY:
    case LOCKED:
      return 'another program holds the store locked';
    case FULL:
      return 'there is no room left on the disk of the store';
    case PERM:
    case READONLY:
      return 'the store takes no writes at the moment';
    case CORRUPT:
    case NOTADB:
      return 'the store is damaged';
    default:
      return 'the store cannot be reached at the moment';
  }
}

/** Whether another start may succeed without another option or file: the file is locked, or the disk has no room. */
export function isAway(error: unknown): boolean {
  return [BUSY, LOCKED, NOMEM, IOERR, FULL].includes(codeOf(error)) && !isDamage(error);
}

/** Why a file cannot be used. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === NOTADB || code === CORRUPT) return 'the file is no SQLite database, or is damaged';
  if (code === READONLY || code === PERM) return 'this user may not write to the file';
  if (code === BUSY) return 'another program holds the file locked';
  if (code === FULL) return 'there is no room left on its disk';
  if (code === CANTOPEN) {
    return 'the file cannot be opened; its folder must exist, and this user must be allowed to write there';
  }
  return `the file cannot be used (${lineOf(error)})`;
}

/** A file at a path. */
export class OpenedFile {
  readonly #path: string;
  readonly #identity: string;

  /** @param path of a file that is open */
  constructor(path: string) {
    this.#path = path;
    this.#identity = this.#present();
  }

  /** Device and number of the file at the path; empty where there is none. */
  #present(): string {
    const found = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? '' : `${found.dev} ${found.ino}`;
  }

  /** Whether the path still leads to it. */
  get isThere(): boolean {
    return this.#present() === this.#identity;
  }

  /** Fails as an unavailable store does where the file was deleted, or another put in its position. */
  check(): void {
    const present = this.#present();
    if (present === this.#identity) return;
    const what = present === '' ? 'deleted' : 'replaced by another';
    const why = `the file of the store was ${what} while it was open`;
    throw storeUnavailable(new Error(`${why}; restart the server`), why);
  }
}

/** Does some work that writes, all of it or nothing. */
export function transaction<Result>(db: Database.Database, work: () => Result): Result {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (error) {
    if (db.inTransaction) db.exec('rollback');
    throw error;
  }
}

/** Closes a file, with all that was written in it. */
export function closeFile(db: Database.Database): void {
  // The connection lives on as long as its statements, so it does not do this by itself: then the file alone is whole.
  try {
    db.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // What stays in the file beside it is read by whoever opens them next.
  }
  db.close();
}

/** Does some work again for so long as another process holds the file; then it fails as it did last. */
export async function whileBusy<Result>(
  patienceMs: number,
  againMs: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await sleep(againMs);
    }
  }
}

type Row = Readonly<Record<string, unknown>>;

/** The statements of a file, each of which is prepared once; their parameters are `$1` and so on. */
export class Statements {
  readonly #db: Database.Database;
  readonly #prepared = new Map<string, Database.Statement>();

  constructor(db: Database.Database) {
    this.#db = db;
  }

  /** The rows that a statement gives; none where it gives none. */
  rows<Found = Row>(text: string, values: readonly unknown[] = []): readonly Found[] {
    const prepared = this.#of(text);
    // The columns are those of the row.
    if (prepared.reader) return prepared.all(...values) as Found[];
    prepared.run(...values);
    return [];
  }

  /** The only value of the first row; undefined where there is none. */
  value<Value = number>(text: string, ...values: readonly unknown[]): Value {
    const [row = {}] = this.rows(text, values);
    return Object.values(row)[0] as Value;
  }

  /** Changes rows, and answers how many. */
  change(text: string, ...values: readonly unknown[]): number {
    return this.#of(text).run(...values).changes;
  }

  #of(text: string): Database.Statement {
    const known = this.#prepared.get(text) ?? this.#db.prepare(text.replaceAll(/\$(?=\d)/g, '?'));
    this.#prepared.set(text, known);
    return known;
  }
}

/** How long another process may hold the file before those who wait for it are told so, and how often it is tried again. */
const PATIENCE_MS = 2000;
const AGAIN_MS = 5;

/** Tries what waits for the file, and says whether that is over. */
type Attempt = () => boolean;

/**
 * A file that is open. What goes wrong with it, and may be right again later, is `service_unavailable`. While another
 * process holds it, work waits in its order, and the process goes on.
 */
export class Connection {
  readonly db: Database.Database;
  readonly #file: OpenedFile;
  readonly #writers: Attempt[] = [];
  readonly #readers: Attempt[] = [];

  /** @param db whose statements fail at once where another process holds the file */
  constructor(db: Database.Database, file: OpenedFile) {
    this.db = db;
    this.#file = file;
  }

  /** Does what only reads; no writer keeps it waiting. */
  read<Result>(work: () => Result): Promise<Result> {
    return inTurn(this.#readers, work);
  }

  /** Does what writes, all of it or nothing. */
  write<Result>(work: () => Result): Promise<Result> {
    return inTurn(this.#writers, () => this.#transaction(work));
  }

  /** Does what writes, and need not outlive the machine: it does not wait for the disk, but for those writes after it. */
  writeSoon<Result>(work: () => Result): Promise<Result> {
    return inTurn(this.#writers, () => {
      this.db.exec('pragma synchronous = normal');
      try {
        return this.#transaction(work);
      } finally {
        this.db.exec('pragma synchronous = full');
      }
    });
  }

  #transaction<Result>(work: () => Result): Result {
    return transaction(this.db, () => {
      const result = work();
      this.#file.check();
      return result;
    });
  }

  close(): void {
    if (this.db.open) closeFile(this.db);
  }
}

/** Does some work behind those that wait already, at once where there are none. */
async function inTurn<Result>(queue: Attempt[], work: () => Result): Promise<Result> {
  try {
    if (queue.length === 0) return work();
  } catch (error) {
    if (!isBusy(error)) throw failureOf(error);
  }
  return new Promise<Result>((resolve, reject) => {
    const until = performance.now() + PATIENCE_MS;
    const attempt = (): boolean => {
      try {
        resolve(work());
      } catch (error) {
        if (isBusy(error) && performance.now() < until) return false;
        reject(failureOf(error));
      }
      return true;
    };
    queue.push(attempt);
    if (queue.length === 1) void empty(queue);
  });
}

async function empty(queue: Attempt[]): Promise<void> {
  while (queue.length > 0) {
    await sleep(AGAIN_MS);
    while (queue[0]?.() === true) queue.shift();
  }
}

const failureOf = (error: unknown): unknown => (isPassing(error) ? storeUnavailable(error, outageOf(error)) : error);

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
const START_MS = 5000;

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
  return whileBusy(START_MS, 20, () => prepareOnce(db, wanted));
}
