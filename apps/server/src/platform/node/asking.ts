/** Who is asking, for whatever is done for a request; set only where somebody counts. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Who is asking: the network of a client; undefined where nobody counts it. */
export const asking = new AsyncLocalStorage<string | undefined>();
