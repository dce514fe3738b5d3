/** Each fault does the same whatever the store of the server is, and over the `fetch` of a server without a port. */
import { setTimeout as sleep } from 'node:timers/promises';
import { patient } from '@understudy/tooling/patience';
import { spawnServer } from '@understudy/tooling/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { durableStores } from '../stores/stores.js';
import { inProcess, useServer } from '../support.js';
import { type Case, lostAnswers, reads } from './clients/cases.js';
import type { Client } from './clients/seen.js';
import { showAll, showRead, showWrite, type Stage } from './clients/show.js';
import { askBy, openUndici } from './clients/undici-client.js';
import { openOnce } from '../use.js';

/** What comes of faults, as a client says it. */
async function outcomes(client: Client, server: Stage['server'], takes: (one: Case) => boolean) {
  const all = async (cases: readonly Case[], show: typeof showRead) => {
    const said = await showAll(client, server, { cases, show, atOnce: 4 });
    return cases.map(({ fault }, index) => [fault, said[index]] as const);
  };
  return new Map([...(await all(reads.filter(takes), showRead)), ...(await all(lostAnswers.filter(takes), showWrite))]);
}

/** One of each kind, since stores know nothing of parameters. */
const isFirst = (one: Case): boolean => {
  const of = ({ fault }: Case) => fault.split(';')[0];
  return [reads, lostAnswers].some((cases) => cases.find((other) => of(other) === of(one)) === one);
};

/** What the `fetch` of a platform makes something else of: it follows redirects, and takes no 407. */
const isOfPlatform = (fault: string) => fault.startsWith('redirect') || fault === 'status;code=407';

describe('every fault', { timeout: patient(60_000) }, () => {
  let inMemory: Awaited<ReturnType<typeof outcomes>>;
  beforeAll(async () => {
    const server = await spawnServer();
    inMemory = await outcomes(await openUndici(), server, () => true);
    await server.stop('SIGKILL');
  }, patient(60_000));

  describe.each(durableStores)('on %s', (_name, find) => {
    const backend = openOnce(find);
    const server = openOnce(() => spawnServer(['--store', backend.address]));

    test('does what it does in memory', async () => {
      const seen = await outcomes(await openUndici(), server, isFirst);
      expect(seen.size).toBeGreaterThan(30);
      expect(seen).toEqual(new Map([...seen.keys()].map((fault) => [fault, inMemory.get(fault)])));
    });
  });

  describe('without a port', () => {
    const server = useServer(inProcess, {
      sleep: (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }),
    });

    test('does what the fetch of Node makes of it', async () => {
      const client: Client = {
        ask: (asked) => askBy((url, init) => server.fetch(url.slice(server.origin.length), init), asked),
        close: async () => undefined,
      };
      // There is no other address than the one that it has been given.
      const seen = await outcomes(client, server, ({ fault }) => fault !== 'redirect;to=elsewhere');
      for (const [fault, outcome] of seen) {
        const [, status = '307'] = /code=(\d+)/.exec(fault) ?? [];
        if (isOfPlatform(fault)) expect(outcome).toContain(`${status} `);
        // Nothing undoes a content coding without a network.
        else if (fault.startsWith('bad_gzip')) expect(outcome).toContain('SyntaxError');
        else expect(`${fault}: ${outcome}`).toBe(`${fault}: ${inMemory.get(fault)}`);
      }
    });
  });
});
