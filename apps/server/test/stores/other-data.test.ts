/** A store that a server with other seeded data starts on: only what its writes rely on has to be the same. */
import { describe, expect, it } from 'vitest';
import type { DatasetSpec } from '../../src/store/stores/compatibility.js';
import { UNKNOWN } from '../../src/store/model/internal.js';
import type { Store } from '../../src/store/stores/store.js';
import { DATASET, durableStores, postgresBackend } from './stores.js';
import { openEach } from '../use.js';

const EVENTS = { name: 'events', collections: [{ name: 'events', defaultSize: 60 }, { name: 'attendees' }] };

/** The same data with one domain more. */
const withEvents = (sizes: object = {}): DatasetSpec => ({
  ...DATASET,
  sizes: { ...DATASET.sizes, ...sizes },
  domains: [...DATASET.domains, EVENTS],
});

const withSizes = (sizes: object): DatasetSpec => ({ ...DATASET, sizes: { ...DATASET.sizes, ...sizes } });

/** Writes a record of a collection, in a sandbox that relies on what the server was started with. */
async function write(store: Store, collection: string, sandbox = 'a'): Promise<void> {
  const { mark = UNKNOWN } = (await store.changedSince(sandbox, UNKNOWN)) ?? {};
  const record = { collection, id: 'x', value: { id: 'x' }, order: null, expires: null };
  expect(await store.write(sandbox, mark, [[record]])).not.toBe('conflict');
}

