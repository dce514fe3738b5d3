/** How long a connection to PostgreSQL may take to come about. */
import { expect, test } from 'vitest';
import { connecting } from './postgres-pool.js';
import { StoreRefused } from './refused.js';

const URL = 'postgres://me:secret@127.0.0.1/x';

test('is as long as the server says, or as the address does, in seconds', () => {
  const limitOf = (url: string) => connecting(url, 2000).connectionTimeoutMillis;
  expect(limitOf(URL)).toBe(2000);
  expect(limitOf(`${URL}?sslmode=disable&connect_timeout=10`)).toBe(10_000);
  expect(limitOf(`${URL}?connect_timeout=99`)).toBe(99_000);
});

test.each(['0', '-1', '100', '1.5', '1e1', 'abc', ''])('cannot be %j', (given) => {
  expect(() => connecting(`${URL}?connect_timeout=${given}`, 2000)).toThrow(StoreRefused);
});
