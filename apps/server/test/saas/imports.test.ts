/** Imports: 500 rows of which 37 are bad, in each form and mode, by the clock of the sandbox. */
import type { Contact, ImportJob, ImportRowError } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { contacts } from '../../src/domains/saas/records/contact.js';
import { allOf } from '../../src/kit/all-of.fixture.js';
import { Dataset } from '../../src/kit/dataset.js';
import { inProcess, inSandbox, NOW, useServer } from '../support.js';
import { all, type Caller, importNow, key, organizationNow, send, wait } from './office.js';

const ROWS = 500;

/** The address of the first contact. */
const FIRST = allOf(new Dataset('understudy', { users: 50, organizations: 12, contacts: 1 }), contacts)[0]?.email ?? '';

/** A row, and the code of what is wrong with it. */
interface Planned {
  readonly row: Record<string, unknown>;
  readonly code?: string;
}

/** Every thirteenth row is bad up to the 481st, of which each fault has its turn. */
const planned: readonly Planned[] = Array.from({ length: ROWS }, (_, n): Planned => {
  const row = { email: `row.${n}.x@example.com`, name: `Row ${n}`, tags: ['a', 'b'], properties: { n } };
  if (n === 0 || n % 13 !== 0 || n > 481) return { row };
  const faults: Planned[] = [
    { row: { ...row, email: 'nowhere' }, code: 'invalid_email' },
    { row: { email: row.email }, code: 'required' },
    { row: { ...row, email: 'ROW.1.X@example.com' }, code: 'duplicate_row' },
    { row: { ...row, email: FIRST.toUpperCase() }, code: 'exists' },
  ];
  return faults[(n / 13) % faults.length] as Planned;
});
const bad = planned.flatMap(({ code }, n) => (code === undefined ? [] : [{ row: n + 1, code }]));

const quoted = (value: unknown): string => {
  const text = Array.isArray(value)
    ? value.join('|')
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
  return `"${text.replaceAll('"', '""')}"`;
};
const columns = ['email', 'name', 'tags', 'properties'];
const csv = [
  columns.join(','),
  ...planned.map(({ row }) => columns.map((name) => (row[name] === undefined ? '' : quoted(row[name]))).join(',')),
].join('\r\n');

const forms = [
  ['JSON', undefined],
  ['CSV', { type: 'text/csv', text: csv }],
  ['NDJSON', { type: 'application/x-ndjson', text: planned.map(({ row }) => JSON.stringify(row)).join('\n') }],
] as const;

const server = useServer(inProcess);

/** Starts the import. */
const start = (by: Caller, lines: (typeof forms)[number][1], mode: string) =>
  send<ImportJob>(
    by,
    ['POST', `/org_0001/imports${lines === undefined ? '' : `?mode=${mode}`}`],
    lines === undefined ? { body: { rows: planned.map(({ row }) => row), mode } } : { lines },
  );

const codesOf = (errors: readonly ImportRowError[]) => errors.map(({ row, code }) => ({ row, code }));

it('has 37 bad rows', () => {
  expect(bad).toHaveLength(37);
});

