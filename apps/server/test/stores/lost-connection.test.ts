/** The connection by which a writer keeps others from its sandbox ends: the writer goes on, and so does the process. */
import { Client } from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { LOCK } from '../../src/store/stores/postgres/schema.js';
import { postgresBackend } from './stores.js';
import { openEach } from '../use.js';
import { eventually } from '../eventually.js';

const SANDBOX = 'lost-connection';

let administrator: Client;
const store = openEach(async () => (await postgresBackend()).open());
beforeEach(async () => {
  administrator = new Client({ connectionString: inject('postgresUrl') });
  await administrator.connect();
});
afterEach(async () => {
  await administrator.end();
});

/** Ends the connections that keep others from the sandbox; how many there were. */
async function endHolders(): Promise<number> {
  const { rowCount } = await administrator.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and classid = ${LOCK} and objid = (hashtext($1)::bigint & 4294967295)::oid`,
    [SANDBOX],
  );
  return rowCount ?? 0;
}

it('outlives the end of a connection that holds a sandbox, also while nothing runs on it', async () => {
  const uncaught = vi.fn<(error: Error) => void>();
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', uncaught);
  try {
    const alone = store.alone?.(SANDBOX, async () => {
      expect(await endHolders()).toBe(1);
      await eventually(async () => expect(await endHolders()).toBe(0));
      // By now the news has come along the connection as well.
      for (let i = 0; i < 3; i++) await store.check();
      return 'done';
    });
    expect(await alone).toBe('done');
    expect(await store.alone?.(SANDBOX, async () => 'again')).toBe('again');
    expect(uncaught.mock.calls).toEqual([]);
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
});
