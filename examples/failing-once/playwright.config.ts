/** One page against an Understudy on a free port; real Chromium, or a loud skip. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '@understudy/tooling/chromium';
import { patient } from '@understudy/tooling/patience';

// This workspace downloads no browser and knows slow machines; a project of your own needs nothing of @understudy/tooling.
const executablePath = findChromium();

export default defineConfig({
  testDir: 'test',
  outputDir: '.cache/results',
  workers: 1,
  timeout: patient(30_000),
  expect: { timeout: patient(5000) },
  reporter: 'list',
  use: {
    launchOptions: { args: [...chromiumFlags], ...(executablePath === undefined ? {} : { executablePath }) },
  },
  webServer: {
    // In a project that installed the package: npx @understudy/server serve --port 0
    command: 'node node_modules/@understudy/server/dist/main.js serve --port 0 --log off',
    // The port it prints becomes process.env.UNDERSTUDY_PORT for the tests.
    timeout: patient(60_000),
    wait: { stdout: /listening on http:\/\/127\.0\.0\.1:(?<understudy_port>\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
});
