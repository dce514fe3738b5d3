/** A connection to a SQLite file: it reads, and writes in transactions, as long as the file is where it was. */
import { setTimeout as sleep } from 'node:timers/promises';
import type Database from 'libsql';
import { storeUnavailable } from '../store.js';
import { isBusy, isPassing, outageOf } from './failure.js';
import type { OpenedFile } from './opened-file.js';

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
    this.db.exec('begin immediate');
    try {
      const result = work();
      this.#file.check();
      this.db.exec('commit');
      return result;
    } catch (error) {
      if (this.db.inTransaction) this.db.exec('rollback');
      throw error;
    }
  }

  close(): void {
    if (!this.db.open) return;
    // The connection lives on as long as its statements, so it does not do this by itself: then the file alone is whole.
    try {
      this.db.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // What stays in the file beside it is read by whoever opens them next.
    }
    this.db.close();
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
