/** The stores under test, by name. */
import type { Store } from '../../src/state/store.js';
import { MemoryStore } from '../../src/state/stores/memory.js';

/** Opens an empty store. */
type OpenStore = () => Promise<Store>;

/** Every store there is. */
export const stores: readonly (readonly [string, OpenStore])[] = [['memory', async () => new MemoryStore()]];
