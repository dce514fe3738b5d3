/** Connections to PostgreSQL that never keep a request waiting for long: what cannot be had soon is refused. */
import { sha1 } from '#platform/runtime';
import { StoreRefused, storeUnavailable } from '../store.js';
import { escapeLiteral, Pool, type PoolClient, type PoolConfig, type QueryResultRow } from 'pg';

/** Statements that the database gave up. */
const CANCELED = '57014';

/** Transactions that waited for each other, of which the database gave up this one. */
const DEADLOCK = '40P01';

/** What the driver says of one that it gave up itself. */
const TOO_SLOW = /timeout/i;

/** Failures of connections, resources and operation: the next try may succeed. A fault of ours is none of these. */
const PASSING = /^(08|53|57|58|25006|25P03|40|55P03|28|3D000|42501)/;

/** The SQLSTATE of an error that the database sent; empty for any other error. */
export function stateOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** Whether trying again later may help; what the database did not say itself is a failure of the connection to it. */
function isPassing(error: unknown): boolean {
  const state = stateOf(error);
  return state === '' || PASSING.test(state);
}

/** Whether a start may succeed later without another option: nothing answers, or what answers takes nobody at the moment. */
export function isAway(error: unknown): boolean {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (stateOf(first) !== '') return /^(08|40|53|57|55P03)/.test(stateOf(first));
  const code = first instanceof Error && 'code' in first ? String(first.code) : '';
  // Such as ECONNREFUSED; what begins with ERR_ is Node's word for a wrong use.
  return /^E(?!RR_)/.test(code) || (first instanceof Error && /timeout|terminated|ended/i.test(first.message));
}

/** What a client is told of a failure that may pass: what is wrong, and nothing of the database. */
function outageOf(error: unknown): string {
  switch (stateOf(error)) {
    case '53100':
      return 'there is no room left on the disk of the store';
    case '53300':
      return 'the store takes no more connections at the moment';
    case '25006':
    case '42501':
      return 'the store takes no writes at the moment';
    case CANCELED:
      return 'the store took too long';
    default:
      return isSlow(error) ? 'the store took too long' : 'the store cannot be reached at the moment';
  }
}

/** Whether the database took too long. */
function isSlow(error: unknown): boolean {
  const state = stateOf(error);
  return state === CANCELED || (state === '' && TOO_SLOW.test(String(error)));
}

/** Throws a failure that may pass as an unavailable store does. */
function unavailable(error: unknown): never {
  throw isPassing(error) ? storeUnavailable(error, outageOf(error)) : error;
}

/** Whether a store cannot be reached because the database ended a transaction so that others that wait for it go on. */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && stateOf(error.cause) === DEADLOCK;
}

/** A statement of ours takes a few ms; what takes this long waits for a lock, or for a disk that does not keep up. */
const STATEMENT_MS = 3000;

/** What a number in the query of an address may be. */
interface Limits {
  readonly least: number;
  readonly most: number;
  readonly unit: string;
}

/** A number in the query of an address; undefined where there is none. */
function queryNumber(url: string, name: string, { least, most, unit }: Limits): number | undefined {
  const text = new URL(url).searchParams.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^[1-9]\d*$/.test(text) && value >= least && value <= most) return value;
  throw new StoreRefused('store', `${name} must be a whole number of ${unit}, ${least} to ${most}`);
}

/** How long a connection may take to come about: `connect_timeout` of the address, in seconds, as libpq reads it. */
export function connectMs(url: string, otherwise: number): number {
  const seconds = queryNumber(url, 'connect_timeout', { least: 1, most: 99, unit: 'seconds' });
  return seconds === undefined ? otherwise : seconds * 1000;
}

/** How long a statement may take: `statement_timeout` of the address, in ms, as PostgreSQL reads it. */
export function statementMs(url: string): number {
  return queryNumber(url, 'statement_timeout', { least: 100, most: 99_999, unit: 'ms' }) ?? STATEMENT_MS;
}

/**
 * What holds for every statement, whatever the database's own configuration says. A process that stops in the middle of
 * a transaction loses it before those who wait for its lock give up.
 */
