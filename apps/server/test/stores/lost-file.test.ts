/** A SQLite file that is deleted or replaced under a running server: what would be lost is not acknowledged. */
import { copyFileSync, mkdtempSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { course, createCourse, send } from '../sandboxes/client.js';
import { inProcess, settingsOf, type TestServer } from '../support.js';
import { openStore } from '../../src/store/open-store.js';
import { DATA_VERSION } from '../../src/kit/dataset.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();
let file: string;
let server: TestServer;
beforeEach(async () => {
  file = join(mkdtempSync(join(folder, 'lost-')), 'state.db');
  const { seed, size: sizes } = settingsOf({});
  const store = await openStore(`sqlite:${file}`, { dataVersion: DATA_VERSION, seed, sizes, domains: [] });
  server = ending(await inProcess({ store, log: 'json' }));
  await createCourse(server, '', 'Before');
});

const ready = async (): Promise<string> => {
  const { status, headers } = await server.fetch('/readyz');
  return `${status} ${headers.get('retry-after') ?? ''}`.trim();
};

it.each([
  ['deleted', () => unlinkSync(file)],
  [
    'replaced by another',
    () => {
      copyFileSync(file, join(folder, 'other.db'));
      renameSync(join(folder, 'other.db'), file);
    },
  ],
])('%s', async (what, lose) => {
  expect(await ready()).toBe('200');
  lose();
  const body = course;
  const lost = await send(server, 'POST', '/api/education/courses', body);
  expect([lost.status, lost.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await ready()).toBe('503 1');
  expect((await server.fetch('/healthz')).status).toBe(200);
  expect(server.lines.join('')).toContain(`the file of the store was ${what}`);
});

it('is asked to take a write before the server says that it is ready', async () => {
  const written = (): bigint => statSync(`${file}-wal`, { bigint: true }).mtimeNs;
  const before = written();
  expect(await ready()).toBe('200');
  expect(written()).toBeGreaterThan(before);
});
