/** The store of one machine: a SQLite file that survives restarts, and that several processes may share. */
import type { CountStep, TallyEntry } from '../../../faults/action.js';
import { DEFAULT_SANDBOX } from '../../../kit/sandbox-address.js';
import { tooLargeToRead } from '../../model/failures.js';
import { type Counts, type Mark, type StoredRecord, UNFINISHED } from '../../model/internal.js';
import {
  type Changes,
  type Counting,
  EXPIRED_AT_ONCE,
  type ListedSandbox,
  type Replacement,
  type Store,
  StoreAway,
  StoreRefused,
  replacedDataset,
  TALLY_LIMITS,
  type TallyLimits,
} from '../store.js';
import {
  blankMark,
  counted,
  escapeKey,
  fromRow,
  readKey,
  readTally,
  type RecordRow,
  type SandboxRow,
  tallyText,
  toRows,
} from '../rows.js';
import { SqlTokens } from '../tokens.js';
import { resolve } from 'node:path';
import Database from 'libsql';
import type { DatasetSpec } from '../compatibility.js';
import { Connection, isAway, OpenedFile, prepareSqlite, reasonOf, Statements } from './connection.js';

/** Keeps counts by sandbox and key. */
export class SqliteTallies {
  readonly #limits: TallyLimits;
  readonly #sql: Statements;

  constructor(sql: Statements, limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
    this.#sql = sql;
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const held = new Map<string, string>();
    for (const key of keys) {
      const find = 'select value from tallies where sandbox = $1 and key = $2';
      const value = this.#sql.value<string | undefined>(find, sandbox, escapeKey(key));
      if (value !== undefined) held.set(key, value);
    }
    const { entries, result } = counted(keys, step, (key) => readTally(held.get(key)));
    this.#put(sandbox, entries, entries.length - held.size);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    const all = 'select key, value from tallies where sandbox = $1 order by used';
    return this.#sql.rows<{ key: string; value: string }>(all, [sandbox]).flatMap(({ key, value }) => {
      const tally = readTally(value);
      return tally === undefined ? [] : [[readKey(key), tally] as const];
    });
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    const gone = this.#sql.change('delete from tallies where sandbox = $1', sandbox);
    if (gone > 0) this.#grow(-gone);
    this.#put(sandbox, entries, entries.length);
  }

  /** Counts so many keys more in the store, and answers how many those are together. */
  #grow(more: number): number {
    return this.#sql.value('update world set tallies = tallies + $1 returning tallies', more);
  }

  /** @param added how many of the keys are new */
  #put(sandbox: string, entries: readonly TallyEntry[], added: number): void {
    for (const [key, tally] of entries) {
      this.#sql.change(
        `insert into tallies (sandbox, key, used, value)
         select $1, $2, coalesce(max(used), 0) + 1, $3 from tallies where true
         on conflict do update set used = excluded.used, value = excluded.value`,
        sandbox,
        escapeKey(key),
        tallyText(tally),
      );
    }
    if (added === 0) return;
    const tooMany =
      this.#sql.value('select count(*) from tallies where sandbox = $1', sandbox) - this.#limits.perSandbox;
    const forget = `delete from tallies where sandbox = $1
      and key in (select key from tallies where sandbox = $1 order by used limit $2)`;
    const gone = tooMany > 0 ? this.#sql.change(forget, sandbox, tooMany) : 0;
    const tooManyInAll = this.#grow(added - gone) - this.#limits.perStore;
    const forgetAny = `delete from tallies where (sandbox, key) in
      (select sandbox, key from tallies order by used limit $1)`;
    if (tooManyInAll > 0) this.#grow(-this.#sql.change(forgetAny, tooManyInAll));
  }
}

/** A sandbox in the list of all. */
interface ListRow {
  readonly name: string;
  readonly position: number;
  readonly configured: number;
  readonly blank: number;
  readonly created: number;
  readonly used: number;
}

/** The records of a state ($1) for which something holds. */
const recordsWhere = (condition: string): string =>
  `select collection, id, value, place, expires from records where generation = $1 and ${condition}
   order by place, collection, id`;

const SINCE = recordsWhere('revision > $2');
const OF_COLLECTIONS = recordsWhere('collection in (select value from json_each($2))');

/** Of a text, this reads the length alone. */
const BYTES = 'select coalesce(sum(octet_length(value)), 0) from records where generation = $1 and revision > $2';