describe.each(durableStores)('%s', (_name, find) => {
  const backend = openEach(find);

  /** Does something with the store, as one process. */
  async function using(
    dataset: DatasetSpec,
    work: (store: Store) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const store = await backend.open(dataset);
    try {
      await work(store);
    } finally {
      await store.close();
    }
  }

  it('takes in a domain that was added, with its default size or another', async () => {
    await using(DATASET, (store) => write(store, 'students'));
    await using(withEvents());
    await using(withEvents({ events: 60 }));
    await using(withEvents({ events: 61 }), (store) => write(store, 'attendees'));
    const refusal = { option: 'size', message: expect.stringMatching(/writes of events .* sizes events=61; give/) };
    await expect(backend.open(withEvents())).rejects.toMatchObject(refusal);
    await using(withEvents({ events: 61 }));
  });

  it('takes a size that it does not know for the default one, once the domain holds writes', async () => {
    const { domains } = withEvents();
    // As a release left it that knew the domain, and had nothing to size in it.
    await using(
      { ...DATASET, domains: [...DATASET.domains, { name: 'events', collections: [{ name: 'attendees' }] }] },
      (store) => write(store, 'attendees'),
    );
    await expect(backend.open({ ...withEvents({ events: 59 }), domains })).rejects.toMatchObject({
      option: 'size',
      message: expect.stringContaining('events=60'),
    });
    await using(withEvents({ events: 60 }));
  });

  it('keeps the size of a domain that is not there for a while', async () => {
    await using(withEvents({ events: 9 }), (store) => write(store, 'attendees'));
    await using(DATASET);
    await expect(backend.open(withEvents())).rejects.toMatchObject({ message: expect.stringContaining('events=9') });
    await using(withEvents({ events: 9 }));
  });

  it('compares the sizes of a domain with writes only, and names all that differ', async () => {
    await using(withEvents(), (store) => write(store, 'enrollments'));
    await using(withEvents({ events: 1 }));
    await expect(backend.open(withSizes({ students: 6, courses: 4 }))).rejects.toMatchObject({
      option: 'size',
      message:
        'the store holds writes of education to data of the sizes students=5,courses=3; give those sizes, or use another database',
    });
  });

  it.each([
    ['seed', { seed: 'b' }, 'seed'],
    ['data version', { dataVersion: 2 }, 'store'],
  ])('refuses another %s where it holds writes, whosever they are', async (_what, other, option) => {
    await using(DATASET, (store) => write(store, 'tokens'));
    await expect(backend.open({ ...DATASET, ...other })).rejects.toMatchObject({ option });
  });

  it('holds nothing against sandboxes that have their own seed and sizes, or only a clock', async () => {
    await using(DATASET, async (store) => {
      await write(store, 'clock');
      await write(store, 'students', 'own');
      const { mark = UNKNOWN } = (await store.changedSince('own', UNKNOWN)) ?? {};
      const records = (await store.changedSince('own', UNKNOWN))?.records ?? [];
      await store.replace('own', mark, { config: { seed: 's' }, revision: 1, records });
    });
    await using({ ...withSizes({ students: 6 }), seed: 'b' });
    // Whatever its settings, it was made on the data of a release.
    await expect(backend.open({ ...DATASET, dataVersion: 2 })).rejects.toMatchObject({ option: 'store' });
  });

  it.each([
    ['seed', { seed: 'b' }],
    ['size', { sizes: { students: 6, courses: 3 } }],
    ['data version', { dataVersion: 2 }],
  ])(
    'is taken over with another %s where it holds no writes, and takes none for the data before',
    async (_what, other) => {
      const before = await backend.open();
      const mark = await before.admit('default', 10);
      if (typeof mark === 'string') throw new Error(mark);
      const after = await backend.open({ ...DATASET, ...other });
      const restart = { kind: 'service_unavailable', details: { detail: expect.stringContaining('restart this one') } };
      const records = [{ collection: 'students', id: 'x', value: { id: 'x' }, order: null, expires: null }];
      await expect(before.write('default', mark, [records])).rejects.toMatchObject(restart);
      await expect(before.replace('default', mark, { config: {}, revision: 1, records })).rejects.toMatchObject(
        restart,
      );
      await expect(before.admit('another', 10)).rejects.toMatchObject(restart);
      await expect(before.check()).rejects.toMatchObject(restart);
      expect((await after.list()).map(({ name }) => name)).toEqual(['default']);
      await after.check();
      expect(await after.write('default', mark, [records])).toMatchObject({ revision: 1 });
      await before.close();
      await after.close();
      await expect(backend.open()).rejects.toMatchObject({ name: 'StoreRefused' });
    },
  );

  it('leaves a server without a domain to its work when one with it starts, whatever the size', async () => {
    const before = await backend.open();
    const after = await backend.open(withEvents({ events: 9 }));
    await write(before, 'students', 'one');
    await write(after, 'attendees', 'two');
    await before.close();
    await after.close();
    await expect(backend.open(withEvents())).rejects.toMatchObject({ message: expect.stringContaining('events=9') });
  });

  it('lets one of several that start at once with other sizes write, and no other', async () => {
    await using(DATASET);
    const sizes = [10, 11, 12, 13];
    const all = await Promise.all(sizes.map((students) => backend.open(withSizes({ students }))));
    const writes = await Promise.allSettled(all.map((store, i) => write(store, 'students', `s${i}`)));
    expect(writes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    await Promise.all(all.map((store) => store.close()));
    const winner = writes.findIndex(({ status }) => status === 'fulfilled');
    await using(withSizes({ students: sizes[winner] ?? 0 }));
  });

  it('lets several start at once with a domain more', async () => {
    await using(DATASET, (store) => write(store, 'students'));
    const all = await Promise.all([1, 2, 3].map(() => backend.open(withEvents())));
    for (const [i, store] of all.entries()) await write(store, 'attendees', `s${i}`);
    await Promise.all(all.map((store) => store.close()));
  });
});

it('a process that others on the database cannot go on beside says so when it starts', async () => {
  const backend = await postgresBackend();
  const lines: string[] = [];
  const open = async (dataset: DatasetSpec) => backend.open(dataset, (line) => lines.push(line));
  const older = await open(DATASET);
  await (await open(DATASET)).close();
  expect(lines).toEqual([]);
  const newer = await open({ ...DATASET, seed: 'other' });
  expect(lines).toEqual([expect.stringMatching(/before answer 503 from now on; stop them/)]);
  await expect(older.check()).rejects.toMatchObject({ kind: 'service_unavailable' });
  await (await open({ ...DATASET, seed: 'other' })).close();
  expect(lines).toHaveLength(1);
  for (const store of [older, newer]) await store.close();
});
