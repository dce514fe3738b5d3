/** A server for each test of a file, or of one of its blocks. */
import { afterEach, beforeEach } from 'vitest';
import { type Given, inProcess, type TestServer } from './support.js';

/** Starts a server before each test that stands beside the call, and closes it after it. */
export function eachServer(start: (given: Given) => Promise<TestServer> = inProcess, given: Given = {}): TestServer {
  let server: TestServer;
  beforeEach(async () => {
    server = await start(given);
  });
  afterEach(() => server.close());
  return new Proxy({} as TestServer, { get: (_, name) => server[name as keyof TestServer] });
}
