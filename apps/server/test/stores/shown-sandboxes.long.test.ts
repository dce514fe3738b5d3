/** The list of all sandboxes: the store is asked about those that are shown, and not about thousands that are not. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../src/store/stores/store.js';
import { inProcess, type TestServer } from '../support.js';
import { stores } from './stores.js';
import { openEach } from '../use.js';

describe.each(stores)('%s', (_name, find) => {
  let store: Store;
  let server: TestServer;
  const backend = openEach(find);
  beforeEach(async () => {
    store = await backend.open();
    server = await inProcess({ store });
    for (let i = 0; i < 12; i++) {
      const body = JSON.stringify({ seed: `seed ${i}` });
      await server.fetch(`/sandboxes/s${i}`, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    }
    // Somebody was about to write, and did not.
    await store.admit('blank', 100);
  });
  afterEach(async () => {
    await server.close();
  });

  const rest = (from: number): string[] => Array.from({ length: 12 - from }, (_, i) => `s${from + i}`);

  it.each([
    ['the first page', 'per_page=3', ['default', 's0', 's1'], 13],
    ['another page', 'per_page=5&page=2', ['s4', 's5', 's6', 's7', 's8'], 13],
    ['a page past the end', 'page=9', [], 13],
    ['what is searched for', 'q=S1', ['s1', 's10', 's11'], 3],
    ['the last by name', 'sort=-name&per_page=2', ['s9', 's8'], 13],
    ['all', 'per_page=50', ['default', ...rest(0)], 13],
  ])('asks about %s alone', async (_which, query, names, total) => {
    const glances = vi.spyOn(store, 'glance');
    const counts = vi.spyOn(store, 'count');
    const lists = vi.spyOn(store, 'list');
    const { data, pagination } = (await (await server.fetch(`/sandboxes?${query}`)).json()) as {
      readonly data: readonly { readonly name: string; readonly seed: string }[];
      readonly pagination: { readonly total: number };
    };
    expect([data.map(({ name }) => name), pagination.total]).toEqual([names, total]);
    expect(data.filter(({ name }) => name !== 'default').map(({ seed }) => seed)).toEqual(
      names.filter((name) => name !== 'default').map((name) => `seed ${name.slice(1)}`),
    );
    expect(glances.mock.calls.map(([name]) => name)).toEqual(names);
    expect(counts.mock.calls.length).toBeLessThanOrEqual(names.length);
    // All names are asked for once, however many there are.
    expect(lists).toHaveBeenCalledOnce();
  });

  it('says of one that is forgotten while it is listed what is said of every name', async () => {
    const { glance } = store;
    vi.spyOn(store, 'glance').mockImplementationOnce(async (...asked) => {
      await store.drop('s0');
      return glance.apply(store, asked);
    });
    const { data } = (await (await server.fetch('/sandboxes?q=s0')).json()) as { readonly data: readonly object[] };
    expect(data).toMatchObject([{ name: 's0', seed: 'understudy', revision: 0 }]);
  });
});
