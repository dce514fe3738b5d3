/** The store of one machine: a SQLite file that survives restarts, and that several processes may share. */
import type { CountStep, TallyEntry } from '../../../faults/action.js';
import { tooLargeToRead } from '../../model/failures.js';
import type { Counts, Mark, StoredRecord } from '../../model/internal.js';
import {
  type Changes,
  type Counting,
  EXPIRED_AT_ONCE,
  type StoredToken,
  type ListedSandbox,
  type Replacement,
  type Store,
  StoreAway,
  StoreRefused,
  replacedDataset,
  TALLY_LIMITS,
  type TallyLimits,
  type TokenTable,
} from '../store.js';
import {
  blankMark,
  counted,
  escapeKey,
  fromRow,
  readKey,
  readTally,
  type RecordRow,
  tallyText,
  toRows,
} from '../rows.js';
import { prepareSqlite, sqliteStatements } from './schema.js';
import { resolve } from 'node:path';
import Database from 'libsql';
import type { DatasetSpec } from '../compatibility.js';
import { Connection, isAway, OpenedFile, reasonOf } from './connection.js';

/** Prepares the statements; each gives what its columns say. */
function statements(db: Database.Database) {
  const find = db.prepare('select value from tallies where sandbox = ? and key = ?').raw();
  const all = db.prepare('select key, value from tallies where sandbox = ? order by used').raw();
  const inSandbox = db.prepare('select count(*) from tallies where sandbox = ?').raw();
  const inStore = db.prepare('update world set tallies = tallies + ? returning tallies').raw();
  const put = db.prepare(
    `insert into tallies (sandbox, key, used, value) select ?, ?, coalesce(max(used), 0) + 1, ? from tallies where true
     on conflict do update set used = excluded.used, value = excluded.value`,
  );
  const clear = db.prepare('delete from tallies where sandbox = ?');
  const forget = db.prepare(
    `delete from tallies where sandbox = ?1
     and key in (select key from tallies where sandbox = ?1 order by used limit ?2)`,
  );
  const forgetAny = db.prepare(
    `delete from tallies where (sandbox, key) in (select sandbox, key from tallies order by used limit ?)`,
  );

  return {
    find: (sandbox: string, key: string) => (find.get(sandbox, key) as [string] | undefined)?.[0],
    all: (sandbox: string) => all.all(sandbox) as [key: string, value: string][],
    inSandbox: (sandbox: string) => (inSandbox.get(sandbox) as [number])[0],
    /** Counts so many keys more in the store, and answers how many those are together. */
    inStore: (more: number) => (inStore.get(more) as [number])[0],
    put: (sandbox: string, key: string, value: string) => put.run(sandbox, key, value),
    /** Each answers how many keys it has forgotten. */
    clear: (sandbox: string) => clear.run(sandbox).changes,
    forget: (sandbox: string, keys: number) => forget.run(sandbox, keys).changes,
    forgetAny: (keys: number) => forgetAny.run(keys).changes,
  };
}

/** Keeps counts by sandbox and key. */
export class SqliteTallies {
  readonly #limits: TallyLimits;
  readonly #sql: ReturnType<typeof statements>;

  constructor(db: Database.Database, limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
    this.#sql = statements(db);
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const held = new Map(
      keys.flatMap((key) => {
        const value = this.#sql.find(sandbox, escapeKey(key));
        return value === undefined ? [] : [[key, value] as const];
      }),
    );
    const { entries, result } = counted(keys, step, (key) => readTally(held.get(key)));
    this.#put(sandbox, entries, entries.length - held.size);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    return this.#sql.all(sandbox).flatMap(([key, value]) => {
      const tally = readTally(value);
      return tally === undefined ? [] : [[readKey(key), tally] as const];
    });
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    const gone = this.#sql.clear(sandbox);
    if (gone > 0) this.#sql.inStore(-gone);
    this.#put(sandbox, entries, entries.length);
  }

  /** @param added how many of the keys are new */
  #put(sandbox: string, entries: readonly TallyEntry[], added: number): void {
    for (const [key, tally] of entries) this.#sql.put(sandbox, escapeKey(key), tallyText(tally));
    if (added === 0) return;
    const tooMany = this.#sql.inSandbox(sandbox) - this.#limits.perSandbox;
    const gone = tooMany > 0 ? this.#sql.forget(sandbox, tooMany) : 0;
    const tooManyInAll = this.#sql.inStore(added - gone) - this.#limits.perStore;
    if (tooManyInAll > 0) this.#sql.inStore(-this.#sql.forgetAny(tooManyInAll));
  }
}

const COLUMNS = 'id, hash, sandboxes, created as createdAt, expires as expiresAt';

/** Keeps tokens in a table of their own. */
class SqliteTokens implements TokenTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async add(token: StoredToken, limit: number): Promise<'added' | 'full'> {
    const { id, hash, sandboxes, createdAt, expiresAt } = token;
    return this.#connection.write(() => {
      const { db } = this.#connection;
      db.prepare('delete from tokens where expires <= ?').run(createdAt);
      const [count] = db.prepare('select count(*) from tokens').raw().get() as [number];
      if (count >= limit) return 'full';
      db.prepare('insert into tokens (id, hash, sandboxes, created, expires) values (?, ?, ?, ?, ?)').run(
        id,
        hash,
        sandboxes,
        createdAt,
        expiresAt,
      );
      return 'added';
    });
  }

  async all(now: number): Promise<readonly StoredToken[]> {
    return this.#select('expires > ? order by created, id', now);
  }

  async find(hash: string, now: number): Promise<StoredToken | undefined> {
    const [found] = await this.#select('hash = ? and expires > ?', hash, now);
    return found;
  }

  async remove(id: string): Promise<void> {
    await this.#connection.write(() => this.#connection.db.prepare('delete from tokens where id = ?').run(id));
  }

  #select(condition: string, ...values: readonly (string | number)[]): Promise<readonly StoredToken[]> {
    return this.#connection.read(
      () =>
        this.#connection.db.prepare(`select ${COLUMNS} from tokens where ${condition}`).all(...values) as StoredToken[],
    );
  }
}

