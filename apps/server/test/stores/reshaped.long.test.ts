/** A store whose domains have changed since: the records that it holds are made to fit, or it is refused. */
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { REMOVED, UNKNOWN } from '../../src/store/model/internal.js';
import type { StoredCollection } from '../../src/store/stores/compatibility.js';
import type { Store } from '../../src/store/stores/store.js';
import { DATASET, durableStores } from './stores.js';
import { ending, openEach } from '../use.js';

const before = z.object({ id: z.string(), text: z.string() });
const notes = { name: 'notes', schema: before } satisfies StoredCollection;

/** The data of a server that has the notes as well. */
const withNotes = (collection: StoredCollection) => ({
  ...DATASET,
  domains: [...DATASET.domains, { name: 'notes', collections: [collection] }],
});

/** Writes some notes, and one removal. */
async function write(store: Store, values: readonly { readonly id: string }[], sandbox = 'a'): Promise<void> {
  const { mark = UNKNOWN } = (await store.changedSince(sandbox, UNKNOWN)) ?? {};
  const records = values.map((value, order) => ({ collection: 'notes', id: value.id, value, order, expires: null }));
  const removal = { collection: 'notes', id: 'gone', value: REMOVED, order: null, expires: null };
  expect(await store.write(sandbox, mark, [[...records, removal]])).not.toBe('conflict');
}

async function read(store: Store, sandbox = 'a'): Promise<readonly unknown[]> {
  const { records = [] } = (await store.changedSince(sandbox, UNKNOWN)) ?? {};
  return records.flatMap(({ value }) => (value === REMOVED ? [] : [value]));
}

/** Every note has a priority since then; `priority: 2` is what a migration gives it. */
const prioritized = { name: 'notes', schema: before.extend({ priority: z.int() }) };
const migrate = (record: unknown) => ({ ...(record as object), priority: 2 });

describe.each(durableStores)('%s', (_name, find) => {
  const backend = openEach(find);

  /** Does something with the store, as one process. */
  async function using<Result>(collection: StoredCollection, work: (store: Store) => Promise<Result>): Promise<Result> {
    const store = await backend.open(withNotes(collection));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  const odd = [
    { id: 'note_1', text: 'one' },
    { id: 'ü/\n"\0', text: 'two' },
  ];

  it('reads no record while the shape is the same', async () => {
    await using(notes, (store) => write(store, odd));
    const schema = before.clone();
    const parse = vi.spyOn(schema, 'safeParse');
    await using({ name: 'notes', schema }, async (store) => expect(await read(store)).toEqual(odd));
    expect(parse).not.toHaveBeenCalled();
  });

  it('fills in what has a default, in every sandbox, and keeps what the schema does not know', async () => {
    const many = Array.from({ length: 1203 }, (_, i) => ({ id: `note_${i}`, text: 'x', own: i }));
    await using(notes, async (store) => {
      await write(store, many);
      await write(store, odd, 'b');
    });
    const schema = before.extend({ pinned: z.boolean().default(false) });
    await using({ name: 'notes', schema }, async (store) => {
      expect(await read(store)).toEqual(many.map((note) => ({ ...note, pinned: false })));
      expect(await read(store, 'b')).toEqual(odd.map((note) => ({ ...note, pinned: false })));
    });
  });

  it('refuses records that do not fit, and changes none of them', async () => {
    await using(notes, (store) => write(store, odd));
    await expect(backend.open(withNotes(prioritized))).rejects.toMatchObject({
      option: 'store',
      message:
        'the record "note_1" of notes that it holds in the sandbox "a" does not fit any more: #/priority is required; have its domain migrate it, or use another database',
    });
    await using(notes, async (store) => expect(await read(store)).toEqual(odd));
  });

  it('has the domain migrate them, once', async () => {
    await using(notes, (store) => write(store, odd));
    const migrating = vi.fn<typeof migrate>(migrate);
    const collection = { ...prioritized, migrate: migrating };
    await using(collection, async (store) => {
      expect(await read(store)).toEqual(odd.map((note) => ({ ...note, priority: 2 })));
    });
    expect(migrating).toHaveBeenCalledTimes(2);
    await using(collection, read);
    await using(prioritized, read);
    expect(migrating).toHaveBeenCalledTimes(2);
  });

  it.each([
    [
      'fails',
      () => {
        throw new Error('no idea');
      },
      /"note_1".*its migration fails \(no idea\); mend its migration, or use another database$/,
    ],
    ['makes nothing that fits', () => ({ id: 'note_1', text: 3 }), /once migrated, .*#\/text must be a string/],
    ['gives it another id', () => ({ id: 'note_2', text: '', priority: 1 }), /another id/],
  ])('refuses a migration that %s', async (_what, wrong, message) => {
    await using(notes, (store) => write(store, odd));
    const opening = backend.open(withNotes({ ...prioritized, migrate: wrong }));
    await expect(opening).rejects.toMatchObject({ option: 'store', message: expect.stringMatching(message) });
    await using(notes, async (store) => expect(await read(store)).toEqual(odd));
  });

  it('takes no more writes of a server that gives its records another shape', async () => {
    const old = ending(await backend.open(withNotes(notes)));
    await write(old, odd);
    await using({ ...prioritized, migrate }, read);
    const { mark = UNKNOWN } = (await old.changedSince('a', UNKNOWN)) ?? {};
    const record = { collection: 'notes', id: 'x', value: { id: 'x', text: '' }, order: 2, expires: null };
    await expect(old.write('a', mark, [[record]])).rejects.toMatchObject({ kind: 'service_unavailable' });
  });

  it('keeps the shape of a domain that is not there for a while', async () => {
    await using(notes, (store) => write(store, odd));
    await (await backend.open(DATASET)).close();
    await expect(backend.open(withNotes(prioritized))).rejects.toMatchObject({ option: 'store' });
  });
});
