/** Opens the journals in a PostgreSQL database, whose tables are there. */
import { PostgresPool } from '../pool.js';
import { PostgresJournals } from './postgres-journals.js';
import type { PostgresJournalLimits } from './retention.js';

/** One for what is written, the others for what is read. */
const CONNECTIONS = 3;

/** Opens the journals in a database. */
export function openPostgresJournals(url: string, limits: PostgresJournalLimits): PostgresJournals {
  return new PostgresJournals(new PostgresPool(url, CONNECTIONS), limits);
}
