/** Connections to PostgreSQL that never keep a request waiting for long: what cannot be had soon is refused. */
import { escapeLiteral, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { storeUnavailable } from '../store.js';
import { connecting, session } from './connecting.js';
import { isDeadlock, isPassing, isSlow, outageOf } from './failure.js';
import { connectMs, statementMs } from './limits.js';

/** After a connection could not be had, while others are in use, the next one is asked for so much later, in ms. */
const AGAIN_MS = 100;

/** Somebody who waits for a connection. */
interface Waiter {
  /** How many had come by then. */
  readonly position: number;
  readonly give: (client: PoolClient) => void;
  readonly fail: (error: unknown) => void;
}

/** How much is lent, and how long it is waited for. */
interface LendingLimits {
  /** Connections at the same time. */
  readonly connections: number;
  /** How long somebody waits for one, in ms. */
  readonly waitMs: number;
}

/**
 * Lends connections. The pool itself has a request wait for the connection that it was opened for, even where another
 * one has become free: then a name server or a handshake that takes its time fails requests for which there was room.
 */
export class Connections {
  readonly #pool: Pool;
  readonly #limits: LendingLimits;
  readonly #waiting = new Set<Waiter>();
  readonly #broken = new WeakSet<object>();
  /** How many have ever come. */
  #come = 0;
  /** How many the pool was asked for, and has not given. */
  #asked = 0;
  #lent = 0;
  /** Whether more will be asked for by and by. */
  #isPlanned = false;

  constructor(pool: Pool, limits: LendingLimits) {
    this.#pool = pool;
    this.#limits = limits;
    // Heard while it is lent as well: else its end would be the end of the process.
    pool.on('connect', (client) => client.on('error', () => this.#broken.add(client)));
    // One that breaks while nobody uses it is replaced by the next request.
    pool.on('error', () => undefined);
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** Lends a connection, which must be given back. */
  take(): Promise<PoolClient> {
    return new Promise((resolve, reject) => {
      const { waitMs } = this.#limits;
      const late = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new Error(`no connection came about within ${waitMs} ms`));
      }, waitMs);
      const settled = (): void => {
        clearTimeout(late);
        this.#waiting.delete(waiter);
      };
      const waiter: Waiter = {
        position: (this.#come += 1),
        give: (client) => {
          settled();
          resolve(client);
        },
        fail: (error) => {
          settled();
          reject(error);
        },
      };
      this.#waiting.add(waiter);
      // One more, whatever has become of those before: they may never come.
      this.#ask();
    });
  }

  /** Takes a connection back; one that is not whole is ended. */
  giveBack(client: PoolClient, isWhole: boolean): void {
    this.#lent -= 1;
    if (isWhole && !this.#broken.has(client)) this.#hand(client);
    else {
      client.release(true);
      this.#askForAll();
    }
  }

  #hand(client: PoolClient): void {
    const [first] = this.#waiting;
    if (first === undefined) return client.release();
    this.#lent += 1;
    first.give(client);
  }

  /** Asks the pool for one, but never where it would wait itself. */
  #ask(): void {
    if (this.#asked + this.#lent < this.#limits.connections) void this.#fetch();
  }

  async #fetch(): Promise<void> {
    const come = this.#come;
    this.#asked += 1;
    let client: PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      this.#asked -= 1;
      this.#missed(error, come);
      return;
    }
    this.#asked -= 1;
    this.#hand(client);
  }

  #askForAll(): void {
    for (let left = this.#waiting.size - this.#asked; left > 0; left -= 1) this.#ask();
  }

  /** Whoever waits goes on waiting where there are others to hope for; else it is over for those that had come by then. */
  #missed(error: unknown, come: number): void {
    if (this.#lent + this.#asked === 0) {
      for (const { position, fail } of this.#waiting) if (position <= come) fail(error);
      this.#askForAll();
      return;
    }
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#askForAll();
    }, AGAIN_MS).unref();
  }
}

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

/** How a transaction begins. */
interface Beginning {
  /** A lock that ends with the transaction: the name stands for itself in a space of its own. */
  readonly lock?: { readonly space: number; readonly name: string };
  /** Whether what is written need not outlive the machine of the database: it does not wait for the disk. */
  readonly isSoon?: boolean;
}

const CONNECTIONS = 10;
/** So many stay open when nobody uses them: a new one depends on the name server, and on the database being quick. */
const MIN_CONNECTIONS = 1;
const CONNECT_MS = 2000;
/** The database itself gives up so much earlier, so that it is not left with work that nobody waits for. */
const ANSWER_MS = 1000;
/** Statements that may wait for a connection. */
const MAX_WAITING = 200;
/** After a statement took too long, requests are refused for this long before the database is asked again. */
const REST_MS = 500;