const session = (url: string): string => `
set statement_timeout = ${statementMs(url)};
set idle_in_transaction_session_timeout = ${Math.ceil(statementMs(url) / 2)};
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

/** What a connection needs; it may take so many ms to come about, unless its address says otherwise. */
export function connecting(url: string, ms: number) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs(url, ms),
    keepAlive: true,
    // Some gateways forget a connection on which nothing comes for four minutes.
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'understudy',
  } satisfies PoolConfig;
}

/** Runs one statement, whose parameters are `$1` and so on, and answers its rows. */
export type Query = <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** Names of statements: each connection prepares one once. */
const names = new Map<string, string>();

/** A statement as node-postgres takes it; its name follows from its text, so that all processes name it alike. */
function statement(text: string, values: readonly unknown[]) {
  const name = names.get(text) ?? `understudy_${sha1(text).slice(0, 20)}`;
  names.set(text, name);
  return { name, text, values: [...values] };
}

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
    // Whoever uses it learns it from a statement; that nobody listened would be the end of the process.
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
    // One that breaks while nobody uses it is replaced by the next request.
    this.#pool.on('error', () => undefined);
  }

  /** Runs one statement; fails as an unavailable store does where trying again may help. */
  readonly query: Query = (text, values) => this.queryWithin(undefined, text, values);

  /** The same, which gives up after so many ms. */
  queryWithin<Row extends QueryResultRow>(
    ms: number | undefined,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    return this.#lend(async (client) => {
      // node-postgres takes a time limit for each statement, which its types leave out.
      const config = { ...statement(text, values), ...(ms === undefined ? {} : { query_timeout: ms }) };
      const { rows } = await client.query<Row>(config).catch(this.#judge);
      return rows;
    });
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

  #attempt<Result>({ lock, isSoon = false }: Beginning, work: (query: Query) => Promise<Result>): Promise<Result> {
    return this.#lend(async (client) => {
      const query: Query = (text, values = []) =>
        client.query(statement(text, values)).then(({ rows }) => rows, this.#judge);
      // One text, so that it is one round trip; such a text takes no values.
      const taking =
        lock === undefined ? '' : `select pg_advisory_xact_lock(${lock.space}, hashtext(${escapeLiteral(lock.name)}))`;
      await client.query(`begin; ${isSoon ? SOON : ''}${taking}`).catch(this.#judge);
      const result = await work(query);
      await client.query('commit').catch(this.#judge);
      return result;
    });
  }

  /** Runs some work while a connection of its own holds a lock: a statement each takes it and gives it back. */
  async holding<Result>(
    { take, leave, values }: { readonly take: string; readonly leave: string; readonly values: readonly unknown[] },
    work: () => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#connect();
    let isLeft = false;
    try {
      await client.query(take, [...values]).catch(this.#judge);
      const result = await work();
      isLeft = await client.query(leave, [...values]).then(
        () => true,
        () => false,
      );
      return result;
    } finally {
      // A connection that ends gives the lock back as well.
      client.release(!isLeft);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end();
  }

  /** Lends a connection to some work; one on which it failed is ended, whatever state it is in. */
  async #lend<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
    if (performance.now() < this.#restsUntil) throw storeUnavailable(new Error('PostgreSQL was too slow a moment ago'));
    if (this.#pool.waitingCount >= MAX_WAITING) {
      throw storeUnavailable(new Error(`${MAX_WAITING} statements wait for a connection to PostgreSQL`));
    }
    const client = await this.#connect();
    let isWhole = false;
    try {
      const result = await work(client);
      isWhole = true;
      return result;
    } finally {
      client.release(!isWhole);
    }
  }

  #connect(): Promise<PoolClient> {
    return this.#pool.connect().catch(unavailable);
  }

  /** Throws what the failure of a statement is for whoever asked; after one that took too long, the database has a rest. */
  readonly #judge = (error: unknown): never => {
    if (isSlow(error)) this.#restsUntil = performance.now() + REST_MS;
    return unavailable(error);
  };
}
