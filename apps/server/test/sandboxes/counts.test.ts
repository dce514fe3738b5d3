/** What becomes of the counts of a sandbox when it is reset, copied, exported, restored, configured and deleted. */
import type { Snapshot } from '@understudy/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TallyEntry } from '../../src/faults/action.js';
import { Journals } from '../../src/journal/journals.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { Datasets } from '../../src/store/model/state.js';
import { Sandboxes } from '../../src/store/registry/sandboxes.js';
import { MemoryStore } from '../../src/store/stores/memory-store.js';
import type { Store } from '../../src/store/stores/store.js';
import { match, matched, set } from '../stores/counting.js';
import { config } from '../stores/replica.js';
import { stores } from '../stores/stores.js';
import { api, inProcess, type TestServer } from '../support.js';
import { createCourse, faults, isKept, send } from './client.js';
import { forged } from './forged.js';
import { openEach } from '../use.js';

const OUTAGE = { matched: 3, struck: 2, since: 1_900_000_000_000, used: 7 };
const COUNTS: TallyEntry[] = [
  ['2/x', OUTAGE],
  ['1', matched(4)],
];

/** The same as a snapshot has them. */
const EXPORTED = [
  { key: '2/x', ...OUTAGE },
  { key: '1', ...matched(4) },
];

const count = (store: Store, name: string) => store.tally(name, ['2/x', '1'], set(OUTAGE, matched(4)));

const exported = async (server: TestServer, name: string): Promise<Snapshot> =>
  (await send(server, 'GET', `/sandboxes/${name}/snapshot`)).json as Snapshot;

describe.each(stores)('%s', (_name, find) => {
  let store: Store;
  const backend = openEach(find);
  beforeEach(async () => {
    store = await backend.open({ dataVersion: 1, seed: 'understudy', sizes: api.sizes, domains: [] });
  });
  const server = openEach(() => inProcess({ store }));

  const ask = async (method: string, path: string, body?: unknown): Promise<void> =>
    expect((await send(server, method, path, body)).status).toBe(200);

  it('a reset leaves none', async () => {
    await createCourse(server, '/sandboxes/a', 'One');
    await count(store, 'a');
    await ask('POST', '/sandboxes/a/reset');
    expect(await store.tallies('a')).toEqual([]);
  });

  it('a sandbox that is deleted has none, written to or not', async () => {
    await createCourse(server, '/sandboxes/a', 'One');
    for (const name of ['a', 'b']) await count(store, name);
    for (const name of ['a', 'b']) await ask('DELETE', `/sandboxes/${name}`);
    expect([await store.tallies('a'), await store.tallies('b')]).toEqual([[], []]);
  });

  it('writes and another configuration keep them', async () => {
    await count(store, 'a');
    expect(await isKept(server, 'a')).toBe(false);
    await createCourse(server, '/sandboxes/a', 'One');
    await ask('PUT', '/sandboxes/a', { ttl_seconds: 60 });
    await ask('POST', '/sandboxes/a/clock', { action: 'advance', seconds: 5 });
    expect(await store.tallies('a')).toEqual(COUNTS);
  });

  it('a copy has those of its source in the place of its own, and counts by itself from there', async () => {
    await createCourse(server, '/sandboxes/a', 'One');
    await count(store, 'a');
    await store.tally('b', ['own'], match);
    await ask('PUT', '/sandboxes/b', { from: 'a' });
    expect(await store.tallies('b')).toEqual(COUNTS);
    expect(await store.tally('b', ['1'], match)).toEqual([4]);
    expect(await store.tallies('a')).toEqual(COUNTS);
  });

  it('a snapshot has them only where there are some', async () => {
    await createCourse(server, '/sandboxes/a', 'One');
    expect(await exported(server, 'a')).not.toHaveProperty('counts');
    await count(store, 'a');
    expect((await exported(server, 'a')).counts).toEqual(EXPORTED);
  });

  it('a snapshot restores them, to the byte, and one without them leaves none', async () => {
    const before = await exported(server, 'b');
    await createCourse(server, '/sandboxes/a', 'One');
    await count(store, 'a');
    const text = await (await server.fetch('/sandboxes/a/snapshot')).text();
    await store.tally('b', ['own'], match);
    await ask('PUT', '/sandboxes/b/snapshot', JSON.parse(text));
    expect(await store.tallies('b')).toEqual(COUNTS);
    expect(await (await server.fetch('/sandboxes/b/snapshot')).text()).toBe(text);
    await ask('PUT', '/sandboxes/b/snapshot', before);
    expect(await store.tallies('b')).toEqual([]);
  });
});

