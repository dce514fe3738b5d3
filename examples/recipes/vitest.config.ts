/** One server for all tests, and time for machines that are slow. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: 'setup/server.ts', testTimeout: 60_000, expect: { poll: { timeout: 10_000 } } },
});
