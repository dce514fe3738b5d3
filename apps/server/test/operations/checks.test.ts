/** Our own domains pass every check that `understudy check` runs over a user's. */
import { operations } from '@understudy/tooling/operations';
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/run-cases.js';
import { benchOn, ourRows } from './check-our-domains.js';

const bench = benchOn('in process');
afterAll(() => bench.close());

it.each(ourRows().map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);

it.each(operations.filter(({ meta }) => meta.sorts.length === 0))('$name knows no sort', ({ input }) => {
  expect(Object.keys(input.shape)).not.toContain('sort');
});
