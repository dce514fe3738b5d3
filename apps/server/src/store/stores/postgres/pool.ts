/** Connections to PostgreSQL that never keep a request waiting for long: what cannot be had soon is refused. */
import { StoreRefused, storeUnavailable } from '../store.js';
import { type LookupAddress, promises } from 'node:dns';
import { type LookupFunction, Socket } from 'node:net';
import { callbackify } from 'node:util';
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
export function isPassing(error: unknown): boolean {
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
export function outageOf(error: unknown): string {
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
export function isSlow(error: unknown): boolean {
  const state = stateOf(error);
  return state === CANCELED || (state === '' && TOO_SLOW.test(String(error)));
}

/** Whether a store cannot be reached because the database ended a transaction so that others that wait for it go on. */
export function isDeadlock(error: unknown): boolean {
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
function given(url: string, name: string, { least, most, unit }: Limits): number | undefined {
  const text = new URL(url).searchParams.get(name);
  if (text === null) return undefined;
  const value = Number(text);
  if (/^[1-9]\d*$/.test(text) && value >= least && value <= most) return value;
  throw new StoreRefused('store', `${name} must be a whole number of ${unit}, ${least} to ${most}`);
}

/** How long a connection may take to come about: `connect_timeout` of the address, in seconds, as libpq reads it. */
export function connectMs(url: string, otherwise: number): number {
  const seconds = given(url, 'connect_timeout', { least: 1, most: 99, unit: 'seconds' });
  return seconds === undefined ? otherwise : seconds * 1000;
}

/** How long a statement may take: `statement_timeout` of the address, in ms, as PostgreSQL reads it. */
export function statementMs(url: string): number {
  return given(url, 'statement_timeout', { least: 100, most: 99_999, unit: 'ms' }) ?? STATEMENT_MS;
}

/**
 * How long the name server has, in ms, where an earlier answer is known. A lost packet costs five seconds by the defaults
 * of resolv.conf, and longer than that nobody waits for a connection.
 */
const LATE_MS = 300;

/** What the name server says where it cannot be asked. */
const UNANSWERED = 'EAI_AGAIN';

/** Asks the name server for all addresses of a name. */
export type AskName = (name: string, hints: number) => Promise<readonly LookupAddress[]>;

const askSystem: AskName = (name, hints) => promises.lookup(name, { all: true, hints });

/** Whether a name server gave no answer, rather than that there is no such name. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === UNANSWERED;

/** A socket that finds addresses in its own way. */
class NamedSocket extends Socket {
  readonly #lookup: LookupFunction;

  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }

  /** Connects as the driver says: by port and host, or by the path of a socket of this machine. */
  dial(to: number | string, host = 'localhost'): this {
    return typeof to === 'number' ? super.connect({ port: to, host, lookup: this.#lookup }) : super.connect(to);
  }
}

/** What name servers have said. */
export class Names {
  readonly #ask: AskName;
  readonly #lateMs: number;
  readonly #known = new Map<string, readonly LookupAddress[]>();
  readonly #asked = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(ask: AskName = askSystem, lateMs = LATE_MS) {
    this.#ask = ask;
    this.#lateMs = lateMs;
  }

  /** The addresses of a name. */
  async find(name: string, hints = 0): Promise<readonly LookupAddress[]> {
    const answer = this.#answer(name, hints);
    const known = this.#known.get(name);
    if (known === undefined) return answer;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly LookupAddress[]>((resolve) => {
      timer = setTimeout(() => resolve(known), this.#lateMs);
    });
    const found = answer.catch((error: unknown) => {
      if (isUnanswered(error)) return known;
      throw error;
    });
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }

  /** One question at a time: each that waits holds one of the few threads of the process. */
  #answer(name: string, hints: number): Promise<readonly LookupAddress[]> {
    const asked = this.#asked.get(name);
    if (asked !== undefined) return asked;
    const answer = this.#ask(name, hints)
      .then((addresses) => {
        this.#known.set(name, addresses);
        return addresses;
      })
      .finally(() => this.#asked.delete(name));
    this.#asked.set(name, answer);
    return answer;
  }

  /** As a socket asks. */
  readonly lookup: LookupFunction = (name, { all = false, hints }, callback) => {
    callbackify(() => this.find(name, hints))((error, addresses) => {
      const first = addresses?.[0];
      if (error !== null || first === undefined) callback(error, '');
      else if (all) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };

  /** A socket that asks here, for the driver to connect. */
  readonly socket = (): Socket => {
    const socket = new NamedSocket(this.lookup);
    return Object.defineProperty(socket, 'connect', {
      value: (to: number | string, host?: string) => socket.dial(to, host),
    });
  };
}

/** Of this process: its connections all go to the same few hosts. */
const names = new Names();

/**
 * What holds for every statement, whatever the database's own configuration says. A process that stops in the middle of
 * a transaction loses it before those who wait for its lock give up.
 */
export const session = (url: string): string => `
set statement_timeout = ${statementMs(url)};
set idle_in_transaction_session_timeout = ${Math.ceil(statementMs(url) / 2)};
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') in ('off', 'local')`;

/** What a connection needs; it may take so many ms to come about, unless its address says otherwise. */
export function connecting(url: string, ms: number) {
  return {
    connectionString: url,
    connectionTimeoutMillis: connectMs(url, ms),
    stream: names.socket,
    keepAlive: true,
    // Some gateways forget a connection on which nothing comes for four minutes.
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'understudy',
  } satisfies PoolConfig;
}

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
