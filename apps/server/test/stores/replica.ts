/** Processes that share a store, without a server around them. */
import { z } from 'zod';
import { internalCollection } from '../../src/kit/collection.js';
import type { Sizes } from '../../src/kit/dataset.js';
import type { Commit } from '../../src/store/commit/commit.js';
import type { Limits } from '../../src/store/commit/commit-queue.js';
import type { Sandbox } from '../../src/store/registry/sandbox.js';
import { Sandboxes } from '../../src/store/registry/sandboxes.js';
import { MemoryStore } from '../../src/store/stores/memory-store.js';
import type { Store } from '../../src/store/stores/store.js';
import { Journals } from '../../src/journal/journals.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { Datasets } from '../../src/store/model/state.js';
import { FaultyStore } from './faulty-store.js';

/** What the tests write. */
export const notes = internalCollection({
  name: 'notes',
  prefix: 'note',
  schema: z.object({ id: z.string(), text: z.string() }),
});

/** How the sandbox is configured. */
export const config = { seed: 'understudy', sizes: {}, clock: Date.parse('2026-03-01T12:00:00Z'), ttl_seconds: null };

/** A process on the store that all of them share. */
export interface Replica {
  readonly store: FaultyStore;
  readonly sandboxes: Sandboxes;
  readonly sandbox: Sandbox;
}

const LIMITS: Limits = { maxRecords: 5000, maxBytes: 200_000, maxTotalBytes: 200_000 };

/** The sandboxes of a process. */
export function sandboxesOn(store: Store, limits: Partial<Limits> = {}, ownSizes: Sizes = {}): Sandboxes {
  const journals = new Journals(new MemoryJournals({ entries: 1, bytes: 1000, totalBytes: 1000 }));
  const parts = {
    store,
    datasets: new Datasets(),
    defaults: config,
    ownSizes,
    journals,
    limits: { ...LIMITS, ...limits },
  };
  return new Sandboxes(parts, { maxSandboxes: 10, monotonic: () => 0 });
}

/** Begins a process. */
export async function replicaOn(shared: Store, limits: Partial<Limits> = {}): Promise<Replica> {
  const store = new FaultyStore(shared);
  const sandboxes = sandboxesOn(store, limits);
  return { store, sandboxes, sandbox: await sandboxes.open('s') };
}

/** Begins two processes on one store that nothing was written to. */
export async function twoReplicas(limits: Partial<Limits> = {}) {
  const shared = new MemoryStore();
  return { shared, here: await replicaOn(shared, limits), there: await replicaOn(shared, limits) };
}

/** A write to be made in it. */
export function request(
  replica: Replica,
  more: Pick<Commit<string>, 'prepare'> & Partial<Commit<string>>,
): Commit<string> {
  return { sandbox: replica.sandbox, dryRun: false, ...more };
}
