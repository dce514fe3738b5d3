/** How long a PostgreSQL may take. */
import { describe, expect, test } from 'vitest';
import { connectMs, statementMs } from './pool.js';
import { StoreRefused } from '../store.js';

const URL = 'postgres://me:secret@127.0.0.1/x';

describe('a connection', () => {
  test('may take as long as the server says, or as the address does, in seconds', () => {
    expect(connectMs(URL, 2000)).toBe(2000);
    expect(connectMs(`${URL}?sslmode=disable&connect_timeout=10`, 2000)).toBe(10_000);
    expect(connectMs(`${URL}?connect_timeout=99`, 2000)).toBe(99_000);
  });

  test.each(['0', '-1', '100', '1.5', '1e1', 'abc', ''])('cannot be given %j', (given) => {
    expect(() => connectMs(`${URL}?connect_timeout=${given}`, 2000)).toThrow(StoreRefused);
  });
});

describe('a statement', () => {
  test('may take 3 s, or as long as the address says, in ms', () => {
    expect(statementMs(URL)).toBe(3000);
    expect(statementMs(`${URL}?statement_timeout=100`)).toBe(100);
    expect(statementMs(`${URL}?statement_timeout=99999`)).toBe(99_999);
  });

  test.each(['0', '99', '100000', '1.5', '3s', ''])('cannot be given %j', (given) => {
    expect(() => statementMs(`${URL}?statement_timeout=${given}`)).toThrow(StoreRefused);
  });
});
