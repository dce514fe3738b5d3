/** The store of many replicas: a PostgreSQL database that all of them write to. */
import type { CountStep, TallyEntry } from '../../../faults/action.js';
import type { Counts, Mark, StoredRecord } from '../../model/internal.js';
import {
  type Changes,
  type Counting,
  EXPIRED_AT_ONCE,
  lineOf,
  type ListedSandbox,
  type Replacement,
  type Store,
  StoreAway,
  StoreRefused,
  storeUnavailable,
  replacedDataset,
} from '../store.js';
import { PostgresTallies } from './postgres-tallies.js';
import * as sql from './statements.js';
import { LEAVE_ALONE, PostgresReader, TAKE_ALONE } from './statements.js';
import { blankMark, fromRow, type RecordRow, toRows } from '../rows.js';
import { Client } from 'pg';
import type { DatasetSpec } from '../compatibility.js';
import { connecting, isAway, PostgresPool, statementMs, stateOf } from './pool.js';
import { preparePostgres } from './schema.js';
import { SqlTokens } from '../tokens.js';

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
    return this.#pool.holding({ take: TAKE_ALONE, leave: LEAVE_ALONE, values: [sandbox] }, async () => {
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
  readonly tokens: SqlTokens;
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
    this.tokens = new SqlTokens({ prefix: 'understudy_', read: pool.query, write: pool.query });
  }

  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    return this.#reader.changedSince(sandbox, mark, maxBytes);
  }

  async glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined> {
    const rows = await this.#pool.query<GlanceRow>(sql.GLANCE, [sandbox, collections]);
    const [first] = rows;
    if (first === undefined) return undefined;
    const { generation, revision, config } = first;
    const records = rows.flatMap(({ collection, ...row }) =>
      collection === null ? [] : [fromRow({ collection, ...row })],
    );
    return { mark: { generation, revision }, config: JSON.parse(config), records };
  }

  async count({ generation, without, now }: Counting): Promise<Counts> {
    const [found] = await this.#pool.query<Counts & object>(sql.COUNT_RECORDS, [generation, now, without]);
    return found ?? { changed: 0, bytes: 0 };
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    const at = await this.#begun(sandbox, mark);
    if (at === undefined) return 'conflict';
    const records = writes.flat();
    const values = [...columns(records), sandbox, at.generation, at.revision, writes.length, this.#dataset];
    const removes = records.some(({ value }) => value === null);
    return this.#written(sql.write({ isAlone: this.#alone.has(sandbox), removes }), values);
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
    if (tallies === undefined) return this.#written(sql.REPLACE, values);
    return this.#tallies.during(sandbox, async (table, query) => {
      const next = await this.#written(sql.REPLACE, values, query);
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
      const [found] = await this.#pool.query<CountRow>(sql.COUNT, [sandbox]);
      if (found !== undefined) this.#checkDataset(found.dataset);
      if (found !== undefined && found.config !== null) return blankMark({ ...found, config: found.config });
      if (found !== undefined && found.count >= limit) return 'full';
    }
    throw storeUnavailable(new Error('others added sandboxes first every time'));
  }

  async drop(sandbox: string): Promise<void> {
    await this.#tallies.during(sandbox, async (table, query) => {
      await query(sql.DROP, [sandbox]);
      await table.clear();
    });
  }

  async used(sandboxes: readonly string[]): Promise<void> {
    await this.#pool.query(sql.USED, [sandboxes]);
  }

  async expire(ttlSeconds: number | null): Promise<readonly string[]> {
    const idle = await this.#pool.query<{ name: string }>(sql.EXPIRED, [ttlSeconds, EXPIRED_AT_ONCE]);
    const expired: string[] = [];
    for (const { name } of idle) {
      await this.#tallies.during(name, async (table, query) => {
        if ((await query(sql.EXPIRE, [ttlSeconds, name])).length === 0) return;
        await table.clear();
        expired.push(name);
      });
    }
    return expired;
  }

  async list(): Promise<readonly ListedSandbox[]> {
    const rows = await this.#pool.query<ListRow>(sql.LIST);
    return rows.map(({ created: createdAt, used: usedAt, ...row }) => ({ ...row, lifetime: { createdAt, usedAt } }));
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    const rows = await this.#pool.query<{ name: string }>(sql.UNFINISHED, [after, limit]);
    return rows.map(({ name }) => name);
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    return this.#tallies.tally(sandbox, keys, step);
  }

  tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#tallies.of(sandbox);
  }

  async check(): Promise<void> {
    const [found] = await this.#pool.queryWithin<{ read_only: string; dataset: number }>(CHECK_MS, sql.CHECK);
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
  async #written(text: string, values: readonly unknown[], query = this.#pool.query): Promise<Mark | 'conflict'> {
    const [row] = await query<WrittenRow>(text, values);
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
    const [added] = await this.#pool.query<Mark & object>(sql.ADD, [sandbox, limit, this.#dataset]);
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
