/** What is done on the file of the journals while others are at it as well. */
import { setTimeout as sleep } from 'node:timers/promises';
import { storeUnavailable } from '../../store.js';
import { isBusy, outageOf } from '../failure.js';
import type { JournalConnection } from './journal-connection.js';
import type { journalStatements } from './journal-statements.js';

/** What is done with journals. */
export type Statements = ReturnType<typeof journalStatements>;

type Opened = ReturnType<JournalConnection['open']>;

/** How long others may hold the file, in ms, and how often it is tried again. */
const PATIENCE_MS = 5000;
const AGAIN_MS = 5;

/** The file, as one process sees it. */
export class JournalAccess {
  readonly #connection: JournalConnection;
  /** The highest number that this process has seen, in whatever file. */
  #highest = 0;
  /** What was open when it was last used, and whether it was opened anew since somebody wrote. */
  #file: Opened | undefined;
  #isAnew = false;

  constructor(connection: JournalConnection) {
    this.#connection = connection;
  }

  /** Notes that a number was given. */
  saw(number: number): void {
    this.#highest = Math.max(this.#highest, number);
  }

  /** Reads; while others hold the file, everything else goes on. */
  read<Result>(work: (sql: Statements) => Result): Promise<Result> {
    return this.#attempt(({ sql }) => work(sql));
  }

  /** Does some work as one transaction. */
  write<Result>(work: (sql: Statements) => Result): Promise<Result> {
    return this.#attempt(({ db, sql }) => {
      db.exec('begin immediate');
      try {
        // A file that was made anew knows nothing of the numbers that were given.
        if (this.#isAnew) sql.raise(this.#highest);
        const result = work(sql);
        db.exec('commit');
        this.#isAnew = false;
        return result;
      } catch (error) {
        if (db.inTransaction) db.exec('rollback');
        throw error;
      }
    });
  }

  close(): void {
    this.#connection.close();
  }

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
