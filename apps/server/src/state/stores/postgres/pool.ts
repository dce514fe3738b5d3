/** Connections to PostgreSQL that never keep a request waiting for long: what cannot be had soon is refused. */
import { escapeLiteral, Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';
import { storeUnavailable } from '../store.js';
import { connectMs, statementMs } from './limits.js';

/** A statement as the pool takes it. */
export interface Statement {
  /** Prepared once under this name by each connection. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** Gives up after this many ms. */
  readonly within?: number;
}

/** Runs one statement of a transaction. */
export type Query = <Row extends QueryResultRow>(statement: Statement) => Promise<readonly Row[]>;

/** A lock that ends with its transaction: the name stands for itself in a space of its own. */
interface Lock {
  readonly space: number;
  readonly name: string;
}

const CONNECTIONS = 10;
const CONNECT_MS = 2000;
/** The database itself gives up so much earlier, so that it is not left with work that nobody waits for. */
const ANSWER_MS = 1000;
/** Statements that may wait for a connection. */
const MAX_WAITING = 200;
/** After the database was too slow, requests are refused for this long before it is asked again. */
const REST_MS = 500;

const TOO_SLOW = /timeout/i;

/** Failures of connections, resources and operation: the next try may succeed. A fault of ours is none of these. */
const PASSING = /^(08|53|57|58|25006|40|55P03|28|3D000|42501)/;

/** What holds for every statement, whatever the database's own configuration says. */
const session = (url: string): string => `
set statement_timeout = ${statementMs(url)};
set idle_in_transaction_session_timeout = ${statementMs(url)};
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

/** A connection that breaks fails the next statement on it. */
const ignore = (): void => undefined;

/** The SQLSTATE of an error that the database sent; empty for any other error. */
export function stateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** What a connection needs; it may take so many ms to come about, unless its address says otherwise. */
export function connecting(url: string, ms: number) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs(url, ms),
    keepAlive: true,
    application_name: 'understudy',
  } satisfies PoolConfig;
}

/** A pool with bounds. */
export class PostgresPool {
  readonly #pool: Pool;
  #restsUntil = 0;

  constructor(url: string) {
    const settings = session(url);
    this.#pool = new Pool({
      ...connecting(url, CONNECT_MS),
      max: CONNECTIONS,
      query_timeout: statementMs(url) + ANSWER_MS,
      // The pool waits for it before it hands out the connection, which the types do not say.
      onConnect: (client) => client.query(settings),
    });
    // A connection that breaks while nobody uses it is replaced by the next request.
    this.#pool.on('error', () => undefined);
  }

  /** Runs one statement; fails as an unavailable store does where trying again may help. */
  async query<Row extends QueryResultRow>({ within, values, ...statement }: Statement): Promise<readonly Row[]> {
    this.#checkFree();
    try {
      // node-postgres takes a time limit for each statement, which its types leave out.
      const config = { ...statement, values: [...values], ...(within === undefined ? {} : { query_timeout: within }) };
      const { rows } = await this.#pool.query<Row>(config);
      return rows;
    } catch (error) {
      throw this.#judged(error);
    }
  }

  #checkFree(): void {
    if (performance.now() < this.#restsUntil) throw storeUnavailable(new Error('PostgreSQL was too slow a moment ago'));
    if (this.#pool.waitingCount < MAX_WAITING) return;
    throw storeUnavailable(new Error(`${MAX_WAITING} statements wait for a connection to PostgreSQL`));
  }

  #judged(error: unknown): unknown {
    const state = stateOf(error);
    if (state !== '' && !PASSING.test(state)) return error;
    const isSlow = state === '57014' || (state === '' && TOO_SLOW.test(String(error)));
    if (isSlow) this.#restsUntil = performance.now() + REST_MS;
    return storeUnavailable(error);
  }

  /**
   * Runs some work as one transaction. It begins by taking a lock, before anything is read, so that what is read is what
   * the holders of the lock before have written.
   */
  async transaction<Result>(lock: Lock, work: (query: Query) => Promise<Result>): Promise<Result> {
    this.#checkFree();
    const client = await this.#pool.connect().catch((error: unknown) => {
      throw this.#judged(error);
    });
    client.on('error', ignore);
    const query = async <Row extends QueryResultRow>({ values, ...statement }: Statement) => {
      const { rows } = await client.query<Row>({ ...statement, values: [...values] });
      return rows;
    };
    try {
      // One text, so that it is one round trip; such a text takes no values.
      await client.query(`begin; select pg_advisory_xact_lock(${lock.space}, hashtext(${escapeLiteral(lock.name)}))`);
      const result = await work(query);
      await client.query('commit');
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      // The end of its connection ends the transaction, whatever state that is in.
      client.release(true);
      throw this.#judged(error);
    }
  }

  /** Runs some work while a connection of its own holds a lock. */
  async holding<Result>({ take, leave }: { take: Statement; leave: Statement }, work: () => Promise<Result>) {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      // The pool listens to connections that nobody holds; unheard, the end of this one would end the process.
      client.on('error', ignore);
      await client.query({ text: take.text, values: [...take.values] });
    } catch (error) {
      client?.release(true);
      throw this.#judged(error);
    }
    let isLeft = false;
    try {
      return await work();
    } finally {
      // A connection that ends gives the lock back as well.
      isLeft = await client.query({ text: leave.text, values: [...leave.values] }).then(
        () => true,
        () => false,
      );
      // One that is given up may still fail while it ends.
      if (isLeft) client.off('error', ignore);
      client.release(!isLeft);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}
