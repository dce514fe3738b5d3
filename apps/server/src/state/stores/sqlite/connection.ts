/** A connection to a SQLite file: it reads, and writes in transactions, as long as the file is where it was. */
import type Database from 'libsql';
import { storeUnavailable } from '../store.js';
import { isPassing } from './failure.js';
import type { OpenedFile } from './opened-file.js';

/** A file that is open. What goes wrong with it, and may be right again later, is `service_unavailable`. */
export class Connection {
  readonly db: Database.Database;
  readonly #file: OpenedFile;

  constructor(db: Database.Database, file: OpenedFile) {
    this.db = db;
    this.#file = file;
  }

  /** Does what only reads. */
  read<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isPassing(error) ? storeUnavailable(error) : error;
    }
  }

  /** Does what writes, all of it or nothing. */
  write<Result>(work: () => Result): Result {
    return this.read(() => {
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
    });
  }

  /** Does what writes, and need not outlive the machine: it does not wait for the disk, but for those writes after it. */
  writeSoon<Result>(work: () => Result): Result {
    this.db.exec('pragma synchronous = normal');
    try {
      return this.write(work);
    } finally {
      this.db.exec('pragma synchronous = full');
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
