/** Opens the journals that belong to a store. What they need is loaded only when it is chosen. */
import type { JournalLimits, JournalStore } from '../journal/journal-store.js';
import { MemoryJournals } from '../journal/memory.js';

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
    const { machineNow } = await import('./stores/sqlite/journal/machine-clock.js');
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
