/** Stands where stores are opened, on platforms without files and sockets: the memory is all there is. */
import { MemoryStore } from './stores/memory/memory-store.js';
import { StoreRefused } from './stores/refused.js';
import type { Store } from './stores/store.js';

/** Opens the store in memory, or says that no other is to be had. */
export async function openStore(store: string): Promise<Store> {
  if (store === 'memory') return new MemoryStore();
  throw new StoreRefused('store', 'a browser has no database; use memory');
}

/** There is one process, which counts by itself. */
export async function openLimiter(): Promise<undefined> {
  return undefined;
}
