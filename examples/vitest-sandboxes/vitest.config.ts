/** Vitest's own limit, and a multiple of it on slow machines. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { testTimeout: 5000 * Number(process.env['UNDERSTUDY_TEST_PATIENCE'] ?? '1') },
});
