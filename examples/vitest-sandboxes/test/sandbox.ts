/** One server for the file, and a sandbox of its own for every test. */
import { createClient } from '@understudy/client';
import { understudyTest } from '@understudy/client/vitest';
import { createUnderstudy } from '@understudy/server';
import { afterAll } from 'vitest';

const server = createUnderstudy({ clock: '2026-01-01T00:00:00Z' });
afterAll(() => server.close());

/** A test with a sandbox. Ask for `understudy`, and write what you like. */
export const test = understudyTest({ server });

/** Controls the sandboxes; it works in none of them. */
export const control = createClient({ baseUrl: 'http://understudy.local', fetch: server.fetch });
