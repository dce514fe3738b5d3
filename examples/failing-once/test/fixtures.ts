/** What the tests are given: the app, a client for the sandbox that it talks to, and a way to set rules. */
import { test as base } from '@playwright/test';
import { createClient, type Client } from '@understudy/client';
import { servePage } from '../src/serve-page.js';

const SANDBOX = 'failing-once';

interface Fixtures {
  /** A client that sets rules, and looks at what the app has sent. */
  readonly api: Client;
  /** Address of the app, with that of its API in the query. */
  readonly app: string;
}

// oxlint-disable no-empty-pattern -- Playwright reads the names of the fixtures it needs from the pattern
/** A test with the app, and a sandbox as it was at first: without rules. */
export const test = base.extend<Fixtures>({
  api: async ({}, use) => {
    const api = createClient({ baseUrl: `http://127.0.0.1:${process.env['UNDERSTUDY_PORT']}`, sandbox: SANDBOX });
    await api.sandboxes.resetSandbox({ name: SANDBOX });
    await use(api);
  },
  app: async ({}, use) => {
    const page = await servePage();
    const api = `http://127.0.0.1:${process.env['UNDERSTUDY_PORT']}/sandboxes/${SANDBOX}`;
    await use(`${page.origin}/?api=${encodeURIComponent(api)}`);
    page.close();
  },
});

/** The sandbox. */
export const name = SANDBOX;

test.skip(({ launchOptions }) => launchOptions.executablePath === undefined, 'there is no Chromium');
