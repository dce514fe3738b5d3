/** The tokens of the control API, in every store. */
import { describe, expect, it } from 'vitest';
import type { StoredToken } from '../../src/store/stores/store.js';
import { stores } from './stores.js';
import { ending, openEach } from '../use.js';

const NOW = 1_900_000_000_000;

const token = (n: number, more: Partial<StoredToken> = {}): StoredToken => ({
  id: `ctk_${n}`,
  hash: `hash-${n}`,
  sandboxes: `team-${n}-*`,
  createdAt: NOW + n,
  expiresAt: NOW + 1000,
  ...more,
});

describe.each(stores)('%s', (_name, find) => {
  const backend = openEach(find);
  const store = openEach(() => backend.open());

  it('gives back tokens, oldest first, and finds one by its hash', async () => {
    for (const n of [2, 1, 3]) expect(await store.tokens.add(token(n), 9)).toBe('added');
    expect(await store.tokens.all(NOW)).toEqual([token(1), token(2), token(3)]);
    expect(await store.tokens.find('hash-2', NOW)).toEqual(token(2));
    expect(await store.tokens.find('hash-4', NOW)).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });

  it('has nothing of those that have ended', async () => {
    await store.tokens.add(token(1), 9);
    expect(await store.tokens.all(NOW + 1000)).toEqual([]);
    expect(await store.tokens.find('hash-1', NOW + 1000)).toBeUndefined();
    expect(await store.tokens.find('hash-1', NOW + 999)).toEqual(token(1));
  });

  it('forgets one for good, and again without effect', async () => {
    await store.tokens.add(token(1), 9);
    await store.tokens.remove('ctk_1');
    await store.tokens.remove('ctk_1');
    expect(await store.tokens.find('hash-1', NOW)).toBeUndefined();
    expect(await store.tokens.all(NOW)).toEqual([]);
  });

  it('takes as many as it may have, of which those that have ended are none', async () => {
    await store.tokens.add(token(1, { expiresAt: NOW + 2 }), 2);
    await store.tokens.add(token(2), 2);
    expect(await store.tokens.add(token(3), 2)).toBe('added');
    expect(await store.tokens.add(token(4), 2)).toBe('full');
    expect(await store.tokens.all(NOW)).toEqual([token(2), token(3)]);
  });

  it('shows each process what others have added and removed', async () => {
    const other = ending(await backend.open());
    await other.tokens.add(token(1), 9);
    expect(await store.tokens.find('hash-1', NOW)).toEqual(token(1));
    await store.tokens.remove('ctk_1');
    expect(await other.tokens.find('hash-1', NOW)).toBeUndefined();
  });
});
