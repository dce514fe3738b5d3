/** What holds on each connection to PostgreSQL, and of each transaction. */
import { Client } from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.js';
import { PostgresPool } from './pool.js';

test.each([
  ['', '3s'],
  ['?statement_timeout=12345', '12345ms'],
])('the database itself ends statements, with %j in its address', async (search, limit) => {
  const pool = new PostgresPool(inject('postgresUrl') + search);
  const statement = { name: 'limit', text: 'show statement_timeout', values: [] };
  expect(await pool.query(statement)).toEqual([{ statement_timeout: limit }]);
  await pool.close();
});

test('a transaction that the database ends for the sake of another is done again', async () => {
  const other = new Client(inject('postgresUrl'));
  await other.connect();
  const pool = new PostgresPool(inject('postgresUrl'));
  const locking = (id: string) => `select pg_advisory_xact_lock(1, hashtext('deadlock ${id}'))`;
  // The other one waits for as long as it takes: it is never the one that is ended.
  await other.query(`begin; set local deadlock_timeout = '1h'; ${locking('second')}`);
  const work = vi.fn<() => void>();
  const done = pool.transaction({ lock: { space: 1, name: 'deadlock first' } }, async (query) => {
    work();
    await query({ name: 'second', text: locking('second'), values: [] });
    return 'done';
  });
  await eventually(() => expect(work).toHaveBeenCalledOnce());
  await other.query(locking('first'));
  await other.query('commit');
  expect(await done).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
  await other.end();
  await pool.close();
});
