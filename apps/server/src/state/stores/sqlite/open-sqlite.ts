/** Opens the store in a SQLite file, or says why that cannot be used. */
import { resolve } from 'node:path';
import Database from 'libsql';
import type { DatasetSpec } from '../dataset-spec.js';
import { StoreRefused } from '../refused.js';
import type { Store } from '../store.js';
import { Connection } from './connection.js';
import { reasonOf } from './failure.js';
import { OpenedFile } from './opened-file.js';
import { prepareSqlite } from './schema.js';
import { SqliteStore } from './sqlite-store.js';

/** Writes take milliseconds; the whole process waits while another one writes. */
const BUSY_MS = 2000;

/** Opens the store in a file, which is made where there is none. */
export async function openSqlite(path: string, dataset: DatasetSpec): Promise<Store> {
  let db: Database.Database | undefined;
  try {
    // An absolute path is never taken for an address on the network.
    const file = resolve(path);
    db = new Database(file, { timeout: BUSY_MS });
    const number = await prepareSqlite(db, dataset);
    return new SqliteStore(new Connection(db, new OpenedFile(file)), number);
  } catch (error) {
    if (db?.open === true) db.close();
    throw error instanceof StoreRefused ? error : new StoreRefused('store', reasonOf(error), error);
  }
}
