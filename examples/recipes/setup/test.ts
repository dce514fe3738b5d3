/** A test with a sandbox of its own, on the server that all of them share. */
import { type Client, createClient } from '@understudy/client';
import { matchers } from '@understudy/client/testing';
import { expect, inject, test as base } from 'vitest';

expect.extend(matchers);

/** What a test is given. */
export interface Fixtures {
  /** Base URL of the sandbox: all that the app under test has to know. */
  readonly baseUrl: string;
  /** A client of the sandbox, which sets faults and looks at what the app has sent. It waits for nothing. */
  readonly api: Client;
}

/** A test whose writes and faults nobody else meets. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
  api: async ({}, use) => {
    const name = `recipe-${crypto.randomUUID()}`;
    const api = createClient({ baseUrl: inject('origin'), sandbox: name, sleep: async () => {} });
    await use(api);
    await api.sandboxes.deleteSandbox({ name });
  },
  baseUrl: async ({ api }, use) => use(`${inject('origin')}/sandboxes/${api.sandbox}`),
});
