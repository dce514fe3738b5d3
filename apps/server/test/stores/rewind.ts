/** Reads and moves the last use of a sandbox where a store keeps it, whose clock cannot be moved. */
import Database from 'libsql';
import { Client } from 'pg';
import type { Backend } from './stores.js';

async function ask({ address }: Backend, sql: string, values: readonly (string | number)[]): Promise<unknown[]> {
  if (address.startsWith('sqlite:')) {
    const db = new Database(address.slice('sqlite:'.length));
    const rows = db.prepare(sql.replaceAll(/\$\d/g, '?').replace('understudy_', '')).all(...values);
    db.close();
    return rows;
  }
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rows } = await client.query(sql, [...values]);
  await client.end();
  return rows;
}

/** Makes the last use of a sandbox so many ms older. */
export async function rewind(backend: Backend, sandbox: string, ms: number): Promise<void> {
  await ask(backend, 'update understudy_sandboxes set used = used - $1 where name = $2 returning used', [ms, sandbox]);
}

/** The last use of a sandbox, in ms since 1970. */
export async function lastUse(backend: Backend, sandbox: string): Promise<number> {
  const [row] = await ask(backend, 'select used from understudy_sandboxes where name = $1', [sandbox]);
  return Number((row as { used: number | string } | undefined)?.used);
}
