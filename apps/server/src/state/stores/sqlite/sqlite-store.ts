/** The store of one machine: a SQLite file that survives restarts, and that several processes may share. */
import { resolve } from 'node:path';
import Database from 'libsql';
import { tooLargeToRead } from '../../model/full.js';
import type { Counts } from '../../model/state.js';
import {
  type Changes,
  type Counting,
  type ListedSandbox,
  type Mark,
  type Replacement,
  type Store,
  type StoredRecord,
  storeUnavailable,
} from '../store.js';
import type { HeldWorld } from '../held-world.js';
import { OpenedFile } from './opened-file.js';
import { StoreRefused } from '../refused.js';
import { blankMark, fromRow, type RecordRow, toRows } from '../rows.js';
import { isPassing, reasonOf } from './failure.js';
import { prepareSqlite } from './schema.js';
import { sqliteStatements } from './statements.js';

/** Writes take milliseconds; the whole process waits while another one writes. */
const BUSY_MS = 2000;

/** Keeps everything in a file. */
export class SqliteStore implements Store {
  readonly exclusive = false;
  readonly #db: Database.Database;
  readonly #sql: ReturnType<typeof sqliteStatements>;
  readonly #file: OpenedFile;

  constructor(db: Database.Database, file: OpenedFile) {
    this.#db = db;
    this.#file = file;
    this.#sql = sqliteStatements(db);
  }

  readonly version = (): number => {
    try {
      return this.#sql.version();
    } catch {
      // Whoever asks the store then learns what is wrong.
      return Number.NaN;
    }
  };

  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    return this.#guarded(() => {
      const kept = this.#sql.find(sandbox);
      if (kept === undefined) return undefined;
      const { generation, revision, config } = kept;
      const isKnown = generation === mark.generation && revision >= mark.revision;
      const since = isKnown ? mark.revision : -1;
      const bytes = revision > since ? this.#sql.bytes(generation, since) : 0;
      if (bytes > maxBytes) throw tooLargeToRead(sandbox, bytes, maxBytes);
      const rows = revision > since ? this.#sql.changed(generation, since) : [];
      return { mark: { generation, revision }, config: JSON.parse(config), records: rows.map(fromRow) };
    });
  }

  async glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined> {
    return this.#guarded(() => {
      const kept = this.#sql.find(sandbox);
      if (kept === undefined) return undefined;
      const { generation, revision, config } = kept;
      const records = this.#sql.some(generation, collections).map(fromRow);
      return { mark: { generation, revision }, config: JSON.parse(config), records };
    });
  }

  async count(counting: Counting): Promise<Counts> {
    return this.#guarded(() => this.#sql.alive(counting));
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    return this.#transaction(() => {
      const at = mark.generation === 0 ? this.#at(sandbox, mark) : mark;
      if (at === undefined) return 'conflict';
      const next = { generation: at.generation, revision: at.revision + writes.length };
      if (!this.#sql.advance(sandbox, at, next.revision)) return 'conflict';
      this.#put(next, toRows(writes.flat()));
      return next;
    });
  }

  async replace(sandbox: string, mark: Mark, { config, revision, records }: Replacement): Promise<Mark | 'conflict'> {
    return this.#transaction(() => {
      const at = this.#at(sandbox, mark);
      if (at === undefined) return 'conflict';
      const next = { generation: this.#sql.nextGeneration(), revision };
      this.#sql.clear(at.generation);
      this.#sql.move(sandbox, next, JSON.stringify(config));
      this.#put(next, toRows(records));
      return next;
    });
  }

  async admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'> {
    return this.#transaction(() => {
      const kept = this.#sql.find(sandbox);
      if (kept !== undefined) return blankMark(kept);
      return this.#sql.count() < limit ? this.#add(sandbox) : 'full';
    });
  }

  async drop(sandbox: string): Promise<void> {
    this.#transaction(() => {
      const kept = this.#sql.find(sandbox);
      if (kept === undefined) return;
      this.#sql.clear(kept.generation);
      this.#sql.remove(sandbox);
    });
  }

  async list(): Promise<readonly ListedSandbox[]> {
    return this.#guarded(() => this.#sql.list());
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    return this.#guarded(() => this.#sql.unfinished(after, limit));
  }

  async check(): Promise<void> {
    // Only a write that reaches the disk shows that there is room for one; what changes nothing is not written.
    this.#transaction(() => this.#sql.nextGeneration());
  }

  async close(): Promise<void> {
    if (!this.#db.open) return;
    // The connection lives on as long as its statements, so it does not do this by itself: then the file alone is whole.
    try {
      this.#db.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // What stays in the file beside it is read by whoever opens them next.
    }
    this.#db.close();
  }

  /** The mark of a sandbox, if it is this one; nobody having written to it yet, it begins here. */
  #at(sandbox: string, mark: Mark): Mark | undefined {
    const kept = this.#sql.find(sandbox);
    if (kept !== undefined) {
      return kept.generation === mark.generation && kept.revision === mark.revision ? mark : undefined;
    }
    return mark.generation === 0 && mark.revision === 0 ? this.#add(sandbox) : undefined;
  }

  #add(sandbox: string): Mark {
    const generation = this.#sql.nextGeneration();
    this.#sql.add(sandbox, generation);
    return { generation, revision: 0 };
  }

  #put({ generation, revision }: Mark, rows: readonly RecordRow[]): void {
    for (const row of rows) this.#sql.put(generation, revision, row);
  }

  #transaction<Result>(work: () => Result): Result {
    return this.#guarded(() => {
      this.#db.exec('begin immediate');
      try {
        const result = work();
        this.#file.check();
        this.#db.exec('commit');
        return result;
      } catch (error) {
        if (this.#db.inTransaction) this.#db.exec('rollback');
        throw error;
      }
    });
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw isPassing(error) ? storeUnavailable(error) : error;
    }
  }
}

/** Opens the store in a file, which is made where there is none. */
export async function openSqlite(path: string, world: HeldWorld): Promise<Store> {
  let db: Database.Database | undefined;
  try {
    // An absolute path is never taken for an address on the network.
    const file = resolve(path);
    db = new Database(file, { timeout: BUSY_MS });
    await prepareSqlite(db, world);
    return new SqliteStore(db, new OpenedFile(file));
  } catch (error) {
    if (db?.open === true) db.close();
    throw error instanceof StoreRefused ? error : new StoreRefused('store', reasonOf(error), error);
  }
}