/** Sandboxes whose idle life is over. */
const IDLE = `select name from (
  select name, used, case when config = 'null' then $1 else config ->> '$.ttl_seconds' end * 1000 as life
  from sandboxes where name <> '${DEFAULT_SANDBOX}'
) where used + life + min(life / 10, 60000) < $2 limit $3`;

/** Keeps everything in a file. */
export class SqliteStore implements Store {
  readonly exclusive = false;
  readonly tokens: SqlTokens;
  readonly #connection: Connection;
  readonly #dataset: number;
  readonly #sql: Statements;
  readonly #tallies: SqliteTallies;

  /** @param dataset the number that the seeded data of this server has in the file */
  constructor(connection: Connection, dataset: number) {
    this.#connection = connection;
    this.#dataset = dataset;
    const sql = new Statements(connection.db);
    this.#sql = sql;
    this.#tallies = new SqliteTallies(sql);
    this.tokens = new SqlTokens({
      prefix: '',
      read: (text, values) => connection.read(() => sql.rows<object>(text, values)),
      write: (text, values) => connection.write(() => sql.rows<object>(text, values)),
    });
  }

  /** Another number once another connection has written. */
  readonly version = (): number => {
    try {
      return this.#sql.value('pragma data_version');
    } catch {
      // Whoever asks the store then learns what is wrong.
      return Number.NaN;
    }
  };

  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    return this.#connection.read(() => {
      const stored = this.#find(sandbox);
      if (stored === undefined) return undefined;
      const { generation, revision, config } = stored;
      const isKnown = generation === mark.generation && revision >= mark.revision;
      const since = isKnown ? mark.revision : -1;
      const bytes = revision > since ? this.#sql.value(BYTES, generation, since) : 0;
      if (bytes > maxBytes) throw tooLargeToRead(sandbox, bytes, maxBytes);
      const rows = revision > since ? this.#sql.rows<RecordRow>(SINCE, [generation, since]) : [];
      return { mark: { generation, revision }, config: JSON.parse(config), records: rows.map(fromRow) };
    });
  }

  async glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined> {
    return this.#connection.read(() => {
      const stored = this.#find(sandbox);
      if (stored === undefined) return undefined;
      const { generation, revision, config } = stored;
      const rows = this.#sql.rows<RecordRow>(OF_COLLECTIONS, [generation, JSON.stringify(collections)]);
      return { mark: { generation, revision }, config: JSON.parse(config), records: rows.map(fromRow) };
    });
  }

  async count({ generation, now, without }: Counting): Promise<Counts> {
    const alive = `select count(*) as changed, coalesce(sum(octet_length(value)), 0) as bytes from records
      where generation = $1 and (expires is null or expires > $2)
      and collection not in (select value from json_each($3))`;
    return this.#connection.read(() => {
      const [found] = this.#sql.rows<Counts>(alive, [generation, now, JSON.stringify(without)]);
      return found ?? { changed: 0, bytes: 0 };
    });
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    return this.#write(() => {
      const at = mark.generation === 0 ? this.#at(sandbox, mark) : mark;
      if (at === undefined) return 'conflict';
      const { generation, revision } = at;
      const next = { generation, revision: revision + writes.length };
      const advance = `update sandboxes set revision = $1, used = $2
        where name = $3 and generation = $4 and revision = $5`;
      const moved = this.#sql.change(advance, next.revision, Date.now(), sandbox, generation, revision);
      if (moved !== 1) return 'conflict';
      this.#put(next, toRows(writes.flat()));
      return next;
    });
  }

  async replace(sandbox: string, mark: Mark, replacement: Replacement): Promise<Mark | 'conflict'> {
    const { config, revision, records, tallies } = replacement;
    return this.#write(() => {
      const at = this.#at(sandbox, mark);
      if (at === undefined) return 'conflict';
      const next = { generation: this.#nextGeneration(), revision };
      this.#clear(at);
      const move = 'update sandboxes set generation = $1, revision = $2, config = $3, used = $4 where name = $5';
      this.#sql.change(move, next.generation, revision, JSON.stringify(config), Date.now(), sandbox);
      this.#put(next, toRows(records));
      if (tallies !== undefined) this.#tallies.replace(sandbox, tallies);
      return next;
    });
  }

  async admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'> {
    return this.#write(() => {
      const stored = this.#find(sandbox);
      if (stored !== undefined) return blankMark(stored);
      return this.#sql.value('select count(*) from sandboxes') < limit ? this.#add(sandbox) : 'full';
    });
  }

  async drop(sandbox: string): Promise<void> {
    await this.#write(() => this.#drop(sandbox));
  }

  async used(sandboxes: readonly string[]): Promise<void> {
    const use = 'update sandboxes set used = $1 where name in (select value from json_each($2))';
    await this.#connection.writeSoon(() => this.#sql.change(use, Date.now(), JSON.stringify(sandboxes)));
  }

  async expire(ttlSeconds: number | null): Promise<readonly string[]> {
    const idle = (): readonly string[] =>
      this.#sql.rows<{ name: string }>(IDLE, [ttlSeconds, Date.now(), EXPIRED_AT_ONCE]).map(({ name }) => name);
    // Mostly there is none, which a reader can see.
    if ((await this.#connection.read(idle)).length === 0) return [];
    return this.#write(() => {
      const names = idle();
      for (const name of names) this.#drop(name);
      return names;
    });
  }

  async list(): Promise<readonly ListedSandbox[]> {
    const all = `select name, position, config <> 'null' as configured, revision = 0 and config = 'null' as blank,
      created, used from sandboxes order by position`;
    const rows = await this.#connection.read(() => this.#sql.rows<ListRow>(all));
    return rows.map(({ name, position, configured, blank, created, used }) => ({
      name,
      position,
      isConfigured: configured === 1,
      isBlank: blank === 1,
      lifetime: { createdAt: created, usedAt: used },
    }));
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    const unfinished = `select name from sandboxes s where name > $1 and exists (
      select 1 from records r where r.generation = s.generation and r.expires = ${UNFINISHED}
    ) order by name limit $2`;
    const rows = await this.#connection.read(() => this.#sql.rows<{ name: string }>(unfinished, [after, limit]));
    return rows.map(({ name }) => name);
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
    await this.#write(() => this.#nextGeneration());
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  /** Writes, as long as no other server has taken the file over for other seeded data. */
  #write<Result>(work: () => Result): Promise<Result> {
    return this.#connection.write(() => {
      if (this.#sql.value('select dataset from world') !== this.#dataset) throw replacedDataset();
      return work();
    });
  }

  #find(sandbox: string): SandboxRow | undefined {
    const find = 'select generation, revision, config from sandboxes where name = $1';
    return this.#sql.rows<SandboxRow>(find, [sandbox])[0];
  }

  /** The mark of a sandbox, if it is this one; nobody having written to it yet, it begins here. */
  #at(sandbox: string, mark: Mark): Mark | undefined {
    const stored = this.#find(sandbox);
    if (stored !== undefined) {
      return stored.generation === mark.generation && stored.revision === mark.revision ? mark : undefined;
    }
    return mark.generation === 0 && mark.revision === 0 ? this.#add(sandbox) : undefined;
  }

  #nextGeneration(): number {
    return this.#sql.value('update world set generations = generations + 1 returning generations');
  }

  #clear({ generation }: Mark): void {
    this.#sql.change('delete from records where generation = $1', generation);
  }

  #drop(sandbox: string): void {
    this.#tallies.replace(sandbox, []);
    const stored = this.#find(sandbox);
    if (stored === undefined) return;
    this.#clear(stored);
    this.#sql.change('delete from sandboxes where name = $1', sandbox);
  }

  #add(sandbox: string): Mark {
    const generation = this.#nextGeneration();
    const add = `insert into sandboxes (name, position, generation, revision, config, created, used)
      select $1, coalesce(max(position) + 1, 0), $2, 0, 'null', $3, $3 from sandboxes`;
    this.#sql.change(add, sandbox, generation, Date.now());
    return { generation, revision: 0 };
  }

  #put({ generation, revision }: Mark, rows: readonly RecordRow[]): void {
    const put = `insert into records (generation, collection, id, revision, value, place, expires)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict do update set
        revision = excluded.revision, value = excluded.value, expires = excluded.expires,
        place = coalesce(excluded.place, place)`;
    const take = 'delete from records where generation = $1 and collection = $2 and id = $3';
    for (const { collection, id, value, place, expires } of rows) {
      if (value === null) this.#sql.change(take, generation, collection, id);
      else this.#sql.change(put, generation, collection, id, revision, value, place, expires);
    }
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
