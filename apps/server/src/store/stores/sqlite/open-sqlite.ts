/** Opens the store in a SQLite file, or says why that cannot be used. */
import { resolve } from 'node:path';
import Database from 'libsql';
import type { DatasetSpec } from '../dataset-spec.js';
import { StoreAway, StoreRefused } from '../refused.js';
import type { Store } from '../store.js';
import { Connection } from './connection.js';
import { isAway, reasonOf } from './failure.js';
import { OpenedFile } from './opened-file.js';
import { prepareSqlite } from './schema.js';
import { SqliteStore } from './sqlite-store.js';

/** Opens the store in a file, which is made where there is none. */
export async function openSqlite(path: string, dataset: DatasetSpec): Promise<Store> {
  let db: Database.Database | undefined;
  try {
    // An absolute path is never taken for an address on the network.
    const file = resolve(path);
    // Waiting is for the work that is to be done, not for the whole process.
    db = new Database(file, { timeout: 0 });
    const number = await prepareSqlite(db, dataset);
    return new SqliteStore(new Connection(db, new OpenedFile(file)), number);
  } catch (error) {
    if (db?.open === true) db.close();
    if (error instanceof StoreRefused) throw error;
    throw new (isAway(error) ? StoreAway : StoreRefused)('store', reasonOf(error), error);
  }
}
