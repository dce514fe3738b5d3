import { describe, expect, it } from 'vitest';
import { ValueCache, madeOnce } from './made-once.js';

describe('what takes time to make', () => {
  it('is made once for all who ask meanwhile or later, for each key', async () => {
    const kept = new Map<string, Promise<string>>();
    const made: string[] = [];
    const ask = (key: string) =>
      madeOnce(kept, key, async () => {
        made.push(key);
        await Promise.resolve();
        return key.toUpperCase();
      });
    const answers = await Promise.all(['a', 'b', 'a', 'a', 'b'].map(ask));
    expect([answers, await ask('a'), made]).toEqual([['A', 'B', 'A', 'A', 'B'], 'A', ['a', 'b']]);
  });

  it('fails for all who wait, and is made anew for whoever asks after that', async () => {
    const kept = new Map<string, Promise<number>>();
    let tries = 0;
    const ask = () =>
      madeOnce(kept, 'a', async () => {
        tries += 1;
        if (tries === 1) throw new Error('out of descriptors');
        return tries;
      });
    const failed = await Promise.allSettled([ask(), ask(), ask()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([await ask(), await ask(), tries]).toEqual([2, 2, 2]);
  });
});

it('keeps values that were asked for lately, within a number of bytes', () => {
  const kept = new ValueCache<string>(1000, ({ length }) => length);
  const made: string[] = [];
  const ask = (key: string, length: number) =>
    kept.get(key, () => {
      made.push(key);
      return 'x'.repeat(length);
    }).length;
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(ask(key, 400)).toBe(400);
  // `b` had to make room for `c`.
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  expect([ask('large', 2000), ask('large', 2000)]).toEqual([2000, 2000]);
  expect(made.slice(4)).toEqual(['large', 'large']);
});
