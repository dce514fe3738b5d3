/** Where this package's tests are. */
import { patient } from '@understudy/tooling/patience';
import { leftOut } from '@understudy/tooling/sample';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...leftOut],
    // Against what hangs, and no measure of speed: nothing that works takes a tenth of it on a quiet machine.
    testTimeout: patient(30_000),
    hookTimeout: patient(30_000),
    expect: { poll: { timeout: patient(10_000) } },
    // Loading the client and the server costs more than most files do with them; neither keeps anything in its modules.
    isolate: false,
    restoreMocks: true,
    // One loads the client and the server once. `check:tests` runs it beside the tests of the server, which take two.
    maxWorkers: 1,
  },
});
