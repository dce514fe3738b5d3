/** Modules that are loaded later: with all others soon after a start, and again where they could not be. */
import { expect, it } from 'vitest';
import { deferredRoutes } from '../http/router.js';
import type { Exchange } from '../http/exchange.js';
import { loadAll, loadedLater } from './made-once.js';

it('are loaded with all others, also where nobody has needed them, and once', async () => {
  const loaded: string[] = [];
  const load = loadedLater(async () => loaded.push('a'));
  expect(loaded).toEqual([]);
  await loadAll();
  expect(loaded).toEqual(['a']);
  await load();
  expect(loaded).toEqual(['a']);
});

it('of routes are loaded again by whoever asks after they could not be, and then once', async () => {
  let tries = 0;
  const [route] = deferredRoutes([{ method: 'GET', path: '/a' }], async () => {
    tries += 1;
    if (tries === 1) throw new Error('EMFILE: too many open files');
    return [{ method: 'GET', path: '/a', answer: () => ({ status: 204, type: '', body: '', caching: 'none' }) }];
  });
  const ask = async () => (await route?.answer({} as Exchange, {}))?.status;
  const failed = await Promise.allSettled([ask(), ask()]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await ask(), await ask(), tries]).toEqual([204, 204, 2]);
});
