/** What a host can change of the answers of our own domains, over a socket: the bytes that go in and out. */
import { oneOfEach } from '@understudy/tooling/sample';
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/run-cases.js';
import { benchOn, kindsOf, ourRows } from './check-our-domains.js';

const bench = benchOn('over a socket');
afterAll(() => bench.close());

const names = ['answers', 'filters', 'delay', 'forced-failures', 'faults', 'malformed', 'paging-styles'];

/** One row of each kind: those that are alike prove the same of a host. */
const rows = oneOfEach(ourRows(names), kindsOf);

it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);
