/** One server for the file, and a sandbox of its own for every test, as a vitest fixture. */
import { createClient, type Client } from '@understudy/client';
import { createUnderstudy } from '@understudy/server';
import { afterAll, test as base } from 'vitest';

const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
afterAll(() => understudy.close());

let count = 0;

/** Controls the sandboxes; it works in none of them. */
export const control = createClient({ baseUrl: 'http://understudy.local', fetch: understudy.fetch });

/** What a test is given. */
export interface Fixtures {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** A client that works in the sandbox. */
  readonly api: Client;
}

/** A test with a sandbox. Ask for `api`, and write what you like. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the names of the fixtures it needs from the pattern
  sandbox: async ({}, use) => {
    count += 1;
    const name = `test-${count}`;
    await use(name);
    await control.sandboxes.deleteSandbox({ name });
  },
  api: async ({ sandbox }, use) => use(control.with({ sandbox })),
});
