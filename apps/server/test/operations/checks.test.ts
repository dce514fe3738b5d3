/** Our own domains pass every check that `understudy check` runs over a user's. */
import type { Operation } from '@understudy/contract';
import { operations } from '@understudy/tooling/operations';
import { oneOfEach } from '@understudy/tooling/sample';
import { afterAll, expect, it } from 'vitest';
import { callReady } from '../../src/check/bench.js';
import { filled, pageOf } from '../../src/check/checks/lists.js';
import { type Row, runCase } from '../../src/check/transcribe.js';
import { long } from '../long.js';
import { api } from '../support.js';
import { benchOn, sampledRows } from './check-our-domains.js';

const bench = benchOn('in process');
afterAll(() => bench.close());

/** What these check is done before a handler is asked, by the same code whatever it answers. */
const before = ['paging-controls', 'call-controls', 'delay', 'forced-failures', 'faults', 'nothing-written'];

/**
 * Each check is tried of one of each shape of answers, or of a read and a write where the shape does not matter. The
 * client's tests call every operation.
 */
function kindOf({ check, subject }: Row): string {
  const { answers, method } = api.operations.get(subject) ?? {};
  return `${check.name} ${before.includes(check.name) && answers !== 'list' ? method === 'GET' : answers}`;
}

/** Another process has a suite of its own. */
const rows = oneOfEach(
  sampledRows().filter(({ check }) => check.name !== 'two-processes'),
  kindOf,
);

it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);

/** What a member is sorted by: of a price in the currency that the call names, the amount. */
function scalarOf(value: unknown): string | number | boolean | null {
  const isPrice = typeof value === 'object' && value !== null && 'amount' in value;
  return (isPrice ? value.amount : value) as string | number | boolean | null;
}

/** Expects the first page to be sorted by a key, null last, as `sorts` expects it of all pages. */
async function expectSorted(operation: Operation, sort: string): Promise<void> {
  const ready = await filled(operation, bench);
  const { data } = pageOf(await callReady(ready, { more: { sort, per_page: 50 } }));
  const values = data.map((entry) => scalarOf(entry[sort.replace('-', '')] ?? null));
  const present = values.filter((value) => value !== null);
  const rising = present.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
  expect(values.slice(present.length).every((value) => value === null)).toBe(true);
  expect(present).toEqual(sort.startsWith('-') ? rising.toReversed() : rising);
}

/** Of the other lists with sorts, the check is one of its kind. */
long.each(
  operations.filter(({ answers, meta }) => answers === 'list' && meta.sorts.length > 0 && meta.scope === 'sandbox'),
)('$name is sorted by each of its keys', async (operation) => {
  for (const key of operation.meta.sorts) {
    await expectSorted(operation, key);
    await expectSorted(operation, `-${key}`);
  }
});

it('an operation without sorts takes none', () => {
  const unsorted = operations.filter(({ meta }) => meta.sorts.length === 0);
  expect(unsorted.filter(({ input }) => Object.hasOwn(input.shape, 'sort'))).toEqual([]);
});
