/** Each fault does the same whatever the store of the server is, and over the `fetch` of a server without a port. */
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '@understudy/tooling/patience';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Backend, durableStores } from '../stores/stores.js';
import { inProcess, type TestServer } from '../support.js';
import { atMost } from './clients/at-most.js';
import { lostAnswers, reads } from './clients/cases.js';
import type { Client } from './clients/seen.js';
import { showRead, showWrite, type Stage } from './clients/show.js';
import { askBy, openUndici } from './clients/undici-client.js';

/** What comes of each fault that a server takes, as a client says it. */
async function outcomes(
  client: Client,
  server: Stage['server'],
  takes: (fault: string) => boolean = () => true,
): Promise<Record<string, string>> {
  let count = 0;
  const stage = () => ({ server, sandbox: `shown-${(count += 1)}` });
  const read = await atMost(
    4,
    reads.filter(({ fault }) => takes(fault)),
    async (one) => [one.fault, await showRead(client, one, stage())],
  );
  const write = await atMost(4, lostAnswers, async (one) => [one.fault, await showWrite(client, one, stage())]);
  return Object.fromEntries([...read, ...write]);
}

/** What the `fetch` of a platform makes something else of: it follows redirects, and takes no 407. */
const isOfPlatform = (fault: string) => fault.startsWith('redirect') || fault === 'status;code=407';

describe('every fault', { timeout: patient(60_000) }, () => {
  let inMemory: Record<string, string>;
  beforeAll(async () => {
    const server = await spawnServer();
    inMemory = await outcomes(await openUndici(), server);
    await server.stop('SIGKILL');
  }, patient(60_000));

  describe.each(durableStores)('on %s', (_name, find) => {
    let backend: Backend;
    let server: SpawnedServer;
    beforeAll(async () => {
      backend = await find();
      server = await spawnServer(['--store', backend.address]);
    }, patient(60_000));
    afterAll(async () => {
      await server.stop('SIGKILL');
      await backend.remove();
    });

    test('does what it does in memory', async () => {
      expect(await outcomes(await openUndici(), server)).toEqual(inMemory);
    });
  });

  describe('without a port', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await inProcess({ sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }) });
    });
    afterAll(() => server.close());

    test('does what the fetch of Node makes of it', async () => {
      const client: Client = {
        ask: (asked) => askBy((url, init) => server.fetch(url.slice(server.origin.length), init), asked),
        close: async () => undefined,
      };
      // There is no other address than the one that it has been given.
      const seen = await outcomes(client, server, (fault) => fault !== 'redirect;to=elsewhere');
      const own = Object.entries(seen).filter(([fault]) => !isOfPlatform(fault));
      expect(Object.fromEntries(own)).toEqual(Object.fromEntries(own.map(([fault]) => [fault, inMemory[fault]])));
      for (const [fault, outcome] of Object.entries(seen).filter(([name]) => isOfPlatform(name))) {
        const [, status = '307'] = /code=(\d+)/.exec(fault) ?? [];
        expect(outcome).toContain(`${status} `);
      }
    });
  });
});
