/** The journals of all processes on one SQLite database, in a file of their own beside it. */
import { resolve } from 'node:path';
import { type JournalDatabase, type SqlJournalLimits, SqlJournals, StoreClock } from '../../../../journal/sql.js';
import { count, type Dialect, fillTotal, type Steps, tables } from '../../../../journal/sql-statements.js';
import {
  closeFile,
  isAway,
  isBusy,
  isDamage,
  OpenedFile,
  outageOf,
  reasonOf,
  Statements,
  transaction,
  whileBusy,
} from '../connection.js';
import { lineOf, StoreAway, StoreRefused, storeUnavailable } from '../../store.js';
import Database from 'libsql';
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { journalNow } from '../../../../journal/entry.js';

/** Marks a file as ours: "Undj". */
const APPLICATION = 0x556e_646a;

/** The path of the file beside a database. */
const journalPath = (database: string): string => `${database}.requests`;

/** The header of every SQLite file (https://sqlite.org/fileformat.html §1.3). */
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const APPLICATION_AT = 68;

function headerOf(path: string): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

/** What is at a path: nothing, a file of ours, or something that is none of our business. */
function whatIsAt(path: string): 'nothing' | 'ours' | 'foreign' {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  if (!found.isFile()) return 'foreign';
  const header = headerOf(path);
  if (header.length === 0) return 'nothing';
  const isOurs =
    header.length === HEADER_BYTES &&
    header.toString('latin1', 0, MAGIC.length) === MAGIC &&
    header.readUInt32BE(APPLICATION_AT) === APPLICATION;
  return isOurs ? 'ours' : 'foreign';
}

