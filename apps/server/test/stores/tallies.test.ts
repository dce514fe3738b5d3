/** What every store must do with counts, run against each of them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CountStep, NO_TALLY, type Tally } from '../../src/faults/tally.js';
import { type Mark, UNKNOWN } from '../../src/state/model/mark.js';
import type { Store } from '../../src/state/stores/store.js';
import { type Backend, stores } from './stores.js';

/** Matches once more, strikes at most so often, and answers whether it did. */
const striking =
  (times: number): CountStep<boolean[]> =>
  (held) => {
    const result = held.map(({ struck }) => struck < times);
    const tallies = held.map((tally, i) => ({
      ...tally,
      matched: tally.matched + 1,
      struck: tally.struck + Number(result[i]),
    }));
    return { tallies, result };
  };

const matched = (n: number): Tally => ({ ...NO_TALLY, matched: n });
const once = striking(0);

async function written(result: Promise<Mark | 'conflict'>): Promise<Mark> {
  const mark = await result;
  if (mark === 'conflict') throw new Error('the store reports a conflict');
  return mark;
}

describe.each(stores)('%s', (_name, find) => {
  let backend: Backend;
  let store: Store;
  beforeEach(async () => {
    backend = await find();
    store = await backend.open();
  });
  afterEach(async () => {
    await store.close();
    await backend.remove();
  });

  it('gives a step what is held under its keys, and keeps what it makes of them', async () => {
    expect(await store.tallies('a')).toEqual([]);
    const seen: (readonly Tally[])[] = [];
    const full: Tally = { matched: 3, struck: 2, since: 1_900_000_000_000, used: 7 };
    const step: CountStep<string> = (held) => {
      seen.push(held);
      return { tallies: [full, matched(5)], result: 'done' };
    };
    expect(await store.tally('a', ['x', 'y'], step)).toBe('done');
    expect(await store.tally('a', ['y', 'x'], step)).toBe('done');
    expect(seen).toEqual([
      [NO_TALLY, NO_TALLY],
      [matched(5), full],
    ]);
    expect(await store.tallies('a')).toEqual([
      ['y', full],
      ['x', matched(5)],
    ]);
    expect(await store.tallies('b')).toEqual([]);
  });

  it('counts at once where it is exclusive', () => {
    if (!store.exclusive) return;
    expect(store.tally('a', ['x'], () => ({ tallies: [matched(1)], result: 5 }))).toBe(5);
  });

  it('makes no revision by it, and brings no sandbox into being', async () => {
    const mark = await written(store.write('a', UNKNOWN, [[]]));
    for (const name of ['a', 'b']) await store.tally(name, ['x'], once);
    expect(await store.changedSince('a', mark)).toEqual({ mark, config: null, records: [] });
    expect(await store.changedSince('b', UNKNOWN)).toBeUndefined();
    expect((await store.list()).map(({ name }) => name)).toEqual(['a']);
    expect(await store.admit('b', 1)).toBe('full');
    expect(await store.write('a', mark, [[]])).toMatchObject({ revision: 2 });
    expect(await store.tallies('b')).toEqual([['x', matched(1)]]);
  });
});