describe('a snapshot is refused, and changes nothing, that has', () => {
  let store: Store;
  let server: TestServer;
  let snapshot: Snapshot;
  beforeEach(async () => {
    store = new MemoryStore();
    server = await inProcess({ store });
    await count(store, 'a');
    snapshot = await exported(server, 'a');
  });
  afterEach(() => server.close());

  const refused = async (body: unknown): Promise<string[]> => {
    const answer = await send(server, 'PUT', '/sandboxes/a/snapshot', body);
    expect(answer.status).toBe(400);
    expect(await store.tallies('a')).toEqual(COUNTS);
    return faults(answer);
  };

  it.each([
    ['no list', {}, '#/counts invalid_type'],
    ['no counts', [5], '#/counts/0 invalid_type'],
    ['a count below 0', [{ ...EXPORTED[1], matched: -1 }], '#/counts/0/matched too_small'],
    ['a part of a count', [EXPORTED[0], { ...EXPORTED[1], struck: 0.5 }], '#/counts/1/struck invalid_type'],
    ['no instant', [{ ...EXPORTED[0], since: 9e15 }], '#/counts/0/since too_big'],
    ['no key', [{ ...EXPORTED[0], key: '' }], '#/counts/0/key too_small'],
    ['one without a member', [{ key: '1', ...matched(1), used: undefined }], '#/counts/0/used required'],
    ['two of one key', [EXPORTED[0], EXPORTED[1], EXPORTED[0]], '#/counts/2/key duplicate'],
    ['more than a sandbox keeps', Array.from({ length: 10_001 }, () => EXPORTED[0]), '#/counts too_big'],
  ])('%s', async (_what, counts, fault) => {
    expect(await refused(forged(snapshot, { counts: counts as never }))).toEqual([fault]);
  });

  it('counts that were changed', async () => {
    const [first, ...others] = EXPORTED;
    expect(await refused({ ...snapshot, counts: [{ ...first, struck: 1 }, ...others] })).toEqual(['#/sha256 mismatch']);
  });
});

describe('in memory, of a sandbox that holds nothing', () => {
  const TTL = 60;
  let now: number;
  let store: MemoryStore;
  let sandboxes: Sandboxes;
  beforeEach(() => {
    now = 0;
    store = new MemoryStore();
    const journals = new Journals(new MemoryJournals({ entries: 1, bytes: 1000, totalBytes: 1000 }));
    const limits = { maxRecords: 10, maxBytes: 10_000, maxTotalBytes: 10_000 };
    const defaults = { ...config, ttl_seconds: TTL };
    const parts = { store, datasets: new Datasets(), defaults, ownSizes: {}, journals, limits };
    sandboxes = new Sandboxes(parts, { maxSandboxes: 3, monotonic: () => now });
  });

  const counted = async (name: string) => (await sandboxes.open(name)).tally(['x'], match);

  it('they end with its idle life, which every use of it begins anew', async () => {
    expect(await counted('a')).toEqual([0]);
    for (let i = 1; i <= 3; i++) {
      now += TTL * 1000;
      await sandboxes.open('a');
    }
    expect(await counted('a')).toEqual([1]);
    now += TTL * 1000 + 1;
    expect(await counted('a')).toEqual([0]);
  });

  it('they are forgotten along with all that was idle too long', async () => {
    await counted('a');
    now += TTL * 500;
    await counted('b');
    now += TTL * 500 + 1;
    await sandboxes.list();
    expect([await store.tallies('a'), await store.tallies('b')]).toEqual([[], [['x', matched(1)]]]);
  });

  it('they stay with it once it holds something, and with the default one', async () => {
    await counted('a');
    await counted('default');
    const sandbox = await sandboxes.open('a');
    await sandbox.write([[]]);
    now += TTL * 1000;
    await sandboxes.open('a');
    now += TTL * 1000;
    expect(await counted('a')).toEqual([1]);
    now += TTL * 9000;
    expect(await counted('default')).toEqual([1]);
    expect(await counted('a')).toEqual([0]);
  });

  it('they bring none into being, however many there are', async () => {
    for (let i = 0; i < 1500; i++) await counted(`s${i}`);
    expect((await sandboxes.list()).map(({ name }) => name)).toEqual(['default']);
    expect(await counted('s0')).toEqual([1]);
    expect(await counted('s1499')).toEqual([1]);
  });
});