/** Keeps everything in a file. */
export class SqliteStore implements Store {
  readonly exclusive = false;
  readonly tokens: SqliteTokens;
  readonly #connection: Connection;
  readonly #dataset: number;
  readonly #sql: ReturnType<typeof sqliteStatements>;
  readonly #tallies: SqliteTallies;

  /** @param dataset the number that the seeded data of this server has in the file */
  constructor(connection: Connection, dataset: number) {
    this.#connection = connection;
    this.#dataset = dataset;
    this.#sql = sqliteStatements(connection.db);
    this.#tallies = new SqliteTallies(connection.db);
    this.tokens = new SqliteTokens(connection);
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
    return this.#connection.read(() => {
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
    return this.#connection.read(() => {
      const kept = this.#sql.find(sandbox);
      if (kept === undefined) return undefined;
      const { generation, revision, config } = kept;
      const records = this.#sql.some(generation, collections).map(fromRow);
      return { mark: { generation, revision }, config: JSON.parse(config), records };
    });
  }

  async count(counting: Counting): Promise<Counts> {
    return this.#connection.read(() => this.#sql.alive(counting));
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    return this.#write(() => {
      const at = mark.generation === 0 ? this.#at(sandbox, mark) : mark;
      if (at === undefined) return 'conflict';
      const next = { generation: at.generation, revision: at.revision + writes.length };
      if (!this.#sql.advance(sandbox, at, next.revision)) return 'conflict';
      this.#put(next, toRows(writes.flat()));
      return next;
    });
  }

  async replace(sandbox: string, mark: Mark, replacement: Replacement): Promise<Mark | 'conflict'> {
    const { config, revision, records, tallies } = replacement;
    return this.#write(() => {
      const at = this.#at(sandbox, mark);
      if (at === undefined) return 'conflict';
      const next = { generation: this.#sql.nextGeneration(), revision };
      this.#sql.clear(at.generation);
      this.#sql.move(sandbox, next, JSON.stringify(config));
      this.#put(next, toRows(records));
      if (tallies !== undefined) this.#tallies.replace(sandbox, tallies);
      return next;
    });
  }

  async admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'> {
    return this.#write(() => {
      const kept = this.#sql.find(sandbox);
      if (kept !== undefined) return blankMark(kept);
      return this.#sql.count() < limit ? this.#add(sandbox) : 'full';
    });
  }

  async drop(sandbox: string): Promise<void> {
    await this.#write(() => this.#drop(sandbox));
  }

  async used(sandboxes: readonly string[]): Promise<void> {
    await this.#connection.writeSoon(() => this.#sql.used(sandboxes));
  }

  async expire(ttlSeconds: number | null): Promise<readonly string[]> {
    const idle = (): readonly string[] => this.#sql.idle(ttlSeconds, EXPIRED_AT_ONCE);
    // Mostly there is none, which a reader can see.
    if ((await this.#connection.read(idle)).length === 0) return [];
    return this.#write(() => {
      const names = idle();
      for (const name of names) this.#drop(name);
      return names;
    });
  }

  async list(): Promise<readonly ListedSandbox[]> {
    return this.#connection.read(() => this.#sql.list());
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    return this.#connection.read(() => this.#sql.unfinished(after, limit));
  }

  async tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    // Whoever counts is a request that may only read, and should not wait for the disk.
    return this.#connection.writeSoon(() => this.#tallies.tally(sandbox, keys, step));
  }

  async tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#connection.read(() => this.#tallies.of(sandbox));
  }

  async check(): Promise<void> {
    // Only a write that reaches the disk shows that there is room for one; what changes nothing is not written.
    await this.#write(() => this.#sql.nextGeneration());
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  /** Writes, as long as no other server has taken the file over for other seeded data. */
  #write<Result>(work: () => Result): Promise<Result> {
    return this.#connection.write(() => {
      if (this.#sql.dataset() !== this.#dataset) throw replacedDataset();
      return work();
    });
  }

  /** The mark of a sandbox, if it is this one; nobody having written to it yet, it begins here. */
  #at(sandbox: string, mark: Mark): Mark | undefined {
    const kept = this.#sql.find(sandbox);
    if (kept !== undefined) {
      return kept.generation === mark.generation && kept.revision === mark.revision ? mark : undefined;
    }
    return mark.generation === 0 && mark.revision === 0 ? this.#add(sandbox) : undefined;
  }

  #drop(sandbox: string): void {
    this.#tallies.replace(sandbox, []);
    const kept = this.#sql.find(sandbox);
    if (kept === undefined) return;
    this.#sql.clear(kept.generation);
    this.#sql.remove(sandbox);
  }

  #add(sandbox: string): Mark {
    const generation = this.#sql.nextGeneration();
    this.#sql.add(sandbox, generation);
    return { generation, revision: 0 };
  }

  #put({ generation, revision }: Mark, rows: readonly RecordRow[]): void {
    for (const row of rows) this.#sql.put(generation, revision, row);
  }
}

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
