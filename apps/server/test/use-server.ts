/** A server for all tests of a file, or of one of its blocks. */
import { afterAll, beforeAll } from 'vitest';
import { type Given, overSocket, type TestServer } from './support.js';

/** Starts a server before the tests that stand beside the call, and closes it after them. */
export function useServer(start: (given: Given) => Promise<TestServer> = overSocket, given: Given = {}): TestServer {
  let server: TestServer;
  beforeAll(async () => {
    server = await start(given);
  });
  afterAll(() => server.close());
  return {
    get origin() {
      return server.origin;
    },
    get waits() {
      return server.waits;
    },
    get lines() {
      return server.lines;
    },
    fetch: (path, init) => server.fetch(path, init),
    revision: () => server.revision(),
    idle: () => server.idle(),
    close: () => server.close(),
  };
}
