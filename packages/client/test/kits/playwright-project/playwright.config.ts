/** Two workers; the server is named by the variables of the one who runs it. */
import { defineConfig } from '@playwright/test';
import { patient } from '@understudy/tooling/patience';

export default defineConfig({
  testDir: '.',
  outputDir: '../../../.cache/kits/playwright',
  fullyParallel: true,
  workers: 2,
  timeout: patient(30_000),
  expect: { timeout: patient(5000) },
  reporter: 'json',
});
