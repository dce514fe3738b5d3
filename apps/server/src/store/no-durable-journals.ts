/** Stands where journals are opened, on platforms without files and sockets: the memory is all there is. */
import type { JournalLimits, JournalStore } from '../journal/journal-store.js';
import { MemoryJournals } from './stores/memory/journal/memory-journals.js';

/** How journals are opened. */
export async function journalsOf(): Promise<(settings: { readonly limits: JournalLimits }) => Promise<JournalStore>> {
  return async ({ limits }) => new MemoryJournals(limits);
}
