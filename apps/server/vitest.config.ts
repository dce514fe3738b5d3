/** Where this package's tests are. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/postgres/global-setup.ts'],
    // A limit is a guard against hanging; a busy machine takes its time, and must not fail for it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // By itself vitest leaves one processor idle, of two.
    maxWorkers: '100%',
  },
});
