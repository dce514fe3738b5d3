/** What every store must do, run against each of them. */
import { describe, expect, it } from 'vitest';
import { type Mark, type StoredRecord, UNFINISHED, UNKNOWN } from '../../src/store/model/internal.js';
import type { Store } from '../../src/store/stores/store.js';
import { durableStores, stores } from './stores.js';
import { ending, openEach } from '../use.js';

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

const names = async (store: Store) => (await store.list()).map(({ name }) => name);

describe.each(stores)('%s', (_name, find) => {
  const backend = openEach(find);
  const store = openEach(() => backend.open());

  it('has nothing of a sandbox that nobody wrote to', async () => {
    expect(await store.changedSince('a', UNKNOWN)).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  it('gives back what was written, with everything it was written with', async () => {
    const value = { id: 'x', text: 'ä "quoted" \u0000 💡', list: [1, null, { deep: true }], none: null };
    const records = [record('x', value, { order: 0, expires: 1_900_000_000_000 }), record('y')];
    const mark = await written(store.write('a', UNKNOWN, [records]));
    expect(mark.revision).toBe(1);
    const changes = await store.changedSince('a', UNKNOWN);
    expect(changes?.mark).toEqual(mark);
    expect(changes?.config).toBeNull();
    expect(changes?.records.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(records);
    expect(await names(store)).toEqual(['a']);
  });

  it('gives only what changed after a mark, in its present form', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x', { id: 'x', n: 1 }), record('y')]]));
    const two = await written(store.write('a', one, [[record('x', { id: 'x', n: 2 })]]));
    const three = await written(store.write('a', two, [[record('z'), record('x', { id: 'x', n: 3 })]]));
    expect(three.revision).toBe(3);
    const since = await store.changedSince('a', one);
    expect(ids(since?.records)).toEqual(['x', 'z']);
    expect(since?.records.find(({ id }) => id === 'x')?.value).toEqual({ id: 'x', n: 3 });
    expect((await store.changedSince('a', three))?.records).toEqual([]);
  });

  it('reports a conflict to who writes on an old mark, and writes nothing', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x')]]));
    expect(await store.write('a', UNKNOWN, [[record('y')]])).toBe('conflict');
    await written(store.write('a', one, [[record('z')]]));
    expect(await store.write('a', one, [[record('y')]])).toBe('conflict');
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['x', 'z']);
  });

  it('lets one of many simultaneous writers through', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, i) => store.write('a', UNKNOWN, [[record(`r${i}`)]])),
    );
    expect(results.filter((result) => result !== 'conflict').length).toBe(1);
    expect((await store.changedSince('a', UNKNOWN))?.records.length).toBe(1);
  });

  it('takes away a record that is written as null', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x'), record('y')]]));
    const two = await written(store.write('a', one, [[record('x', null)]]));
    expect(two.revision).toBe(2);
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['y']);
  });

  it('replaces everything and begins a new generation, which everyone must learn whole', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x'), record('y')]]));
    const replacement = { config: { seed: 's' }, revision: 7, records: [record('z')] };
    const two = await written(store.replace('a', one, replacement));
    expect(two.revision).toBe(7);
    expect(two.generation).not.toBe(one.generation);
    for (const mark of [UNKNOWN, one]) {
      const changes = await store.changedSince('a', mark);
      expect(changes).toEqual({ mark: two, config: { seed: 's' }, records: [record('z')] });
    }
    const three = await written(store.write('a', two, [[record('w')]]));
    expect(three).toEqual({ generation: two.generation, revision: 8 });
    expect((await store.changedSince('a', three))?.config).toEqual({ seed: 's' });
  });

  it('replaces what nobody wrote to', async () => {
    const mark = await written(store.replace('a', UNKNOWN, { config: { seed: 's' }, revision: 0, records: [] }));
    expect(await store.changedSince('a', UNKNOWN)).toEqual({ mark, config: { seed: 's' }, records: [] });
  });

  it('reports a conflict to who replaces an old mark', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x')]]));
    await written(store.write('a', one, [[record('y')]]));
    expect(await store.replace('a', one, { config: null, revision: 0, records: [] })).toBe('conflict');
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['x', 'y']);
  });

  it('forgets a sandbox, and never takes a later one of its name for it', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x')]]));
    await store.drop('a');
    await store.drop('a');
    expect(await store.changedSince('a', one)).toBeUndefined();
    expect(await store.write('a', one, [[record('y')]])).toBe('conflict');
    const again = await written(store.write('a', UNKNOWN, [[record('z')]]));
    expect(again.revision).toBe(1);
    expect(ids((await store.changedSince('a', one))?.records)).toEqual(['z']);
  });

  it('keeps sandboxes apart', async () => {
    await written(store.write('a', UNKNOWN, [[record('x')]]));
    await written(store.write('b', UNKNOWN, [[record('y')]]));
    await store.drop('a');
    expect(ids((await store.changedSince('b', UNKNOWN))?.records)).toEqual(['y']);
    expect(await names(store)).toEqual(['b']);
  });

  it('takes keys and texts of any characters', async () => {
    const odd = [
      'nul \u0000',
      'half \ud83d',
      '💡',
      'a"b\\c',
      "o'neil; drop table",
      '\u007f\u2028',
      ' ',
      '{a,b}',
      '\\u0041',
    ];
    const records = odd.map((text, i) => record(text, { id: text, text }, { collection: `c/${text}`, order: i }));
    await written(store.write('a', UNKNOWN, [records]));
    const found = (await store.changedSince('a', UNKNOWN))?.records ?? [];
    expect(found.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))).toEqual(records);
  });

  it('keeps the last of two forms of a record in one write, also where the first takes it away', async () => {
    const one = await written(
      store.write('a', UNKNOWN, [[record('x', { id: 'x', n: 1 }), record('x', { id: 'x', n: 2 })]]),
    );
    expect((await store.changedSince('a', UNKNOWN))?.records).toEqual([record('x', { id: 'x', n: 2 })]);
    await written(store.write('a', one, [[record('x', null), record('x', { id: 'x', n: 3 })]]));
    expect((await store.changedSince('a', one))?.records).toEqual([record('x', { id: 'x', n: 3 })]);
  });

  it('keeps the position of a created record that is written again, and takes its new end', async () => {
    const created = record('x', { id: 'x', n: 1 }, { order: 4, expires: 10 });
    const one = await written(store.write('a', UNKNOWN, [[created]]));
    await written(store.write('a', one, [[record('x', { id: 'x', n: 2 }, { expires: 20 })]]));
    const [found] = (await store.changedSince('a', UNKNOWN))?.records ?? [];
    expect(found).toEqual(record('x', { id: 'x', n: 2 }, { order: 4, expires: 20 }));
  });

  it('makes several writes at once, each a revision, and answers what they come to together', async () => {
    const first = [record('x', { id: 'x', n: 1 }, { order: 0, expires: 10 }), record('y', { id: 'y' }, { order: 1 })];
    const second = [record('x', { id: 'x', n: 2 }, { expires: 20 }), record('y', null)];
    const mark = await written(store.write('a', UNKNOWN, [first, second, []]));
    expect(mark.revision).toBe(3);
    const present = [record('x', { id: 'x', n: 2 }, { order: 0, expires: 20 })];
    expect(await store.changedSince('a', UNKNOWN)).toEqual({ mark, config: null, records: present });
    const next = await written(store.write('a', mark, [[record('z')], [record('w')]]));
    expect(next).toEqual({ generation: mark.generation, revision: 5 });
    expect(ids((await store.changedSince('a', mark))?.records)).toEqual(['w', 'z']);
    expect(await store.write('a', mark, [[record('v')], [record('u')]])).toBe('conflict');
    expect(ids((await store.changedSince('a', UNKNOWN))?.records)).toEqual(['w', 'x', 'z']);
  });

  it('counts a write of nothing', async () => {
    const one = await written(store.write('a', UNKNOWN, [[]]));
    const two = await written(store.write('a', one, [[]]));
    expect(two.revision).toBe(2);
    expect(await store.changedSince('a', one)).toEqual({ mark: two, config: null, records: [] });
  });

  it('gives everything to who stands on a revision that has not been reached', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x')]]));
    const changes = await store.changedSince('a', { generation: one.generation, revision: 5 });
    expect(changes).toEqual({ mark: one, config: null, records: [record('x')] });
    expect(await store.write('a', { generation: one.generation, revision: 5 }, [[record('y')]])).toBe('conflict');
  });

  it('keeps large states', async () => {
    const many = Array.from({ length: 3000 }, (_, i) =>
      record(`r${i}`, { id: `r${i}`, text: 'ä'.repeat(100) }, { order: i }),
    );
    const one = await written(store.write('a', UNKNOWN, [many]));
    expect((await store.changedSince('a', UNKNOWN))?.records.length).toBe(3000);
    await written(store.replace('a', one, { config: null, revision: 3, records: many.slice(0, 2000) }));
    expect((await store.changedSince('a', one))?.records.length).toBe(2000);
  });

  it('answers many readers at once, each what it lacks', async () => {
    const one = await written(store.write('a', UNKNOWN, [[record('x')]]));
    const two = await written(store.write('a', one, [[record('y')]]));
    const other = await written(store.write('b', UNKNOWN, [[record('z')]]));
    const stranger = { generation: other.generation, revision: 1 };
    const marks = [UNKNOWN, one, two, stranger, one, UNKNOWN];
    const found = await Promise.all(marks.map((mark) => store.changedSince('a', mark)));
    expect(found.map((changes) => ids(changes?.records))).toEqual([
      ['x', 'y'],
      ['y'],
      [],
      ['x', 'y'],
      ['y'],
      ['x', 'y'],
    ]);
    expect(found.map((changes) => changes?.mark)).toEqual(marks.map(() => two));
    expect(await Promise.all(['b', 'c'].map((name) => store.changedSince(name, other)))).toEqual([
      { mark: other, config: null, records: [] },
      undefined,
    ]);
  });

  it('admits sandboxes up to a limit, each once, in their order', async () => {
    const blank = await store.admit('b', 2);
    expect(blank).toMatchObject({ revision: 0 });
    expect(await store.admit('a', 2)).toMatchObject({ revision: 0 });
    expect(await store.admit('c', 2)).toBe('full');
    expect(await store.admit('b', 2)).toEqual(blank);
    expect(await names(store)).toEqual(['b', 'a']);
    const found = await store.changedSince('a', UNKNOWN);
    expect(found).toMatchObject({ mark: { revision: 0 }, config: null, records: [] });
    const mark = await written(store.write('a', found?.mark ?? UNKNOWN, [[record('x')]]));
    expect(mark).toEqual({ generation: found?.mark.generation, revision: 1 });
    expect(await store.admit('a', 2)).toBe('conflict');
    await written(store.replace('b', blank as Mark, { config: { seed: 's' }, revision: 0, records: [] }));
    expect(await store.admit('b', 2)).toBe('conflict');
    expect((await store.list()).map(({ name, isConfigured }) => [name, isConfigured])).toEqual([
      ['b', true],
      ['a', false],
    ]);
    await store.drop('b');
    expect(await store.admit('c', 2)).toMatchObject({ revision: 0 });
    const listed = await store.list();
    expect(listed.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(new Set(listed.map(({ position }) => position)).size).toBe(2);
  });

  it('admits as many as may be, when many come at once', async () => {
    const admitted = await Promise.all(Array.from({ length: 12 }, (_, i) => store.admit(`s${i % 6}`, 100)));
    expect(admitted.every((mark) => typeof mark === 'object')).toBe(true);
    expect((await names(store)).toSorted()).toEqual(['s0', 's1', 's2', 's3', 's4', 's5']);
  });

  it('names the sandboxes with something that is yet to be finished, some at a time', async () => {
    const open = record('x', { id: 'x' }, { expires: UNFINISHED });
    const marks = new Map<string, Mark>();
    for (const name of ['d', 'b', 'c', 'a']) {
      const others = [record('y'), record('z', { id: 'z' }, { expires: 10 })];
      marks.set(name, await written(store.write(name, UNKNOWN, [name === 'c' ? others : [open, ...others]])));
    }
    const markOf = (name: string) => marks.get(name) ?? UNKNOWN;
    expect(await store.unfinished('', 9)).toEqual(['a', 'b', 'd']);
    expect(await store.unfinished('', 2)).toEqual(['a', 'b']);
    expect(await store.unfinished('b', 2)).toEqual(['d']);
    expect(await store.unfinished('d', 2)).toEqual([]);
    // Finished, replaced and forgotten.
    await written(store.write('a', markOf('a'), [[record('x', { id: 'x' }, { expires: 20 })]]));
    await written(store.replace('b', markOf('b'), { config: null, revision: 0, records: [] }));
    await store.drop('d');
    expect(await store.unfinished('', 9)).toEqual([]);
    await written(store.replace('c', markOf('c'), { config: null, revision: 1, records: [open] }));
    expect(await store.unfinished('', 9)).toEqual(['c']);
  });

  it('refuses to read more bytes than asked for, and measures them as all others do', async () => {
    const records = ['a', 'ä', '💡', '\u0000'].map((text, i) =>
      record(`r${i}`, { id: `r${i}`, text: text.repeat(500) }),
    );
    const bytes = records.reduce((sum, { value }) => sum + Buffer.byteLength(JSON.stringify(value)), 0);
    const one = await written(store.write('a', UNKNOWN, [records]));
    expect((await store.changedSince('a', UNKNOWN, bytes))?.records.length).toBe(4);
    await expect(store.changedSince('a', UNKNOWN, bytes - 1)).rejects.toMatchObject({ kind: 'sandbox_full' });
    // Only what there is to read counts.
    const two = await written(store.write('a', one, [[record('small')]]));
    expect((await store.changedSince('a', one, 100))?.mark).toEqual(two);
    expect((await store.changedSince('a', two, 0))?.records).toEqual([]);
    expect(await store.changedSince('b', UNKNOWN, 0)).toBeUndefined();
  });

  it('reads all that may be read, though not together', async () => {
    const sandboxes = ['a', 'b', 'c', 'd'];
    const large = [record('x', { id: 'x', text: 'x'.repeat(900) })];
    for (const name of sandboxes) await written(store.write(name, UNKNOWN, [large]));
    await written(store.write('e', UNKNOWN, [[record('x', { id: 'x', text: 'x'.repeat(2000) })]]));
    const asked = [...sandboxes, 'e', 'nobody', ...sandboxes].map((name) => store.changedSince(name, UNKNOWN, 1000));
    const results = await Promise.allSettled(asked);
    const given = results.map((result) => (result.status === 'fulfilled' ? ids(result.value?.records) : 'refused'));
    const each = sandboxes.map(() => ['x']);
    expect(given).toEqual([...each, 'refused', undefined, ...each]);
  });

  it('describes a sandbox without reading it', async () => {
    expect(await store.glance('a', ['clock'])).toBeUndefined();
    const clock = record('clock', { id: 'clock', at: 1 }, { collection: 'clock' });
    const alive = [record('x'), record('y', { id: 'y', text: 'ä' }, { expires: 11 })];
    const dead = record('z', { id: 'z' }, { expires: 10 });
    const replacement = { config: { seed: 's' }, revision: 3, records: [clock, ...alive, dead] };
    const mark = await written(store.replace('a', UNKNOWN, replacement));
    expect(await store.glance('a', ['clock', 'none'])).toEqual({ mark, config: { seed: 's' }, records: [clock] });
    const counting = { generation: mark.generation, without: ['clock', 'none'], now: 10 };
    const bytes = alive.reduce((sum, { value }) => sum + Buffer.byteLength(JSON.stringify(value)), 0);
    expect(await store.count(counting)).toEqual({ changed: 2, bytes });
    expect(await store.count({ ...counting, now: 9 })).toMatchObject({ changed: 3 });
    expect(await store.count({ ...counting, generation: 99_999 })).toEqual({ changed: 0, bytes: 0 });
  });

  it('is well', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });
});

