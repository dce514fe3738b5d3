/** What every store must do, run against each of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Mark, type Store, type StoredRecord, UNKNOWN } from '../../src/state/store.js';
import { stores } from './stores.js';

const record = (id: string, value: unknown = { id }, more: Partial<StoredRecord> = {}): StoredRecord => ({
  collection: 'courses',
  id,
  value,
  order: null,
  expires: null,
  ...more,
});

const ids = (records: readonly StoredRecord[] | undefined) => records?.map(({ id }) => id).toSorted();

async function written(result: Promise<Mark | 'conflict'>): Promise<Mark> {
  const mark = await result;
  if (mark === 'conflict') throw new Error('the store reports a conflict');
  return mark;
}

describe.each(stores)('%s', (_name, open) => {
  let store: Store;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.close());

  it('has nothing of a sandbox that nobody wrote to', async () => {
    expect(await store.changedSince('a', UNKNOWN)).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  it('gives back what was written, with everything it was written with', async () => {
    const value = { id: 'x', text: 'ä "quoted" \u0000 💡', list: [1, null, { deep: true }], none: null };
    const records = [record('x', value, { order: 0, expires: 1_900_000_000_000 }), record('y')];
    const mark = await written(store.write('a', UNKNOWN, records));
    expect(mark.revision).toBe(1);
    const changes = await store.changedSince('a', UNKNOWN);
    expect(changes?.mark).toEqual(mark);
    expect(changes?.config).toBeNull();
    expect(changes?.records.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(records);
    expect(await store.list()).toEqual(['a']);
  });

  it('tells only what changed after a mark, in its present form', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x', { id: 'x', n: 1 }), record('y')]));
    const two = await written(store.write('a', one, [record('x', { id: 'x', n: 2 })]));
    const three = await written(store.write('a', two, [record('z'), record('x', { id: 'x', n: 3 })]));
    expect(three.revision).toBe(3);
    const since = await store.changedSince('a', one);
    expect(ids(since?.records)).toEqual(['x', 'z']);
    expect(since?.records.find(({ id }) => id === 'x')?.value).toEqual({ id: 'x', n: 3 });
    expect((await store.changedSince('a', three))?.records).toEqual([]);
  });

  it('reports a conflict to who writes on an old mark, and writes nothing', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x')]));
    expect(await store.write('a', UNKNOWN, [record('y')])).toBe('conflict');
    await written(store.write('a', one, [record('z')]));
    expect(await store.write('a', one, [record('y')])).toBe('conflict');
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['x', 'z']);
  });

  it('lets one of many simultaneous writers through', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.write('a', UNKNOWN, [record(`r${i}`)])),
    );
    expect(results.filter((result) => result !== 'conflict').length).toBe(1);
    expect((await store.changedSince('a', UNKNOWN))?.records.length).toBe(1);
  });

  it('takes away a record that is written as null', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x'), record('y')]));
    const two = await written(store.write('a', one, [record('x', null)]));
    expect(two.revision).toBe(2);
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['y']);
  });

  it('replaces everything and begins a new generation, which everyone must learn whole', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x'), record('y')]));
    const replacement = { config: { seed: 's' }, revision: 7, records: [record('z')] };
    const two = await written(store.replace('a', one, replacement));
    expect(two.revision).toBe(7);
    expect(two.generation).not.toBe(one.generation);
    for (const mark of [UNKNOWN, one]) {
      const changes = await store.changedSince('a', mark);
      expect(changes).toEqual({ mark: two, config: { seed: 's' }, records: [record('z')] });
    }
    const three = await written(store.write('a', two, [record('w')]));
    expect(three).toEqual({ generation: two.generation, revision: 8 });
    expect((await store.changedSince('a', three))?.config).toEqual({ seed: 's' });
  });

  it('replaces what nobody wrote to', async () => {
    const mark = await written(store.replace('a', UNKNOWN, { config: { seed: 's' }, revision: 0, records: [] }));
    expect(await store.changedSince('a', UNKNOWN)).toEqual({ mark, config: { seed: 's' }, records: [] });
  });

  it('reports a conflict to who replaces an old mark', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x')]));
    await written(store.write('a', one, [record('y')]));
    expect(await store.replace('a', one, { config: null, revision: 0, records: [] })).toBe('conflict');
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['x', 'y']);
  });

  it('forgets a sandbox, and never takes a later one of its name for it', async () => {
    const one = await written(store.write('a', UNKNOWN, [record('x')]));
    await store.drop('a');
    await store.drop('a');
    expect(await store.changedSince('a', one)).toBeUndefined();
    expect(await store.write('a', one, [record('y')])).toBe('conflict');
    const again = await written(store.write('a', UNKNOWN, [record('z')]));
    expect(again.revision).toBe(1);
    expect(ids((await store.changedSince('a', one))?.records)).toEqual(['z']);
  });

  it('keeps sandboxes apart', async () => {
    await written(store.write('a', UNKNOWN, [record('x')]));
    await written(store.write('b', UNKNOWN, [record('y')]));
    await store.drop('a');
    expect(ids((await store.changedSince('b', UNKNOWN))?.records)).toEqual(['y']);
    expect(await store.list()).toEqual(['b']);
  });
});
