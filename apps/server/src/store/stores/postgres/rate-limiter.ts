/** Counts the requests of clients for all processes on a database, by its clock: those of the processes may differ. */
import { Pool } from 'pg';
import { inMemory, type OpenLimiter, type SharedLimiter } from '../../../guard/limits.js';
import { connecting } from './pool.js';
import { LOCK } from './schema.js';

const CONNECTIONS = 4;
const CONNECT_MS = 1000;

/** A request waits no longer for its count; then this process counts alone. */
const QUERY_MS = 1000;

/** A process forgets windows that are over so often, so many at once. */
const FORGET = { everyMs: 60_000, atOnce: 1000 };

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
  select key from understudy_rate_limit where expire < ${NOW} - 3600000 limit ${FORGET.atOnce} for update skip locked
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
  const timer = setInterval(forget, FORGET.everyMs);
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
        const [counted = { consumedPoints: 1, msBeforeNext: 0 }] = rows;
        if (counted.consumedPoints > rate.requests) await refused.block(client, counted.msBeforeNext / 1000);
        return counted;
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
