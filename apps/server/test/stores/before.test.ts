/** A database file and a snapshot that an earlier release made: they are read as they were, whatever was added since. */
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Snapshot } from '@understudy/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { openStore } from '../../src/store/open-store.js';
import type { DatasetSpec } from '../../src/store/stores/dataset-spec.js';
import { sandboxOf, send } from '../sandboxes/client.js';
import { api, inProcess } from '../support.js';
import { sandboxesOn } from './replica.js';

const fixture = (name: string): string => fileURLToPath(new URL(`before/${name}`, import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-before-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The file as the earlier release left it: a course in the default sandbox, and one in `mine`, which has own settings. */
function copied(name: string): string {
  const file = join(folder, name);
  copyFileSync(fixture('state.db'), file);
  return file;
}

const LAST = '/api/education/courses?per_page=1&page=201';

describe('a file of an earlier release', () => {
  it('is served as it was, also with another size of a domain that it holds no writes of', async () => {
    const store = `sqlite:${copied('served.db')}`;
    for (const size of [undefined, 'events=61'] as const) {
      const server = createUnderstudy({ store, clock: 'real', ...(size === undefined ? {} : { size }) });
      for (const [base, title] of [
        ['', 'Kept'],
        ['/sandboxes/mine', 'Mine'],
      ]) {
        expect((await send(server, 'GET', base + LAST)).json).toMatchObject({ data: [{ title }] });
      }
      expect(sandboxOf(await send(server, 'GET', '/sandboxes/mine'))).toMatchObject({
        seed: 'mine',
        sizes: { courses: 200, students: 20, users: 50, events: 60 },
      });
      await server.close();
    }
    const other = createUnderstudy({ store, size: 'students=7' });
    await expect(other.ready()).rejects.toThrow(/writes of education .*students=500/);
    await other.close();
  });

  it('takes in a domain that was added since: a sandbox with own settings has its default size', async () => {
    const file = copied('added.db');
    const education = { name: 'education', collections: [{ name: 'courses', defaultSize: 200 }] };
    const added = { name: 'planets', collections: [{ name: 'planets', defaultSize: 7 }] };
    const dataset: DatasetSpec = {
      dataVersion: 1,
      seed: 'understudy',
      sizes: { courses: 200, students: 500, users: 50, events: 60, planets: 9 },
      domains: [education, added],
    };
    const store = await openStore(`sqlite:${file}`, dataset);
    const sandboxes = sandboxesOn(store, {}, { planets: 7 });
    const mine = await sandboxes.open('mine');
    expect(mine.view.dataset.size('planets')).toBe(7);
    expect(mine.view.dataset.size('students')).toBe(20);
    expect((await sandboxes.overview('mine'))?.config.sizes).toMatchObject({ planets: 7, students: 20 });
    await store.close();
  });
});

it('a snapshot of an earlier release is restored as it was', async () => {
  const server = await inProcess({ seed: 'another', size: 'courses=7' });
  const snapshot = JSON.parse(readFileSync(fixture('snapshot.json'), 'utf8')) as Snapshot;
  expect((await send(server, 'PUT', '/sandboxes/b/snapshot', snapshot)).status).toBe(200);
  expect((await send(server, 'GET', `/sandboxes/b${LAST}`)).json).toMatchObject({ data: [{ title: 'Mine' }] });
  const { sha256: _, config, ...content } = snapshot;
  const again = (await send(server, 'GET', '/sandboxes/b/snapshot')).json;
  // Collections that were added since have the sizes that they have by themselves.
  expect(again).toMatchObject({ ...content, config: { ...config, sizes: { ...api.sizes, ...config.sizes } } });
  await server.close();
});
