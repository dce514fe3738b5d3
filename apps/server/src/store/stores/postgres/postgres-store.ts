/** The store of many replicas: a PostgreSQL database that all of them write to. */
import type { CountStep, TallyEntry } from '../../../faults/action.js';
import type { Counts, Mark, StoredRecord } from '../../model/internal.js';
import {
  type Changes,
  type Counting,
  EXPIRED_AT_ONCE,
  type StoredToken,
  lineOf,
  type ListedSandbox,
  type Replacement,
  type Store,
  StoreAway,
  StoreRefused,
  storeUnavailable,
  replacedDataset,
  type TokenTable,
} from '../store.js';
import { PostgresTallies } from './postgres-tallies.js';
import * as sql from './statements.js';
import { LEAVE_ALONE, PostgresReader, TAKE_ALONE } from './statements.js';
import { blankMark, fromRow, type RecordRow, toRows } from '../rows.js';
import { Client } from 'pg';
import type { DatasetSpec } from '../compatibility.js';
import { connecting, isAway, PostgresPool, type Query, type Statement, statementMs, stateOf } from './pool.js';
import { preparePostgres } from './schema.js';

const COLUMNS = 'id, hash, sandboxes, created::float8 as "createdAt", expires::float8 as "expiresAt"';

/** Adds a token ($1 to $5), where that makes no more than $6 of those that have not ended when it was made; the others go. */
const ADD = `
with ended as (delete from understudy_tokens where expires <= $4::float8),
alive as (select count(*) as count from understudy_tokens where expires > $4::float8)
insert into understudy_tokens (id, hash, sandboxes, created, expires)
select $1, $2, $3, $4::float8, $5::float8 from alive where count < $6::float8
returning id`;

/** Keeps tokens in a table of their own. */
class PostgresTokens implements TokenTable {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  async add({ id, hash, sandboxes, createdAt, expiresAt }: StoredToken, limit: number): Promise<'added' | 'full'> {
    const values = [id, hash, sandboxes, createdAt, expiresAt, limit];
    const added = await this.#pool.query({ name: 'understudy_add_token', text: ADD, values });
    return added.length > 0 ? 'added' : 'full';
  }

  async all(now: number): Promise<readonly StoredToken[]> {
    return this.#pool.query<StoredToken>({
      name: 'understudy_tokens',
      text: `select ${COLUMNS} from understudy_tokens where expires > $1::float8 order by created, id`,
      values: [now],
    });
  }

  async find(hash: string, now: number): Promise<StoredToken | undefined> {
    const [found] = await this.#pool.query<StoredToken>({
      name: 'understudy_find_token',
      text: `select ${COLUMNS} from understudy_tokens where hash = $1 and expires > $2::float8`,
      values: [hash, now],
    });
    return found;
  }

  async remove(id: string): Promise<void> {
    await this.#pool.query({
      name: 'understudy_remove_token',
      text: 'delete from understudy_tokens where id = $1',
      values: [id],
    });
  }
}

/** Each holds a connection and needs another one. */
const MAX_ALONE = 3;

/** The writers of this process that write alone. */
class LoneWriters {
  readonly #pool: PostgresPool;
  /** Sandboxes that no other process writes to at the moment. */
  readonly #sandboxes = new Set<string>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Whether no other process writes to a sandbox at the moment. */
  has(sandbox: string): boolean {
    return this.#sandboxes.has(sandbox);
  }

  /** Does some work while no other process writes to a sandbox; who comes late does it as before. */
  async during<Result>(sandbox: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#sandboxes.size >= MAX_ALONE || this.#sandboxes.has(sandbox)) return work();
    const values = [sandbox];
    const lock = { take: { name: '', text: TAKE_ALONE, values }, leave: { name: '', text: LEAVE_ALONE, values } };
    return this.#pool.holding(lock, async () => {
      this.#sandboxes.add(sandbox);
      try {
        return await work();
      } finally {
        this.#sandboxes.delete(sandbox);
      }
    });
  }
}

/** The columns collection, id, value, place and expires. */
function columns(records: readonly StoredRecord[]): unknown[] {
  const rows = toRows(records);
  return [
    rows.map(({ collection }) => collection),
    rows.map(({ id }) => id),
    rows.map(({ value }) => value),
    rows.map(({ place }) => place),
    rows.map(({ expires }) => expires),
  ];
}

/** A probe wants to know soon. */
const CHECK_MS = 1000;

/** Others who add sandboxes in the same moment may take the position that this one was to have, but not for ever. */
const MAX_ATTEMPTS = 20;

/** How many sandboxes there are, beside one of them; where that is not there, its columns are null. */
type CountRow = Mark & { readonly config: string | null; readonly count: number; readonly dataset: number };

