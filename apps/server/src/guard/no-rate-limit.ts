/** Stands where requests are counted, on platforms without a network: there is nobody to count. */
import type { LeftToClient } from './rate-limit.js';

/** Counts nothing, in this process. */
export const inMemory = undefined;

/** A limit that nobody reaches. */
export class RateLimit {
  async take(): Promise<LeftToClient> {
    return { limit: Infinity, window: 1, left: Infinity, seconds: 1, isOver: false };
  }
}
