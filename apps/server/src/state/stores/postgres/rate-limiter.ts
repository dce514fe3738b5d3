/** Counts the requests of clients for all processes on a database. */
import { Pool } from 'pg';
import type { OpenLimiter } from '../../../guard/rate-limit.js';
import type { SharedLimiter } from '../../../guard/shared-limiter.js';
import { connecting } from './connecting.js';

const CONNECTIONS = 4;
const CONNECT_MS = 1000;

/** A request waits no longer for its count; then this process counts alone. */
const QUERY_MS = 1000;

/** Counts in a database; while it is away, in this process. */
export function sharedLimiter(url: string): SharedLimiter {
  const pool = new Pool({ ...connecting(url, CONNECT_MS), max: CONNECTIONS, query_timeout: QUERY_MS });
  // A connection that breaks while nobody uses it is replaced by the next request.
  pool.on('error', () => undefined);
  const open: OpenLimiter = async ({ requests: points, seconds: duration }) => {
    const { RateLimiterMemory, RateLimiterPostgres } = await import('rate-limiter-flexible');
    const insuranceLimiter = new RateLimiterMemory({ points, duration });
    return new Promise((resolve, reject) => {
      const options = { storeClient: pool, storeType: 'pool', tableName: 'understudy_rate_limit', points, duration };
      const limiter = new RateLimiterPostgres(
        // A client that has used up its limit is refused without the database.
        { ...options, insuranceLimiter, inMemoryBlockOnConsumed: points + 1 },
        (error) => (error === undefined || error === null ? resolve(limiter) : reject(error)),
      );
    });
  };
  return { open, close: () => pool.end() };
}
