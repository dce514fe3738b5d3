/** Our own domains pass every check that `understudy check` runs over a user's. */
import { operations } from '@understudy/tooling/operations';
import { oneOfEach } from '@understudy/tooling/sample';
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/run-cases.js';
import { benchOn, kindOf, ourRows } from './check-our-domains.js';

const bench = benchOn('in process');
afterAll(() => bench.close());

/** What these check is done before the handler of an operation is asked, by the same code for all of its kind. */
const ofKinds = ['paging-controls', 'call-controls', 'delay', 'forced-failures', 'faults'];
const rows = [
  ...oneOfEach(ourRows(ofKinds), kindOf),
  ...ourRows().filter(({ check: { name } }) => !ofKinds.includes(name)),
];

it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);

it.each(operations.filter(({ meta }) => meta.sorts.length === 0))('$name knows no sort', ({ input }) => {
  expect(Object.keys(input.shape)).not.toContain('sort');
});
