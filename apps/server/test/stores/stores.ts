/** The stores under test, by name. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../src/store/open-store.js';
import type { Store } from '../../src/store/stores/store.js';
import type { DatasetSpec } from '../../src/store/stores/compatibility.js';
import { MemoryStore } from '../../src/store/stores/memory-store.js';
import { emptySchema } from '../postgres/schemas.js';

/** What the stores under test are made for. */
export const DATASET: DatasetSpec = {
  dataVersion: 1,
  seed: 'understudy',
  sizes: { students: 5, courses: 3 },
  domains: [
    {
      name: 'education',
      collections: [
        { name: 'students', defaultSize: 500 },
        { name: 'courses', defaultSize: 200 },
        { name: 'enrollments' },
      ],
    },
  ],
};

/** Where a store keeps its data; empty at first. */
export interface Backend {
  /** What --store is given. */
  readonly address: string;
  /** Opens the store there, as another process would. */
  readonly open: (dataset?: DatasetSpec, warn?: (line: string) => void) => Promise<Store>;
  /** Removes what is left of it. */
  readonly remove: () => Promise<void>;
}

function durable(address: string, remove: () => Promise<void>): Backend {
  return { address, remove, open: (dataset = DATASET, warn) => openStore(address, dataset, warn) };
}

/** A folder that goes away with the backend. */
export async function sqliteBackend(): Promise<Backend> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-sqlite-'));
  return durable(`sqlite:${join(folder, 'state.db')}`, () => rm(folder, { recursive: true, force: true }));
}

/** A schema of the shared PostgreSQL. */
export async function postgresBackend(): Promise<Backend> {
  // The database goes away as a whole.
  return durable(await emptySchema(), async () => undefined);
}

async function memoryBackend(): Promise<Backend> {
  const store = new MemoryStore();
  return { address: 'memory', open: async () => store, remove: async () => undefined };
}

/** Every store that outlives its process. */
export const durableStores: readonly (readonly [string, () => Promise<Backend>])[] = [
  ['sqlite', sqliteBackend],
  ['postgres', postgresBackend],
];

/** Every store there is. */
export const stores: readonly (readonly [string, () => Promise<Backend>])[] = [
  ['memory', memoryBackend],
  ...durableStores,
];