describe.each(durableStores)('%s, opened twice', (_name, find) => {
  const backend = openEach(find);
  const one = openEach(() => backend.open());
  const two = openEach(() => backend.open());

  it('gives each at once what the other has written', async () => {
    const first = await written(one.write('a', UNKNOWN, [[record('x')]]));
    expect(ids((await two.changedSince('a', UNKNOWN))?.records)).toEqual(['x']);
    const second = await written(two.write('a', first, [[record('y')]]));
    expect(await one.write('a', first, [[record('z')]])).toBe('conflict');
    expect(await one.changedSince('a', first)).toEqual({ mark: second, config: null, records: [record('y')] });
    await one.drop('a');
    expect(await two.changedSince('a', second)).toBeUndefined();
  });

  it('lets one write and take away while the other waits, where writers overtake each other easily', async () => {
    if (one.alone === undefined) return;
    const first = await written(one.write('a', UNKNOWN, [[record('x')]]));
    const tried: Promise<unknown>[] = [];
    const last = await one.alone('a', async () => {
      const second = await written(one.write('a', first, [[record('y')]]));
      tried.push(two.write('a', second, [[record('z')]]));
      return written(one.write('a', second, [[record('x', null)], [record('w')]]));
    });
    expect(await Promise.all(tried)).toEqual(['conflict']);
    expect(last.revision).toBe(4);
    expect(ids((await two.changedSince('a', UNKNOWN))?.records)).toEqual(['w', 'y']);
  });

  it('never says that nothing has changed when something has', async () => {
    if (one.version === undefined || two.version === undefined) return;
    const before = one.version();
    expect(one.version()).toBe(before);
    await written(two.write('a', UNKNOWN, [[record('x')]]));
    expect(one.version()).not.toBe(before);
  });

  it('keeps everything when all are closed and it is opened again', async () => {
    const mark = await written(one.write('a', UNKNOWN, [[record('x', { id: 'x' }, { order: 0, expires: 5 })]]));
    const next = await written(
      two.replace('b', UNKNOWN, { config: { seed: 's' }, revision: 4, records: [record('y')] }),
    );
    await Promise.all([one.close(), two.close()]);
    const again = ending(await backend.open());
    expect(await again.changedSince('a', UNKNOWN)).toEqual({
      mark,
      config: null,
      records: [record('x', { id: 'x' }, { order: 0, expires: 5 })],
    });
    expect(await again.changedSince('b', next)).toEqual({ mark: next, config: { seed: 's' }, records: [] });
    expect(await names(again)).toEqual(['a', 'b']);
  });

  it('lets one of the writers of two processes through each time, and loses none', async () => {
    let revisions = 0;
    const writer = async (store: Store, id: string): Promise<void> => {
      for (let n = 0; n < 15;) {
        const { mark } = (await store.changedSince('a', UNKNOWN)) ?? { mark: UNKNOWN };
        const result = await store.write('a', mark, [[record(`${id}${n}`)]]);
        if (result === 'conflict') continue;
        n += 1;
        revisions += 1;
      }
    };
    await Promise.all([writer(one, 'a'), writer(two, 'b'), writer(one, 'c'), writer(two, 'd')]);
    const found = await two.changedSince('a', UNKNOWN);
    expect(revisions).toBe(60);
    expect(found?.mark.revision).toBe(60);
    expect(found?.records.length).toBe(60);
  });
});
