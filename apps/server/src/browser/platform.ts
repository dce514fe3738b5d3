/** The parts of a server that runs in a page or a worker: it has no files, no network and nobody to keep from anything. */
import { DataFault } from '../data/data-fault.js';
import { copied } from '../data/given-value.js';
import { ProblemError } from '../kit/problem-error.js';
import type { Platform } from '../server/platform.js';

export const webPlatform: Platform = {
  readJson: (given) => {
    if (typeof given === 'object') return copied(given);
    throw new DataFault('a browser reads no files; give what is in it instead');
  },
  createConduct: () => ({
    // To find nothing would pass for good conduct.
    of: async () => {
      const detail = 'a server in a browser does not judge its clients; ask one that runs in Node';
      throw new ProblemError('not_found', { detail });
    },
  }),
  // The option that would have it deliver is refused before.
  createDeliveries: () => ({
    wake: () => undefined,
    watch: async () => undefined,
    idle: async () => undefined,
    close: async () => undefined,
  }),
};
