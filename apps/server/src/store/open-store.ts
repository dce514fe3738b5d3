/** Opens the store and the journal that an option names. */
import type { SharedLimiter } from '../guard/limits.js';
import { type Store, StoreRefused } from './stores/store.js';
import type { DatasetSpec } from './stores/compatibility.js';
import { MemoryStore } from './stores/memory-store.js';
import type { JournalLimits, JournalStore } from '../journal/journal-store.js';
import { MemoryJournals } from '../journal/memory.js';

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
  return (await load('pg', () => import('./stores/postgres/postgres-tallies.js'))).sharedLimiter(store);
}

/** How journals are opened. */
export interface JournalSettings {
  readonly limits: JournalLimits;
  /** Takes lines for whoever runs the server. */
  readonly warn: (line: string) => void;
}

/** Opens journals, once their store is open. */
export type OpenJournals = (settings: JournalSettings) => Promise<JournalStore>;

const SQLITE = 'sqlite:';

/** How the journals of a store are opened; to be asked before the store is, which may come into being then. */
export async function journalsOf(store: string): Promise<OpenJournals> {
  if (store === 'memory') return async ({ limits }) => new MemoryJournals(limits);
  if (store.startsWith(SQLITE)) {
    const database = store.slice(SQLITE.length);
    const { statSync } = await import('node:fs');
    const { machineNow } = await import('./stores/sqlite/journal/sqlite-journals.js');
    const asked = machineNow();
    const newAt = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) === 0 ? asked : undefined;
    return async (settings) => {
      const { openSqliteJournals } = await import('./stores/sqlite/journal/sqlite-journals.js');
      return openSqliteJournals(database, { ...settings, newAt });
    };
  }
  return async ({ limits }) => {
    const { openPostgresJournals } = await import('./stores/postgres/journal/postgres-journals.js');
    return openPostgresJournals(store, limits);
  };
}
