/** What the tests are given: a sandbox and a client for each worker, and the page that talks to it. */
import { test as base } from '@playwright/test';
import { createClient, type Client } from '@understudy/client';
import { servePage } from '../src/serve-page.js';

const origin = () => `http://127.0.0.1:${process.env['UNDERSTUDY_PORT']}`;

interface WorkerFixtures {
  /** Name of the worker's sandbox. */
  readonly sandbox: string;
  /** A client that works in the sandbox. */
  readonly api: Client;
  /** Address of the page, with that of the sandbox's API in its query. */
  readonly pageUrl: string;
}

// oxlint-disable no-empty-pattern -- Playwright reads the names of the fixtures it needs from the pattern
/** A test with a sandbox of its worker's own. */
export const test = base.extend<{ readonly unwritten: void }, WorkerFixtures>({
  sandbox: [async ({}, use, { parallelIndex }) => use(`worker-${parallelIndex}`), { scope: 'worker' }],
  api: [async ({ sandbox }, use) => use(createClient({ baseUrl: origin(), sandbox })), { scope: 'worker' }],
  pageUrl: [
    async ({ sandbox }, use) => {
      const page = await servePage();
      await use(`${page.origin}/?api=${encodeURIComponent(`${origin()}/sandboxes/${sandbox}`)}`);
      page.close();
    },
    { scope: 'worker' },
  ],
  // A worker runs many tests: each finds the sandbox as it was at first.
  unwritten: [
    async ({ api, sandbox }, use) => {
      await api.sandboxes.resetSandbox({ name: sandbox });
      await use();
    },
    { auto: true },
  ],
});

test.skip(({ launchOptions }) => launchOptions.executablePath === undefined, 'there is no Chromium');
