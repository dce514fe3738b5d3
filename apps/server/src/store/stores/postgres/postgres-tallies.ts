/**
 * The counts in a PostgreSQL database: those of sandboxes, where all who wait to count in one share a transaction, and those
 * of the requests of clients.
 */
import type { CountStep, Tally, TallyEntry } from '../../../faults/action.js';
import { Pool } from 'pg';
import { inMemory, type OpenLimiter, type SharedLimiter } from '../../../guard/limits.js';
import { storeUnavailable, TALLY_LIMITS, type TallyLimits } from '../store.js';
import { counted, escapeKey, readKey, readTally, tallyText } from '../rows.js';
import { connecting, type PostgresPool, type Query } from './pool.js';
import { LOCK } from './schema.js';

/** Locks of the counts of a sandbox; those of its records are others. */
export const TALLY_LOCK = LOCK + 1;

/** The counts of a sandbox ($1) under some keys ($2), which nobody forgets before this transaction ends. */
const LOCKED = `
select key, value from understudy_tallies where sandbox = $1 and key = any ($2::text[]) for update`;

/** All counts of a sandbox ($1), those used last at the end. */
const ALL = `select key, value from understudy_tallies where sandbox = $1 order by used`;

/** Puts counts ($2 keys, $3 values) into a sandbox ($1), in the order in which they were used. */
const PUT = `
insert into understudy_tallies (sandbox, key, used, value)
select $1, key, nextval('understudy_uses'), value
from (select * from unnest($2::text[], $3::text[]) with ordinality as i (key, value, position) order by position) i
on conflict (sandbox, key) do update set used = excluded.used, value = excluded.value`;

/**
 * Counts so many keys ($2) more in the store, and answers how many there are together, and in a sandbox ($1). Until this
 * transaction ends, nobody else adds keys or forgets some.
 */
const GROWN = `
with grown as (update understudy_tallied set keys = keys + $2::integer returning keys)
select (select keys from grown) as in_store, (select count(*)::integer from understudy_tallies where sandbox = $1) as in_sandbox`;

/** Forgets keys; those that another transaction uses at the moment are not the ones used longest ago. */
const forgetting = (where: string): string => `
with oldest as materialized (
  select sandbox, key from understudy_tallies ${where} order by used limit $1 for update skip locked
), gone as (
  delete from understudy_tallies t using oldest o where t.sandbox = o.sandbox and t.key = o.key returning 1
)
update understudy_tallied set keys = keys - (select count(*) from gone)`;

/** Forgets so many keys ($1), of one sandbox ($2) or of any. */
const FORGET = forgetting('where sandbox = $2');
const FORGET_ANY = forgetting('');

/** Keeps others from adding keys or forgetting some until this transaction ends. */
const SETTLE = `select keys from understudy_tallied for update`;

/** Forgets all counts of a sandbox ($1). */
const CLEAR = `
with gone as (delete from understudy_tallies where sandbox = $1 returning 1)
update understudy_tallied set keys = keys - (select count(*) from gone)`;

/** A count as it comes. */
type TallyRow = Readonly<Record<'key' | 'value', string>>;

/** How many keys there are. */
type KeysRow = Readonly<Record<'in_store' | 'in_sandbox', number>>;

/** The counts of some rows; a damaged one is none. */
function entriesOf(rows: readonly TallyRow[]): TallyEntry[] {
  return rows.flatMap(({ key, value }) => {
    const tally = readTally(value);
    return tally === undefined ? [] : [[readKey(key), tally] as const];
  });
}

/** What a transaction is for. */
interface TallyScope {
  readonly query: Query;
  readonly sandbox: string;
  readonly limits: TallyLimits;
}

/** Reads and writes counts. */
class TallyTable {
  readonly #query: Query;
  readonly #sandbox: string;
  readonly #limits: TallyLimits;
  /** Keys that were found, also those with a damaged count. */
  readonly #found = new Set<string>();

  constructor({ query, sandbox, limits }: TallyScope) {
    this.#query = query;
    this.#sandbox = sandbox;
    this.#limits = limits;
  }

