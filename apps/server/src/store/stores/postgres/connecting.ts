/** How connections to PostgreSQL come about, and what holds on them. */
import type { PoolConfig } from 'pg';
import { Names } from './dns-fallback.js';
import { connectMs, statementMs } from './limits.js';

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