describe.each(forms)('%s', (name, lines) => {
  it('creates the good rows one by one, and says what is wrong with the others', async () => {
    const by = key(inSandbox(server), 1);
    const before = await organizationNow(by, 'org_0001');
    const begun = await start(by, lines, 'skip');
    expect([begun.status, begun.codes]).toEqual([202, []]);
    expect([begun.data.status, begun.data.total]).toEqual(['queued', ROWS]);
    expect(begun.headers.get('location')).toContain(`/imports/${begun.data.id}`);
    expect(begun.headers.get('retry-after')).toBe('5');
    const steps: [number, string, number][] = [
      [0.999, 'queued', 0],
      [0.001, 'running', 0],
      [0.099, 'running', 0],
      [0.001, 'running', 1],
      [1.3, 'running', 14],
      [48.5, 'running', 499],
      [0.1, 'completed_with_errors', 500],
      [9999, 'completed_with_errors', 500],
    ];
    for (const [seconds, status, processed] of steps) {
      await wait(by.on, seconds);
      const now = await importNow(by, 'org_0001', begun.data.id);
      expect([now.status, now.processed]).toEqual([status, processed]);
      expect(codesOf(now.errors)).toEqual(bad.filter(({ row }) => row <= processed));
      expect([now.created, now.failed]).toEqual([processed - now.errors.length, now.errors.length]);
      expect((await organizationNow(by, 'org_0001')).usage.contacts).toBe(before.usage.contacts + now.created);
      const { headers } = await send(by, ['GET', `/org_0001/imports/${begun.data.id}`]);
      expect(headers.get('retry-after') === null).toBe(status === 'completed_with_errors');
    }
    const { finished_at } = await importNow(by, 'org_0001', begun.data.id);
    expect(Date.parse(finished_at ?? '') - Date.parse(NOW)).toBe(51_000);
    const made = await all<Contact>(by, '/org_0001/contacts?tag=b');
    expect(made).toHaveLength(ROWS - bad.length);
    expect(made.map(({ created_at }) => created_at)).toEqual(made.map(({ created_at }) => created_at).toSorted());
    expect(made[1]).toMatchObject({ version: 1, name: 'Row 1', tags: ['a', 'b'], properties: { n: 1 } });
  });

  it('creates nothing in mode abort', async () => {
    const by = key(inSandbox(server), 1);
    const { data, status } = await start(by, lines, 'abort');
    expect(status).toBe(202);
    await wait(by.on, 0.999);
    expect(await importNow(by, 'org_0001', data.id)).toMatchObject({ status: 'queued', failed: 0, created: 0 });
    await wait(by.on, 0.001);
    const over = await importNow(by, 'org_0001', data.id);
    expect(over).toMatchObject({ status: 'failed', created: 0, failed: bad.length });
    expect(codesOf(over.errors)).toEqual(bad);
    expect((await organizationNow(by, 'org_0001')).usage.contacts).toBe(240);
  });
});

it('says of rows that are no rows what they are, and refuses only what has none', async () => {
  const by = key(inSandbox(server), 1);
  const text = 'email,name,properties\r\na@b.co,A\r\nc@d.co,C,{no\r\nd@e.co,D,"{""ok"":1}"\r\n';
  const { data } = await send<ImportJob>(by, ['POST', '/org_0001/imports'], { lines: { type: 'text/csv', text } });
  await wait(by.on, 60);
  const { errors, created } = await importNow(by, 'org_0001', data.id);
  expect([codesOf(errors), created]).toEqual([
    [
      { row: 1, code: 'wrong_columns' },
      { row: 2, code: 'invalid_json' },
    ],
    1,
  ]);
  for (const empty of ['email,name\r\n', '']) {
    const lines = { type: 'text/csv', text: empty };
    expect((await send(by, ['POST', '/org_0001/imports'], { lines })).status).toBe(400);
  }
  expect((await send(by, ['POST', '/org_0001/imports'], { body: { rows: [] } })).status).toBe(400);
});

it('counts what is to come against the plan, and keeps its addresses', async () => {
  const on = inSandbox(server);
  // 15 of 1,000 contacts are left once 985 are there.
  const by = key(on, 3);
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => ({ email: `r${from + n}@example.com`, name: 'R' }));
  const begin = (from: number, count: number) =>
    send<ImportJob>(by, ['POST', '/org_0003/imports'], { body: { rows: rows(from, count) } });
  const { usage } = await organizationNow(by, 'org_0003');
  await begin(0, 500);
  await begin(500, 500 - usage.contacts - 10);
  const { data } = await begin(2000, 15);
  const taken = await send(by, ['POST', '/org_0003/contacts'], { body: { email: 'R7@example.com', name: 'R' } });
  expect([taken.status, taken.kind, taken.text.includes('current')]).toEqual([409, 'conflict', false]);
  const full = await send(by, ['POST', '/org_0003/contacts'], { body: { email: 'new@example.com', name: 'R' } });
  expect([full.status, full.kind]).toEqual([402, 'plan_limit']);
  await wait(on, 120);
  const over = await importNow(by, 'org_0003', data.id);
  expect(new Set(over.errors.map(({ code }) => code))).toEqual(new Set(['plan_limit']));
  expect([over.created, over.failed]).toEqual([10, 5]);
  expect((await organizationNow(by, 'org_0003')).usage.contacts).toBe(1000);
});
