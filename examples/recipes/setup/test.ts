/** A test with a sandbox of its own, on the server that all of them share. */
import { understudyTest } from '@understudy/client/vitest';
import { inject } from 'vitest';

/** A test that is given `understudy`: a base URL for the app, and a client that sets what goes wrong there. */
export const test = understudyTest({ url: inject('origin') });

/** Options of a client that retries without waiting. */
export const atOnce = { sleep: async () => {} };