/** What a write has led to; on a conflict, the columns of the mark are null. */
interface WrittenRow {
  readonly generation: number | null;
  readonly revision: number | null;
  readonly dataset: number;
}

/** A record beside the mark and configuration of its sandbox; where there is none, its columns are null. */
type GlanceRow = Mark & Omit<RecordRow, 'collection'> & { readonly config: string; readonly collection: string | null };

/** A sandbox in the list of all. */
type ListRow = Omit<ListedSandbox, 'lifetime'> & { readonly created: number; readonly used: number };

/** What is settled when a database is opened. */
interface PostgresSettings {
  /** The number that the seeded data of this server has in it. */
  readonly dataset: number;
  /** How long a statement may take. */
  readonly statementMs: number;
}

/** Keeps everything in a database. */
export class PostgresStore implements Store {
  readonly exclusive = false;
  readonly turnMs: number;
  readonly tokens: PostgresTokens;
  readonly #dataset: number;
  readonly #pool: PostgresPool;
  readonly #reader: PostgresReader;
  readonly #alone: LoneWriters;
  readonly #tallies: PostgresTallies;

  constructor(pool: PostgresPool, { dataset, statementMs: ms }: PostgresSettings) {
    // The next one has its turn even where one writer waits until the database gives up.
    this.turnMs = ms + 2000;
    this.#dataset = dataset;
    this.#pool = pool;
    this.#reader = new PostgresReader(pool);
    this.#alone = new LoneWriters(pool);
    this.#tallies = new PostgresTallies(pool);
    this.tokens = new PostgresTokens(pool);
  }

  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    return this.#reader.changedSince(sandbox, mark, maxBytes);
  }

  async glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined> {
    const statement = { name: 'understudy_glance', text: sql.GLANCE, values: [sandbox, collections] };
    const rows = await this.#pool.query<GlanceRow>(statement);
    const [first] = rows;
    if (first === undefined) return undefined;
    const { generation, revision, config } = first;
    const records = rows.flatMap(({ collection, ...row }) =>
      collection === null ? [] : [fromRow({ collection, ...row })],
    );
    return { mark: { generation, revision }, config: JSON.parse(config), records };
  }

  async count({ generation, without, now }: Counting): Promise<Counts> {
    const statement = { name: 'understudy_count_records', text: sql.COUNT_RECORDS, values: [generation, now, without] };
    const [found] = await this.#pool.query<{ changed: number; bytes: number }>(statement);
    return found ?? { changed: 0, bytes: 0 };
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    const at = await this.#begun(sandbox, mark);
    if (at === undefined) return 'conflict';
    const records = writes.flat();
    const values = [...columns(records), sandbox, at.generation, at.revision, writes.length, this.#dataset];
    const removes = records.some(({ value }) => value === null);
    const statement = sql.write({ isAlone: this.#alone.has(sandbox), removes });
    return this.#written({ ...statement, values });
  }

  async replace(sandbox: string, mark: Mark, replacement: Replacement): Promise<Mark | 'conflict'> {
    const { config, revision, records, tallies } = replacement;
    const at = await this.#begun(sandbox, mark);
    if (at === undefined) return 'conflict';
    const values = [
      ...columns(records),
      sandbox,
      at.generation,
      at.revision,
      revision,
      JSON.stringify(config),
      this.#dataset,
    ];
    const statement = { name: 'understudy_replace', text: sql.REPLACE, values };
    if (tallies === undefined) return this.#written(statement);
    return this.#tallies.during(sandbox, async (table, query) => {
      const next = await this.#written(statement, query);
      if (next === 'conflict') return next;
      await table.clear();
      await table.put(tallies);
      return next;
    });
  }

  alone<Result>(sandbox: string, work: () => Promise<Result>): Promise<Result> {
    return this.#alone.during(sandbox, work);
  }

  async admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'> {
    for (let i = 0; i < MAX_ATTEMPTS; i++) {
      const added = await this.#add(sandbox, limit);
      if (added !== undefined) return added;
      const statement = { name: 'understudy_count', text: sql.COUNT, values: [sandbox] };
      const [found] = await this.#pool.query<CountRow>(statement);
      if (found !== undefined) this.#checkDataset(found.dataset);
      if (found !== undefined && found.config !== null) return blankMark({ ...found, config: found.config });
      if (found !== undefined && found.count >= limit) return 'full';
    }
    throw storeUnavailable(new Error('others added sandboxes first every time'));
  }

  async drop(sandbox: string): Promise<void> {
    await this.#tallies.during(sandbox, async (table, query) => {
      await query({ name: 'understudy_drop', text: sql.DROP, values: [sandbox] });
      await table.clear();
    });
  }

  async used(sandboxes: readonly string[]): Promise<void> {
    await this.#pool.query({ name: 'understudy_used', text: sql.USED, values: [sandboxes] });
  }

  async expire(ttlSeconds: number | null): Promise<readonly string[]> {
    const values = [ttlSeconds, EXPIRED_AT_ONCE];
    const idle = await this.#pool.query<{ name: string }>({
      name: 'understudy_expired',
      text: sql.EXPIRED,
      values,
    });
    const expired: string[] = [];
    for (const { name } of idle) {
      await this.#tallies.during(name, async (table, query) => {
        const statement = { name: 'understudy_expire', text: sql.EXPIRE, values: [ttlSeconds, name] };
        if ((await query(statement)).length === 0) return;
        await table.clear();
        expired.push(name);
      });
    }
    return expired;
  }

  async list(): Promise<readonly ListedSandbox[]> {
    const rows = await this.#pool.query<ListRow>({ name: 'understudy_list', text: sql.LIST, values: [] });
    return rows.map(({ created: createdAt, used: usedAt, ...row }) => ({ ...row, lifetime: { createdAt, usedAt } }));
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    const statement = { name: 'understudy_unfinished', text: sql.UNFINISHED, values: [after, limit] };
    const rows = await this.#pool.query<{ name: string }>(statement);
    return rows.map(({ name }) => name);
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    return this.#tallies.tally(sandbox, keys, step);
  }

  tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#tallies.of(sandbox);
  }

  async check(): Promise<void> {
    const statement = { name: 'understudy_check', text: sql.CHECK, values: [], within: CHECK_MS };
    const [found] = await this.#pool.query<{ read_only: string; dataset: number }>(statement);
    if (found?.read_only !== 'off') {
      throw storeUnavailable(new Error('the database takes no writes'), 'the store takes no writes at the moment');
    }
    this.#checkDataset(found.dataset);
  }

  async close(): Promise<void> {
    await this.#pool.close();
  }

  #checkDataset(dataset: number): void {
    if (dataset !== this.#dataset) throw replacedDataset();
  }

  /** Runs a statement that writes, and answers the mark that it has led to. */
  async #written(statement: Statement, query: Query = (asked) => this.#pool.query(asked)): Promise<Mark | 'conflict'> {
    const [row] = await query<WrittenRow>(statement);
    if (row !== undefined) this.#checkDataset(row.dataset);
    if (row === undefined || row.generation === null || row.revision === null) return 'conflict';
    return { generation: row.generation, revision: row.revision };
  }

  /** The mark to write on: nobody having written to the sandbox yet, it begins here. */
  async #begun(sandbox: string, mark: Mark): Promise<Mark | undefined> {
    if (mark.generation !== 0) return mark;
    return mark.revision === 0 ? this.#add(sandbox, Number.MAX_SAFE_INTEGER) : undefined;
  }

  async #add(sandbox: string, limit: number): Promise<Mark | undefined> {
    const values = [sandbox, limit, this.#dataset];
    const [added] = await this.#pool.query<Mark>({ name: 'understudy_add', text: sql.ADD, values });
    return added;
  }
}

