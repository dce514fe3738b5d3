/** What the tests are given: a sandbox each, and the page that talks to it. */
import { test as base } from '@understudy/client/playwright';
import { servePage } from '../src/serve-page.js';

interface Fixtures {
  /** Address of the page, with that of the test's sandbox in its query: all that the app knows. */
  readonly app: string;
}

interface WorkerFixtures {
  /** Where the page is served. */
  readonly origin: string;
}

/** A test with a sandbox of its own, and the app. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures it needs from the pattern
    async ({}, use) => {
      const page = await servePage();
      await use(page.origin);
      page.close();
    },
    { scope: 'worker' },
  ],
  app: async ({ origin, understudy }, use) => use(`${origin}/?api=${encodeURIComponent(understudy.baseUrl)}`),
});

test.skip(({ launchOptions }) => launchOptions.executablePath === undefined, 'there is no Chromium');
