/** Opens the journals beside a SQLite database, or says why that cannot be done. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreRefused } from '../../refused.js';
import { isBusy, reasonOf } from '../failure.js';
import { JournalConnection } from './journal-connection.js';
import { journalPath, removeJournal, whatIsAt } from './journal-file.js';
import { type SqliteJournalLimits, SqliteJournals } from './sqlite-journals.js';

/** Others who start on the same file are done well before this many ms have passed. */
const PATIENCE_MS = 5000;

/** How journals are opened. */
export interface OpeningJournals {
  readonly limits: SqliteJournalLimits;
  /** Whether there was no database yet: then what lies beside it is of an earlier one. */
  readonly isNew: boolean;
  readonly warn: (line: string) => void;
}

/** Opens the journals beside a database. */
export async function openSqliteJournals(
  database: string,
  { limits, isNew, warn }: OpeningJournals,
): Promise<SqliteJournals> {
  const path = journalPath(resolve(database));
  if (isNew && whatIsAt(path) === 'ours') removeJournal(path);
  const connection = new JournalConnection(path, warn);
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      connection.open();
      return new SqliteJournals(connection, limits);
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (performance.now() > until) throw new StoreRefused('store', `${path}: ${reasonOf(error)}`, error);
      await sleep(20);
    }
  }
}
