/** The limits that hold on each connection to PostgreSQL. */
import { expect, inject, test } from 'vitest';
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
