/** What a host can change of the answers of our own domains, over a socket: the bytes that go in and out. */
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/run-cases.js';
import { benchOn, ourRows } from './check-our-domains.js';

const bench = benchOn('over a socket');
afterAll(() => bench.close());

const names = [
  'answers',
  'filters',
  'paging-controls',
  'call-controls',
  'delay',
  'forced-failures',
  'malformed',
  'paging-styles',
];

it.each(ourRows(names).map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);