/** Removes a file of ours, with what SQLite keeps beside it. */
function removeJournal(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/** Grows with every change of the tables; those of an earlier version are made anew. */
const VERSION = 1;

/** The texts of rows are large: a table without row ids would read whole ones wherever it compares their keys. */
const FORMS = {
  create: 'create table',
  name: 'text',
  number: 'real',
  changing: 'strict, without rowid',
  growing: 'strict',
};

const TABLES = [
  ...['s', '_rows', '_total', '_writers'].map((rest) => `drop table if exists understudy_journal${rest}`),
  ...tables(FORMS),
  fillTotal('0'),
  `pragma application_id = ${APPLICATION}`,
  `pragma user_version = ${VERSION}`,
].join(';');

/** Makes a file ready to hold journals. */
function prepareJournal(db: Database.Database, sql: Statements): void {
  transaction(db, () => {
    const version = sql.value('pragma user_version');
    if (version > VERSION) {
      throw new StoreRefused('store', 'the file of the request journal beside it was written by a newer release');
    }
    if (version < VERSION) db.exec(TABLES);
    // A file that may only be read lets a transaction for writing begin; only a write shows it.
    else db.exec('update understudy_journal_total set bytes = bytes');
  });
  // What is lost with the machine was never promised; what was written outlives the process all the same.
  db.exec('pragma journal_mode = wal; pragma synchronous = off');
}

/** Runs steps, of which each has what it asks for at once. */
function run<Result>(sql: Statements, steps: Steps<Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next(sql.rows(step.value.text, step.value.values));
  return step.value;
}

/** What is open. */
interface OpenedJournal {
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
class JournalConnection {
  readonly #path: string;
  readonly #warn: (line: string) => void;
  #opened: OpenedJournal | undefined;

  constructor(path: string, warn: (line: string) => void) {
    this.#path = path;
    this.#warn = warn;
  }

  /** Opens the file, which is made where there is none; throws `StoreRefused` where it cannot be used. */
  open(): OpenedJournal {
    this.#opened ??= this.#openAt(this.#path);
    return this.#opened;
  }

  /** Does some work on the file; throws what SQLite does. */
  use<Result>(work: (opened: OpenedJournal) => Result): Result {
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
    if (db?.open === true) closeFile(db);
  }

  #openAt(path: string): OpenedJournal {
    if (whatIsAt(path) === 'foreign') refuse(path, 'it is a file of another program, or a folder; move it away');
    let db: Database.Database | undefined;
    try {
      // Waiting is for others to do, not for the whole process.
      db = new Database(path, { timeout: 0 });
      const sql = new Statements(db);
      // As far as SQLite finds out without reading all there is.
      const isDamaged = sql.value<string>('pragma quick_check(1)') !== 'ok';
      if (isDamaged) throw Object.assign(new Error('the file is damaged'), { rawCode: 11 });
      prepareJournal(db, sql);
      return { db, file: new OpenedFile(path), sql };
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

/** Its time, in ms since whenever; it begins anew with the machine. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;

type Opened = ReturnType<JournalConnection['open']>;

/** How long others may hold the file, in ms, and how often it is tried again. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 5;

const dialect: Dialect = {
  each: (parameter) => `(select value as name from json_each(${parameter}))`,
  list: (items) => JSON.stringify(items),
  // Whoever writes holds the whole file.
  holding: '',
  isWhole: 'true',
};

/** The file, as one process sees it. */
class JournalFile implements JournalDatabase {
  readonly dialect = dialect;
  readonly #connection: JournalConnection;
  readonly #clock = new StoreClock();
  /** The highest number that this process has seen, in whatever file. */
  #highest = 0;
  /** What was open when it was last used, and whether it was opened anew since somebody wrote. */
  #file: Opened | undefined;
  #isAnew = false;

  constructor(connection: JournalConnection) {
    this.#connection = connection;
  }

  clock(): StoreClock {
    // On a busy machine the process may be halted between the two for long.
    this.#clock.read({ asked: journalNow(), now: machineNow(), heard: journalNow() });
    return this.#clock;
  }

  read<Result>(steps: () => Steps<Result>): Promise<Result> {
    return this.#attempt(({ sql }) => run(sql, steps()));
  }

  transaction<Result>(steps: () => Steps<Result>): Promise<Result> {
    return this.#attempt(({ db, sql }) => {
      const result = transaction(db, () => {
        // A file that was made anew knows nothing of the numbers that were given.
        if (this.#isAnew) run(sql, count(0, this.#highest));
        return run(sql, steps());
      });
      this.#isAnew = false;
      return result;
    });
  }

  saw(number: number): void {
    this.#highest = Math.max(this.#highest, number);
  }

  close(): void {
    this.#connection.close();
  }

  /** Does some work; while others hold the file, everything else goes on. */
  #attempt<Result>(work: (file: Opened) => Result): Promise<Result> {
    const attempt = (): Result =>
      this.#connection.use((file) => {
        if (this.#file !== undefined && file !== this.#file) this.#isAnew = true;
        this.#file = file;
        return work(file);
      });
    return whileBusy(PATIENCE_MS, AGAIN_MS, attempt).catch((error: unknown) => {
      throw storeUnavailable(error, outageOf(error));
    });
  }
}

/** How journals are opened. */
export interface OpeningJournals {
  readonly limits: SqlJournalLimits;
  /** When there was no database yet, by the clock of the machine, if so: what lies beside it may be of an earlier one. */
  readonly newAt: number | undefined;
  readonly warn: (line: string) => void;
}

/** Opens the journals beside a database, or says why that cannot be done. */
export function openSqliteJournals(database: string, { limits, newAt, warn }: OpeningJournals): Promise<SqlJournals> {
  const path = journalPath(resolve(database));
  const connection = new JournalConnection(path, warn);
  const open = async (): Promise<SqlJournals> => {
    connection.open();
    const journals = new SqlJournals(new JournalFile(connection), limits);
    // The file stays: others who start at the same time may have it open.
    if (newAt !== undefined) await journals.forget(newAt);
    return journals;
  };
  // Others who start on the same file are done well before the time is over.
  return whileBusy(PATIENCE_MS, 20, open).catch((error: unknown) => {
    throw isBusy(error) ? new StoreAway('store', `${path}: ${reasonOf(error)}`, error) : error;
  });
}
