/** The journals of all processes on one SQLite database, in a file of their own beside it. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type JournalDatabase, SqlJournals, type SqlJournalLimits } from '../../../../journal/sql.js';
import { count, type Dialect, type Steps } from '../../../../journal/sql-statements.js';
import { isBusy, outageOf, reasonOf } from '../connection.js';
import { StoreAway } from '../../store.js';
import { storeUnavailable } from '../../store.js';
import { JournalConnection } from './journal-connection.js';
import { journalPath } from './journal-file.js';
import { MachineClock } from './machine-clock.js';

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
  readonly #clock = new MachineClock();
  /** The highest number that this process has seen, in whatever file. */
  #highest = 0;
  /** What was open when it was last used, and whether it was opened anew since somebody wrote. */
  #file: Opened | undefined;
  #isAnew = false;

  constructor(connection: JournalConnection) {
    this.#connection = connection;
  }

  clock(): { readonly later: number } {
    return this.#clock.read();
  }

  read<Result>(steps: () => Steps<Result>): Promise<Result> {
    return this.#attempt(({ sql }) => sql.run(steps()));
  }

  transaction<Result>(steps: () => Steps<Result>): Promise<Result> {
    return this.#attempt(({ db, sql }) => {
      db.exec('begin immediate');
      try {
        // A file that was made anew knows nothing of the numbers that were given.
        if (this.#isAnew) sql.run(count(0, this.#highest));
        const result = sql.run(steps());
        db.exec('commit');
        this.#isAnew = false;
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('rollback');
        throw error;
      }
    });
  }

  saw(number: number): void {
    this.#highest = Math.max(this.#highest, number);
  }

  close(): void {
    this.#connection.close();
  }

  /** Does some work; while others hold the file, everything else goes on. */
  async #attempt<Result>(work: (file: Opened) => Result): Promise<Result> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return this.#connection.use((file) => {
          if (this.#file !== undefined && file !== this.#file) this.#isAnew = true;
          this.#file = file;
          return work(file);
        });
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw storeUnavailable(error, outageOf(error));
        await sleep(AGAIN_MS);
      }
    }
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
export async function openSqliteJournals(
  database: string,
  { limits, newAt, warn }: OpeningJournals,
): Promise<SqlJournals> {
  const path = journalPath(resolve(database));
  const connection = new JournalConnection(path, warn);
  // Others who start on the same file are done well before the time is over.
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      connection.open();
      const journals = new SqlJournals(new JournalFile(connection), limits);
      // The file stays: others who start at the same time may have it open.
      if (newAt !== undefined) await journals.forget(newAt);
      return journals;
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > until) throw new StoreAway('store', `${path}: ${reasonOf(error)}`, error);
      await sleep(20);
    }
  }
}
