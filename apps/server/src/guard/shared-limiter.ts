/** What counts the requests of clients for all processes on a store. */
import type { OpenLimiter } from './rate-limit.js';

/** What counts, and how to let go of what it needs. */
export interface SharedLimiter {
  readonly open: OpenLimiter;
  readonly close: () => Promise<void>;
}
