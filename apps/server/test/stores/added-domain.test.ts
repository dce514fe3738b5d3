/** A database that was made before a domain was added: sandboxes with their own sizes get the default size of its collections. */
import { expect, it } from 'vitest';
import { DATASET, sqliteBackend } from './stores.js';
import { config, sandboxesOn } from './replica.js';
import { ending, openEach } from '../use.js';

const backend = openEach(sqliteBackend);

it('a sandbox with its own sizes keeps them, and has the default size of what was added', async () => {
  const before = await backend.open();
  const mine = await sandboxesOn(before).open('mine');
  await mine.replace({ config: { ...config, sizes: { students: 20 } }, revision: 1, records: [] });
  await before.close();
  const added = { name: 'planets', collections: [{ name: 'planets', defaultSize: 7 }] };
  const sizes = { ...DATASET.sizes, planets: 9 };
  const after = ending(await backend.open({ ...DATASET, sizes, domains: [...DATASET.domains, added] }));
  const sandboxes = sandboxesOn(after, {}, { planets: 7 });
  const { dataset } = (await sandboxes.open('mine')).view;
  expect([dataset.size('planets'), dataset.size('students')]).toEqual([7, 20]);
  expect((await sandboxes.overview('mine'))?.config.sizes).toMatchObject({ planets: 7, students: 20 });
});
