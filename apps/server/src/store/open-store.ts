/** Opens the store that an option names. What a store needs is loaded only when it is chosen. */
import type { SharedLimiter } from '../guard/limits.js';
import { type Store, StoreRefused } from './stores/store.js';
import type { DatasetSpec } from './stores/compatibility.js';
import { MemoryStore } from './stores/memory-store.js';

/** Loads a store's module; its package is optional and may not have been installed. */
async function load<Module>(name: string, module: () => Promise<Module>): Promise<Module> {
  try {
    return await module();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && String(error.code).endsWith('MODULE_NOT_FOUND');
    if (!isMissing) throw error;
    throw new StoreRefused('store', `the package ${name} is not installed here; npm install ${name}`, error);
  }
}

/** Opens a store for the writes to seeded data, or says why it is not to be had. */
export async function openStore(
  store: string,
  dataset: DatasetSpec,
  warn: (line: string) => void = () => undefined,
): Promise<Store> {
  if (store === 'memory') return new MemoryStore();
  if (store.startsWith('sqlite:')) {
    const { openSqlite } = await load('libsql', () => import('./stores/sqlite/sqlite-store.js'));
    return openSqlite(store.slice('sqlite:'.length), dataset);
  }
  const { openPostgres } = await load('pg', () => import('./stores/postgres/postgres-store.js'));
  return openPostgres(store, dataset, warn);
}

/** What counts requests for all processes on a store; undefined where there is one process. */
export async function openLimiter(store: string): Promise<SharedLimiter | undefined> {
  if (store === 'memory' || store.startsWith('sqlite:')) return undefined;
  return (await load('pg', () => import('./stores/postgres/rate-limiter.js'))).sharedLimiter(store);
}
