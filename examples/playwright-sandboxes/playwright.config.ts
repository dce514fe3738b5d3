/** Two workers against one Understudy on a free port; real Chromium, or a loud skip. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, chromiumPath, isChromiumRequired, noChromium } from './src/chromium.js';

if (chromiumPath === undefined) {
  if (isChromiumRequired) throw new Error(noChromium);
  process.stderr.write(`\n!!! BROWSER TESTS ARE SKIPPED: ${noChromium}\n\n`);
}

/** A multiple of the usual limits, for slow machines. */
const patience = Number(process.env['UNDERSTUDY_TEST_PATIENCE'] ?? '1');

export default defineConfig({
  testDir: 'test',
  outputDir: '.cache/results',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000 * patience,
  expect: { timeout: 5000 * patience },
  reporter: 'list',
  use: {
    launchOptions: { args: chromiumFlags, ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }) },
  },
  webServer: {
    // In a project that installed the package: npx @understudy/server serve --port 0
    command: 'node node_modules/@understudy/server/dist/main.js serve --port 0 --log off',
    // The port it prints becomes process.env.UNDERSTUDY_PORT for the tests.
    timeout: 60_000 * patience,
    wait: { stdout: /listening on http:\/\/127\.0\.0\.1:(?<understudy_port>\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
});
