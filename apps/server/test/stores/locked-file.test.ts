/** A SQLite file that another program keeps locked: who writes is asked to try again, who reads goes on. */
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import Database from 'libsql';
import { beforeAll, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { jsonRequest } from '../support.js';
import { openOnce, useFolder } from '../use.js';

const folder = useFolder();
const file = join(folder, 'state.db');
const server = openOnce(() => createUnderstudy({ store: `sqlite:${file}`, log: 'off' }));
beforeAll(async () => {
  await server.ready();
});
const other = openOnce(() => new Database(file));

const asked = async (path: string, init?: RequestInit): Promise<string> => {
  const { status, headers } = await server.fetch(path, init);
  return `${status} ${headers.get('retry-after') ?? ''}`.trim();
};

const enrolled = (): Promise<string> =>
  asked('/api/education/enrollments', jsonRequest('POST', { student_id: 'stu_0400', course_id: 'crs_0002' }));

const read = (): Promise<string> => asked('/api/education/courses/crs_0002');

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
    expect(await read()).toBe('200');
    expect(await asked('/healthz')).toBe('200');
    expect(await revision()).toBe(before);
  } finally {
    other.exec('rollback');
  }
  expect(await ask()).toBe('200');
});

it('has what writes wait in its order, answers what reads meanwhile, and writes once the file is free', async () => {
  const order: string[] = [];
  const write = async (sandbox: string): Promise<void> => {
    order.push(`${sandbox} ${await asked(`/sandboxes/${sandbox}`, jsonRequest('PUT', {}))}`);
  };
  other.exec('begin immediate');
  const writes = ['a', 'b', 'c'].map(write);
  try {
    // Each takes far less than a write waits, and none of these has to wait for it.
    for (let i = 0; i < 20; i++) expect(await read()).toBe('200');
    expect(order).toEqual([]);
  } finally {
    other.exec('rollback');
  }
  await Promise.all(writes);
  expect(order.map((line) => line.replace('201', '200'))).toEqual(['a 200', 'b 200', 'c 200']);
});

it('gives up those that have waited for too long all at once, and says why', async () => {
  other.exec('begin immediate');
  try {
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => server.fetch(`/sandboxes/late-${i}`, jsonRequest('PUT', {}))),
    );
    const took = performance.now() - begun;
    for (const { status } of answers) expect(status).toBe(503);
    expect(await answers[0]?.json()).toMatchObject({
      detail: 'another program holds the store locked; try again in 1 second',
    });
    // One after another they would have waited for 40 s.
    expect(took).toBeLessThan(patient(20_000));
  } finally {
    other.exec('rollback');
  }
});
