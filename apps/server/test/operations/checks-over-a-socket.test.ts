/** What a host can change of the answers of our own domains, over a socket: the bytes that go in and out. */
import { afterAll, expect, it } from 'vitest';
import { type Row, runCase } from '../../src/check/run-cases.js';
import { api } from '../support.js';
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
  'faults',
  'malformed',
  'paging-styles',
];

/** What a host sees of an operation: those that are alike in all of it prove the same. */
function kindOf({ check, subject }: Row): string {
  const operation = api.operations.get(subject);
  if (operation === undefined) return `${check.name} ${subject}`;
  const { method, answers, meta } = operation;
  return [check.name, method, answers, meta.errors, meta.credential, meta.bodies, meta.cache, meta.scope].join(' ');
}

/** One row of each kind; the others run in process. */
const rows = [...new Map(ourRows(names).map((row) => [kindOf(row), row] as const)).values()];

it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);
