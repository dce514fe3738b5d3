/** What a host can change of the answers of our own domains, over a socket: the bytes that go in and out. */
import { someOfEach } from '@understudy/tooling/sample';
import { afterAll, expect, it } from 'vitest';
import { runCase } from '../../src/check/transcribe.js';
import { api } from '../support.js';
import { benchOn, ourRows } from './check-our-domains.js';

const bench = benchOn('over a socket');
afterAll(() => bench.close());

const names = ['answers', 'filters', 'delay', 'forced-failures', 'faults', 'malformed', 'paging-styles'];

/** Those that are alike in their bytes prove the same of a host, whose handlers they are and whoever may call them. */
const rows = someOfEach(ourRows(names), ({ check, subject }) => {
  const operation = api.operations.get(subject);
  if (operation === undefined) return subject;
  const { method, answers, meta } = operation;
  return [[method, answers, meta.status], meta.bodies, meta.errors].map((way) => `${check.name} ${String(way)}`);
});

it.each(rows.map((row) => ({ row, check: row.check.name, subject: row.subject })))(
  '$check: $subject',
  async ({ row }) => {
    expect(await runCase(row, bench)).toBeUndefined();
  },
);
