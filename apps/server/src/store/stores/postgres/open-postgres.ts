/** Opens the store in a PostgreSQL database, or says why that cannot be used. */
import { Client } from 'pg';
import type { DatasetSpec } from '../dataset-spec.js';
import { lineOf, StoreAway, StoreRefused } from '../refused.js';
import type { Store } from '../store.js';
import { connecting } from './connecting.js';
import { isAway, stateOf } from './failure.js';
import { statementMs } from './limits.js';
import { PostgresPool } from './pool.js';
import { PostgresStore } from './postgres-store.js';
import { preparePostgres } from './schema.js';

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
