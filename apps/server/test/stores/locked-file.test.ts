/** A SQLite file that another program keeps locked: who writes is asked to try again, who reads goes on. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUnderstudy, type Understudy } from '../../src/index.js';

// SQLite itself waits for two seconds before it gives up.
const folder = mkdtempSync(join(tmpdir(), 'understudy-locked-'));
const file = join(folder, 'state.db');
let server: Understudy;
let other: Database.Database;
beforeAll(async () => {
  server = createUnderstudy({ store: `sqlite:${file}` });
  await server.ready();
  other = new Database(file);
});
afterAll(async () => {
  other.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const asked = async (path: string, init?: RequestInit): Promise<string> => {
  const { status, headers } = await server.fetch(path, init);
  return `${status} ${headers.get('retry-after') ?? ''}`.trim();
};

const enrolled = (): Promise<string> =>
  asked('/api/education/enrollments', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ student_id: 'stu_0400', course_id: 'crs_0002' }),
  });

const revision = async (): Promise<unknown> =>
  ((await (await server.fetch('/sandboxes/default')).json()) as { data: { revision: number } }).data.revision;

it.each([
  ['a write', enrolled],
  ['/readyz', () => asked('/readyz')],
])('answers %s with 503 while it lasts, and as ever when it is over', async (_what, ask) => {
  const before = await revision();
  other.exec('begin immediate');
  try {
    expect(await ask()).toBe('503 1');
    expect(await asked('/api/education/courses/crs_0002')).toBe('200');
    expect(await asked('/healthz')).toBe('200');
    expect(await revision()).toBe(before);
  } finally {
    other.exec('rollback');
  }
  expect(await ask()).toBe('200');
});
