/** The store of one machine: a SQLite file that survives restarts, and that several processes may share. */
import type { CountStep, TallyEntry } from '../../../faults/tally.js';
import { tooLargeToRead } from '../../model/full.js';
import type { Counts } from '../../model/counts.js';
import type { StoredRecord } from '../../model/stored-record.js';
import type { Mark } from '../../model/mark.js';
import {
  type Changes,
  type Counting,
  EXPIRED_AT_ONCE,
  type Lifetime,
  type ListedSandbox,
  type Replacement,
  type Store,
  takenOver,
} from '../store.js';
import type { Connection } from './connection.js';
import { blankMark, fromRow, type RecordRow, toRows } from '../rows.js';
import { SqliteTallies } from './sqlite-tallies.js';
import { SqliteTokens } from './sqlite-tokens.js';
import { sqliteStatements } from './statements.js';

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

  async lifetime(sandbox: string): Promise<Lifetime | undefined> {
    return this.#connection.read(() => this.#sql.lifetime(sandbox));
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
      if (this.#sql.dataset() !== this.#dataset) throw takenOver();
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
