/** What a page has in the place of lru-cache does what that does, as far as it is used. */
import { describe, expect, it } from 'vitest';
import { LRUCache } from './web/runtime.js';

describe('the cache of pages', () => {
  it('keeps what was used last', () => {
    const kept = new LRUCache<string, number>({ max: 2 });
    kept.set('one', 1);
    kept.set('two', 2);
    expect([kept.get('one'), kept.peek('two')]).toEqual([1, 2]);
    kept.set('three', 3);
    expect([...kept.rkeys()]).toEqual(['one', 'three']);
    expect(kept.get('two')).toBeUndefined();
  });

  it('makes room for what is large, and says what went; what is larger than all is not kept', () => {
    const gone: unknown[] = [];
    const kept = new LRUCache<string, string>({
      maxSize: 10,
      sizeCalculation: (value) => value.length,
      dispose: (value, key, reason) => {
        if (reason === 'evict') gone.push([key, value]);
      },
    });
    for (const value of ['aaa', 'bbb', 'cccc', 'dddddd']) kept.set(value.slice(0, 1), value);
    expect([...kept.rkeys(), ...gone]).toEqual(['c', 'd', ['a', 'aaa'], ['b', 'bbb']]);
    kept.set('e', 'eeeeeeeeeee');
    expect([...kept.rkeys()]).toEqual(['c', 'd']);
  });

  it('forgets what is replaced or deleted, with its size', () => {
    const kept = new LRUCache<string, string>({ maxSize: 4, sizeCalculation: (value) => value.length });
    kept.set('a', 'aaa');
    kept.set('a', 'a');
    kept.set('b', 'bb');
    kept.delete('b');
    kept.delete('b');
    kept.set('c', 'ccc');
    expect([...kept.rkeys()]).toEqual(['a', 'c']);
    for (const key of kept.rkeys()) kept.delete(key);
    expect([...kept.rkeys()]).toEqual([]);
  });
});
