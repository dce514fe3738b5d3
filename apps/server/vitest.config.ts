/** Where this package's tests are. */
import { patient } from '@understudy/tooling/patience';
import { leftOut } from '@understudy/tooling/sample';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // What other runtimes serve: npm run test:hosts.
    exclude: ['test/elsewhere/**', '**/node_modules/**', ...leftOut],
    globalSetup: ['test/postgres/global-setup.ts'],
    // As the bundle is built. Otherwise trpc-openapi writes an OpenAPI document for each operation of each server.
    env: { NODE_ENV: 'production' },
    // As vitest has them, on machines that are not slow.
    testTimeout: patient(5000),
    hookTimeout: patient(10_000),
    expect: { poll: { timeout: patient(1000) } },
    // By itself vitest leaves one processor idle, of two.
    maxWorkers: '100%',
    // Loading the server costs more than most files do with it. It keeps nothing in its modules, so the files share it.
    isolate: false,
    // What one file replaces, the next one finds as it was.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