  /** The counts under some keys. */
  async held(keys: ReadonlySet<string>): Promise<Map<string, Tally>> {
    const values = [this.#sandbox, Array.from(keys, escapeKey)];
    const rows = await this.#query<TallyRow>(LOCKED, values);
    for (const { key } of rows) this.#found.add(readKey(key));
    return new Map(entriesOf(rows));
  }

  /** Keeps counts, the one used last at the end, and forgets others where they are too many. */
  async put(entries: readonly TallyEntry[]): Promise<void> {
    if (entries.length === 0) return;
    const keys = entries.map(([key]) => escapeKey(key));
    const values = [this.#sandbox, keys, entries.map(([, tally]) => tallyText(tally))];
    await this.#query(PUT, values);
    const added = entries.filter(([key]) => !this.#found.has(key)).length;
    if (added > 0) await this.#grow(added);
  }

  /** Forgets all that is there. */
  async clear(): Promise<void> {
    await this.#query(SETTLE);
    await this.#query(CLEAR, [this.#sandbox]);
  }

  async #grow(added: number): Promise<void> {
    const [keys] = await this.#query<KeysRow>(GROWN, [this.#sandbox, added]);
    if (keys === undefined) return;
    const own = Math.max(0, keys.in_sandbox - this.#limits.perSandbox);
    if (own > 0) await this.#query(FORGET, [own, this.#sandbox]);
    const any = keys.in_store - own - this.#limits.perStore;
    if (any > 0) await this.#query(FORGET_ANY, [any]);
  }
}

/** Transactions under way at once, each for another sandbox: they leave connections to everybody else. */
const AT_ONCE = 4;

/** Who may wait. */
const MAX_WAITING = 2000;

/** Somebody who counts. */
interface Caller {
  readonly keys: readonly string[];
  /** Takes a step on what is held, and answers the counts to keep, and what to do once they are kept. */
  readonly count: (held: ReadonlyMap<string, Tally>) => {
    readonly entries: readonly TallyEntry[];
    readonly settle: () => void;
  };
  readonly fail: (error: unknown) => void;
}

/** Lets callers count one after the other; answers the counts to keep, and how to end each call once they are kept. */
function countAll(callers: readonly Caller[], held: Map<string, Tally>) {
  const entries = new Map<string, Tally>();
  const ends = callers.map(({ count, fail }) => {
    try {
      const { entries: own, settle } = count(held);
      for (const [key, tally] of own) {
        held.set(key, tally);
        // The key that is named last was used last.
        entries.delete(key);
        entries.set(key, tally);
      }
      return settle;
    } catch (error) {
      // A step that fails is no failure of the others.
      return () => fail(error);
    }
  });
  return { entries: [...entries], ends };
}

/** Counts for all requests of a process. */
export class PostgresTallies {
  readonly #pool: PostgresPool;
  readonly #limits: TallyLimits;
  /** Those who wait, by sandbox. */
  readonly #waiting = new Map<string, Caller[]>();
  /** Sandboxes in which a transaction counts at the moment. */
  readonly #underWay = new Set<string>();
  #callers = 0;
  #isPlanned = false;

  constructor(pool: PostgresPool, limits: TallyLimits = TALLY_LIMITS) {
    this.#pool = pool;
    this.#limits = limits;
  }

  async tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Promise<Result> {
    if (this.#callers >= MAX_WAITING) throw storeUnavailable(new Error(`${MAX_WAITING} requests wait to be counted`));
    this.#callers += 1;
    try {
      return await new Promise<Result>((resolve, fail) => {
        const count: Caller['count'] = (held) => {
          const { entries, result } = counted(keys, step, (key) => held.get(key));
          return { entries, settle: () => resolve(result) };
        };
        const callers = this.#waiting.get(sandbox) ?? [];
        this.#waiting.set(sandbox, callers);
        callers.push({ keys, count, fail });
        this.#plan();
      });
    } finally {
      this.#callers -= 1;
    }
  }

  /** The counts of a sandbox, those used last at the end. */
  async of(sandbox: string): Promise<TallyEntry[]> {
    return entriesOf(await this.#pool.query<TallyRow>(ALL, [sandbox]));
  }

  /** Runs some work while nobody else counts in a sandbox. */
  during<Result>(sandbox: string, work: (table: TallyTable, query: Query) => Promise<Result>): Promise<Result> {
    return this.#pool.transaction({ lock: { space: TALLY_LOCK, name: sandbox } }, (query) =>
      work(this.#table(query, sandbox), query),
    );
  }

  #table(query: Query, sandbox: string): TallyTable {
    return new TallyTable({ query, sandbox, limits: this.#limits });
  }

  /** Requests that are read from the network in one go are counted in one go. */
  #plan(): void {
    if (this.#isPlanned || this.#waiting.size === 0) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      this.#begin();
    });
  }

  #begin(): void {
    for (const [sandbox, callers] of this.#waiting) {
      if (this.#underWay.size >= AT_ONCE) return;
      if (this.#underWay.has(sandbox)) continue;
      this.#waiting.delete(sandbox);
      this.#underWay.add(sandbox);
      void this.#turn(sandbox, callers);
    }
  }

  async #turn(sandbox: string, callers: Caller[]): Promise<void> {
    try {
      // Whoever counts is a request that may only read, and should not wait for the disk.
      const lock = { space: TALLY_LOCK, name: sandbox };
      const ends = await this.#pool.transaction({ lock, isSoon: true }, async (query) => {
        const table = this.#table(query, sandbox);
        const held = await table.held(new Set(callers.flatMap(({ keys }) => keys)));
        const made = countAll(callers, held);
        await table.put(made.entries);
        return made.ends;
      });
      for (const end of ends) end();
    } catch (error) {
      for (const { fail } of callers) fail(error);
    } finally {
      this.#underWay.delete(sandbox);
      this.#plan();
    }
  }
}

/** Connections of those who count the requests of clients: by the clock of the database, since those of the processes may differ. */
const CONNECTIONS = 4;
const CONNECT_MS = 1000;

/** A request waits no longer for its count; then this process counts alone. */
const QUERY_MS = 1000;

/** A process forgets windows that are over so often, so many at once. */
const WINDOWS_OVER = { everyMs: 60_000, atOnce: 1000 };

const FIND = `select from pg_class where relname = 'understudy_rate_limit' and pg_table_is_visible(oid)`;

/** Whoever makes it at the same time waits. */
const MAKE = `select pg_advisory_xact_lock(${LOCK});
create table if not exists understudy_rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
)`;

const NOW = 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint';

/**
 * Counts a request of a client ($1) in its window, or in a new one of so many ms ($2). A window that is longer than that
 * was begun by another clock, or for another limit. The clock is read once the row is had, so that it is never earlier
 * than that of whoever had it before.
 */
const COUNT = `
insert into understudy_rate_limit as held (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
on conflict (key) do update set (points, expire) = (
  select case when is_open then held.points + 1 else 1 end, case when is_open then held.expire else now + $2::bigint end
  from (select ${NOW} as now) clock,
    lateral (select coalesce(held.expire > now and held.expire <= now + $2::bigint, false) as is_open) found
)
returning points as "consumedPoints", (expire - ${NOW})::float8 as "msBeforeNext"`;

/** Forgets windows that were over an hour ago; those that somebody is at are passed over. */
const FORGET_OVER = `
delete from understudy_rate_limit where key in (
  select key from understudy_rate_limit where expire < ${NOW} - 3600000 limit ${WINDOWS_OVER.atOnce} for update skip locked
)`;

interface CountedRow {
  readonly consumedPoints: number;
  readonly msBeforeNext: number;
}

/** Counts in a database; while it is away, in this process. */
export function sharedLimiter(url: string): SharedLimiter {
  const pool = new Pool({ ...connecting(url, CONNECT_MS), max: CONNECTIONS, query_timeout: QUERY_MS });
  // A connection that breaks while nobody uses it is replaced by the next request.
  pool.on('error', () => undefined);
  const forget = (): void => void pool.query(FORGET_OVER).catch(() => undefined);
  const timer = setInterval(forget, WINDOWS_OVER.everyMs);
  timer.unref();
  const open: OpenLimiter = async (rate) => {
    // A user who may only read and write the table needs no more, once it is there.
    if ((await pool.query(FIND)).rowCount === 0) await pool.query(MAKE);
    const { RateLimiterMemory } = await import('rate-limiter-flexible');
    const refused = new RateLimiterMemory({ points: rate.requests, duration: rate.seconds });
    const alone = await inMemory(rate);
    const statement = { name: 'understudy_rate_limit', text: COUNT };
    return async (client) => {
      // A client that has used up its limit is refused without the database.
      const known = await refused.get(client);
      if (known !== null) return known;
      try {
        const { rows } = await pool.query<CountedRow>({ ...statement, values: [client, rate.seconds * 1000] });
        const [row = { consumedPoints: 1, msBeforeNext: 0 }] = rows;
        if (row.consumedPoints > rate.requests) await refused.block(client, row.msBeforeNext / 1000);
        return row;
      } catch {
        return alone(client);
      }
    };
  };
  const close = (): Promise<void> => {
    clearInterval(timer);
    return pool.end();
  };
  return { open, close };
}
