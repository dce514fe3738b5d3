/** Opens the journals beside a SQLite database, or says why that cannot be done. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreAway } from '../../store.js';
import { isBusy, reasonOf } from '../connection.js';
import { JournalConnection } from './journal-connection.js';
import { journalPath } from './journal-file.js';
import { type SqliteJournalLimits, SqliteJournals } from './sqlite-journals.js';

/** Others who start on the same file are done well before this many ms have passed. */
const PATIENCE_MS = 5000;

/** How journals are opened. */
export interface OpeningJournals {
  readonly limits: SqliteJournalLimits;
  /** When there was no database yet, by the clock of the machine, if so: what lies beside it may be of an earlier one. */
  readonly newAt: number | undefined;
  readonly warn: (line: string) => void;
}

/** Opens the journals beside a database. */
export async function openSqliteJournals(
  database: string,
  { limits, newAt, warn }: OpeningJournals,
): Promise<SqliteJournals> {
  const path = journalPath(resolve(database));
  const connection = new JournalConnection(path, limits, warn);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      connection.open();
      const journals = new SqliteJournals(connection, limits);
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
