/** Two workers against one Understudy on a free port; real Chromium, or a loud skip. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findChromium } from '@understudy/tooling/chromium';
import { patient } from '@understudy/tooling/patience';

// This workspace downloads no browser and knows slow machines; a project of your own needs nothing of @understudy/tooling.
const executablePath = findChromium();

export default defineConfig({
  testDir: 'test',
  outputDir: '.cache/results',
  workers: 2,
  fullyParallel: true,
  timeout: patient(30_000),
  expect: { timeout: patient(5000) },
  reporter: 'list',
  use: {
    launchOptions: { args: [...chromiumFlags], ...(executablePath === undefined ? {} : { executablePath }) },
  },
  webServer: {
    // In a project that installed the package: npx @understudy/server serve --port 0
    command: 'node node_modules/@understudy/server/dist/main.js serve --port 0 --log off',
    // The address that it prints becomes process.env.UNDERSTUDY_URL, which the tests read.
    timeout: patient(60_000),
    wait: { stdout: /listening on (?<understudy_url>http:\/\/127\.0\.0\.1:\d+)/ },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
});