/** Nobody waits for an answer yet when a server starts, perhaps along with many others. */
const START_MS = 5000;

function reasonOf(error: unknown): string {
  const state = stateOf(error);
  if (state.startsWith('28')) return 'the database refuses the user or the password';
  if (state === '3D000') return 'there is no such database; create it first';
  if (state === '42501' || state === '25006') {
    return `this user may not make or use the tables there (${lineOf(error)})`;
  }
  if (state.startsWith('57') || state.startsWith('53')) return `the database refuses the connection (${lineOf(error)})`;
  if (state === '') return `the database cannot be reached (${lineOf(error)})`;
  return `the database cannot be used (${lineOf(error)})`;
}

/** Opens the store in a database. */
export async function openPostgres(url: string, dataset: DatasetSpec, warn: (line: string) => void): Promise<Store> {
  let client: Client | undefined;
  try {
    // First of all, since it reads the limits of the address; it does not connect yet.
    const pool = new PostgresPool(url);
    client = new Client(connecting(url, START_MS));
    // A connection that breaks fails the statement that runs on it; nobody else has to know.
    client.on('error', () => undefined);
    await client.connect();
    return new PostgresStore(pool, {
      dataset: await preparePostgres(client, dataset, warn),
      statementMs: statementMs(url),
    });
  } catch (error) {
    if (error instanceof StoreRefused) throw error;
    throw new (isAway(error) ? StoreAway : StoreRefused)('store', reasonOf(error), error);
  } finally {
    await client?.end().catch(() => undefined);
  }
}