/** How often a transaction is begun that the database ends because it and others wait for each other. */
const TRIES = 5;

/** Said within a transaction that does not wait for the disk. */
const SOON = 'set local synchronous_commit = off; ';

/** A pool with bounds. */
export class PostgresPool {
  readonly #pool: Pool;
  readonly #lending: Connections;
  #restsUntil = 0;

  /** @param connections at the same time */
  constructor(url: string, connections = CONNECTIONS) {
    const settings = session(url);
    this.#pool = new Pool({
      ...connecting(url, CONNECT_MS),
      max: connections,
      min: MIN_CONNECTIONS,
      query_timeout: statementMs(url) + ANSWER_MS,
      // The pool waits for it before it hands out the connection, which the types do not say.
      onConnect: (client) => client.query(settings),
    });
    this.#lending = new Connections(this.#pool, { connections, waitMs: connectMs(url, CONNECT_MS) });
  }

  /** Runs one statement; fails as an unavailable store does where trying again may help. */
  async query<Row extends QueryResultRow>({ within, values, ...statement }: Statement): Promise<readonly Row[]> {
    this.#checkFree();
    const client = await this.#take();
    let isDone = false;
    try {
      // node-postgres takes a time limit for each statement, which its types leave out.
      const config = { ...statement, values: [...values], ...(within === undefined ? {} : { query_timeout: within }) };
      const { rows } = await client.query<Row>(config);
      isDone = true;
      return rows;
    } catch (error) {
      throw this.#judged(error);
    } finally {
      this.#lending.giveBack(client, isDone);
    }
  }

  #checkFree(): void {
    if (performance.now() < this.#restsUntil) throw storeUnavailable(new Error('PostgreSQL was too slow a moment ago'));
    if (this.#lending.waiting < MAX_WAITING) return;
    throw storeUnavailable(new Error(`${MAX_WAITING} statements wait for a connection to PostgreSQL`));
  }

  /** What the failure of a statement is for whoever asked; after one that took too long, the database has a rest. */
  #judged(error: unknown): unknown {
    if (isSlow(error)) this.#restsUntil = performance.now() + REST_MS;
    return isPassing(error) ? storeUnavailable(error, outageOf(error)) : error;
  }

  /** Lends a connection. */
  async #take(): Promise<PoolClient> {
    try {
      return await this.#lending.take();
    } catch (error) {
      throw isPassing(error) ? storeUnavailable(error, outageOf(error)) : error;
    }
  }

  /**
   * Runs some work as one transaction. Where it begins by taking a lock, that is before anything is read, so that what is
   * read is what the holders of the lock before have written. Where the database ends it so that others who wait for it
   * can go on, all of the work is done again: `skip locked` too may wait, for a row that changes just then.
   */
  async transaction<Result>(beginning: Beginning, work: (query: Query) => Promise<Result>): Promise<Result> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.#attempt(beginning, work);
      } catch (error) {
        if (tries === TRIES || !isDeadlock(error)) throw error;
      }
    }
  }

  async #attempt<Result>(
    { lock, isSoon = false }: Beginning,
    work: (query: Query) => Promise<Result>,
  ): Promise<Result> {
    this.#checkFree();
    const client = await this.#take();
    const judge = (error: unknown): never => {
      throw this.#judged(error);
    };
    const query: Query = ({ values, ...statement }) =>
      client.query({ ...statement, values: [...values] }).then(({ rows }) => rows, judge);
    let isDone = false;
    try {
      // One text, so that it is one round trip; such a text takes no values.
      const taking =
        lock === undefined ? '' : `select pg_advisory_xact_lock(${lock.space}, hashtext(${escapeLiteral(lock.name)}))`;
      await client.query(`begin; ${isSoon ? SOON : ''}${taking}`).catch(judge);
      const result = await work(query);
      await client.query('commit').catch(judge);
      isDone = true;
      return result;
    } finally {
      this.#lending.giveBack(client, isDone);
    }
  }

  /** Runs some work while a connection of its own holds a lock. */
  async holding<Result>({ take, leave }: { take: Statement; leave: Statement }, work: () => Promise<Result>) {
    const client = await this.#take();
    try {
      await client.query({ text: take.text, values: [...take.values] });
    } catch (error) {
      this.#lending.giveBack(client, false);
      throw this.#judged(error);
    }
    try {
      return await work();
    } finally {
      // A connection that ends gives the lock back as well.
      const isLeft = await client.query({ text: leave.text, values: [...leave.values] }).then(
        () => true,
        () => false,
      );
      this.#lending.giveBack(client, isLeft);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }
}
