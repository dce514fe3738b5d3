/** Where this package's tests are. */
import { patient } from '@understudy/tooling/patience';
import { leftOut } from '@understudy/tooling/sample';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What other runtimes serve: npm run suite -- hosts.
    exclude: ['test/elsewhere/**', '**/node_modules/**', ...leftOut],
    globalSetup: ['test/postgres/global-setup.ts'],
    // As the bundle is built. Otherwise trpc-openapi writes an OpenAPI document for each operation of each server.
    env: { NODE_ENV: 'production' },
    // Against what hangs, and no measure of speed: nothing that works takes a tenth of it on a quiet machine.
    testTimeout: patient(30_000),
    hookTimeout: patient(30_000),
    expect: { poll: { timeout: patient(10_000) } },
    // One more than the processors of a small machine: tests wait for a third of their time.
    maxWorkers: 3,
    // Loading the server costs more than most files do with it. It keeps nothing in its modules, so the files share it.
    isolate: false,
    // What one file replaces, the next one finds as it was.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
