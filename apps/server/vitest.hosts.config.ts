/** Where the tests of other runtimes are, which `npm run suite -- hosts` runs over the built server. */
import { defineConfig } from 'vitest/config';
import shared from './vitest.config.js';

export default defineConfig({
  test: { ...shared.test, include: ['test/elsewhere/**/*.test.ts'], exclude: [] },
});
