/** What every store must do with counts, run against each of them. */
import { describe, expect, it } from 'vitest';
import { type CountStep, NO_TALLY, type Tally, type TallyEntry } from '../../src/faults/action.js';
import { type Mark, UNKNOWN } from '../../src/store/model/internal.js';
import { match, matched, set } from './counting.js';
import { stores } from './stores.js';
import { openEach } from '../use.js';

// A store is asked to keep thousands of keys.
const FULL: Tally = { matched: 3, struck: 2, since: 1_900_000_000_000, used: 7 };

async function written(result: Promise<Mark | 'conflict'>): Promise<Mark> {
  const mark = await result;
  if (mark === 'conflict') throw new Error('the store reports a conflict');
  return mark;
}

describe.each(stores)('%s', (_name, find) => {
  const backend = openEach(find);
  const store = openEach(() => backend.open());

  it('gives a step what is held under its keys, and keeps what it makes of them', async () => {
    expect(await store.tallies('a')).toEqual([]);
    const seen: (readonly Tally[])[] = [];
    const step: CountStep<string> = (held) => {
      seen.push(held);
      return { tallies: [FULL, matched(5)], result: 'done' };
    };
    expect(await store.tally('a', ['x', 'y'], step)).toBe('done');
    expect(await store.tally('a', ['y', 'x'], step)).toBe('done');
    expect(seen).toEqual([
      [NO_TALLY, NO_TALLY],
      [matched(5), FULL],
    ]);
    expect(await store.tallies('a')).toEqual([
      ['y', FULL],
      ['x', matched(5)],
    ]);
    expect(await store.tallies('b')).toEqual([]);
  });

  it('has the key that was named last at the end, by one who counts and by several at once', async () => {
    const keys = async (): Promise<string[]> => (await store.tallies('a')).map(([key]) => key);
    await store.tally('a', ['x', 'y', 'x'], match);
    expect(await keys()).toEqual(['y', 'x']);
    await Promise.all(['y', 'z', 'y'].map((key) => store.tally('a', [key], match)));
    expect(await keys()).toEqual(['x', 'z', 'y']);
  });

  it('counts at once where it is exclusive', () => {
    if (store.exclusive) expect(store.tally('a', ['x'], match)).toEqual([0]);
  });

  it('makes no revision by it, and brings no sandbox into being', async () => {
    const mark = await written(store.write('a', UNKNOWN, [[]]));
    for (const name of ['a', 'b']) await store.tally(name, ['x'], match);
    expect(await store.changedSince('a', mark)).toEqual({ mark, config: null, records: [] });
    expect(await store.changedSince('b', UNKNOWN)).toBeUndefined();
    expect((await store.list()).map(({ name }) => name)).toEqual(['a']);
    expect(await store.admit('b', 1)).toBe('full');
    expect(await store.write('a', mark, [[]])).toMatchObject({ revision: 2 });
    expect(await store.tallies('b')).toEqual([['x', matched(1)]]);
  });

  it('takes keys of any characters, and many at once', async () => {
    const odd = ['nul \u0000', 'half \ud83d', '💡', 'a"b\\c', "o'neil; drop table", ' ', '{a,b}', '\\u0041', '1/é'];
    const keys = [...odd, ...Array.from({ length: 500 }, (_, i) => `k${i}`)];
    await store.tally("o'neil", keys, match);
    expect(await store.tally("o'neil", keys, match)).toEqual(keys.map(() => 1));
    expect(await store.tallies("o'neil")).toEqual(keys.map((key) => [key, matched(2)]));
  });

  it('counts for many at once, none of whom sees what another does not', async () => {
    const counted = await Promise.all(Array.from({ length: 50 }, () => store.tally('a', ['x', 'y'], match)));
    expect(counted.map(([x]) => x).toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(await store.tallies('a')).toEqual([
      ['x', matched(50)],
      ['y', matched(50)],
    ]);
  });

  it('keeps nothing of a step that fails, and all of those beside it', async () => {
    const fails: CountStep<never> = () => {
      throw new Error('no such rule');
    };
    const short: CountStep<number> = () => ({ tallies: [], result: 1 });
    const tally = async (step: CountStep<unknown>) => store.tally('a', ['x'], step);
    const results = await Promise.allSettled([tally(match), tally(fails), tally(short), tally(match)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(results[1]).toMatchObject({ reason: new Error('no such rule') });
    expect(await store.tallies('a')).toEqual([['x', matched(2)]]);
  });

  it('keeps counts through writes and replacements that say nothing of them', async () => {
    await store.tally('a', ['x'], match);
    const mark = await written(store.write('a', UNKNOWN, [[]]));
    await written(store.replace('a', mark, { config: { seed: 's' }, revision: 3, records: [] }));
    expect(await store.tallies('a')).toEqual([['x', matched(1)]]);
  });

  it('replaces them along with everything else, or not at all', async () => {
    await store.tally('a', ['x', 'y'], match);
    const tallies: TallyEntry[] = [
      ['z', FULL],
      ['x', matched(9)],
    ];
    const replacement = { config: null, revision: 0, records: [] };
    const mark = await written(store.replace('a', UNKNOWN, { ...replacement, tallies }));
    expect(await store.tallies('a')).toEqual(tallies);
    expect(await store.replace('a', UNKNOWN, { ...replacement, tallies: [] })).toBe('conflict');
    expect(await store.tallies('a')).toEqual(tallies);
    expect(await store.tally('a', ['z', 'y'], match)).toEqual([3, 0]);
    await written(store.replace('a', mark, { ...replacement, tallies: [] }));
    expect(await store.tallies('a')).toEqual([]);
    expect(await store.tally('a', ['z'], match)).toEqual([0]);
  });

  it('forgets those of a sandbox with it, written to or not, and no others', async () => {
    await written(store.write('a', UNKNOWN, [[]]));
    for (const name of ['a', 'b', 'c']) await store.tally(name, ['x'], match);
    await store.drop('a');
    await store.drop('b');
    expect(await Promise.all(['a', 'b', 'c'].map((name) => store.tallies(name)))).toEqual([
      [],
      [],
      [['x', matched(1)]],
    ]);
    expect(await store.tally('a', ['x'], match)).toEqual([0]);
  });

  it('keeps 10,000 keys of a sandbox, those used last', async () => {
    const keys = Array.from({ length: 10_001 }, (_, i) => `k${i}`);
    await store.tally('a', keys, match);
    expect((await store.tallies('a')).map(([key]) => key)).toEqual(keys.slice(1));
    await store.tally('a', ['k1', 'new', 'newer'], set(matched(1), matched(2), matched(3)));
    const held = (await store.tallies('a')).map(([key]) => key);
    expect(held).toEqual([...keys.slice(4), 'k1', 'new', 'newer']);
    await store.tally('b', ['x'], match);
    expect(await store.tallies('b')).toHaveLength(1);
    const many = [...keys, 'last'].map((key): TallyEntry => [key, matched(1)]);
    await written(store.replace('a', UNKNOWN, { config: null, revision: 0, records: [], tallies: many }));
    expect((await store.tallies('a')).map(([key]) => key)).toEqual([...keys.slice(2), 'last']);
  });
});
