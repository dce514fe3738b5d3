/** One journal over three servers on one store: what one answered is read through another. */
import { patient } from '@understudy/tooling/patience';
import type { SpawnedServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, startReplicas } from '../replicas/cluster.js';
import { durableStores } from '../stores/stores.js';
import { openOnce } from '../use.js';
import { eventually } from '../eventually.js';

const COURSES = '/api/education/courses';

interface Page {
  readonly data: readonly { readonly sequence: number; readonly query: string }[];
  readonly meta: { readonly last: number; readonly dropped: number };
}

async function journal(server: SpawnedServer, sandbox: string): Promise<Page> {
  const { json } = await ask(server, 'GET', `/sandboxes/${sandbox}/requests?per_page=50`);
  return json as unknown as Page;
}

const queries = async (server: SpawnedServer, sandbox: string): Promise<string[]> =>
  (await journal(server, sandbox)).data.map(({ query }) => query);

describe.each(durableStores)('%s', { timeout: patient(40_000) }, (_name, find) => {
  let servers: SpawnedServer[];
  // Each test has a sandbox of its own, and the last one ends two of the servers.
  const backend = openOnce(find);
  beforeAll(async () => {
    servers = await startReplicas(backend.address, 3);
  }, patient(30_000));
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('has the requests of all, at once through the one that answered, soon through the others', async () => {
    const [one, two, three] = servers as [SpawnedServer, SpawnedServer, SpawnedServer];
    await ask(one, 'GET', `/sandboxes/a${COURSES}?q=one`);
    expect(await queries(one, 'a')).toEqual(['q=one']);
    expect(await queries(two, 'a')).toEqual(['q=one']);
    await ask(two, 'GET', `/sandboxes/a${COURSES}?q=two`);
    await ask(three, 'GET', `/sandboxes/a${COURSES}?q=three`);
    for (const server of servers) {
      await eventually(async () => {
        expect((await queries(server, 'a')).toSorted()).toEqual(['q=one', 'q=three', 'q=two']);
      });
      expect((await journal(server, 'a')).data.map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    }
  });

  it('is empty after a reset through one of them, whatever the others have still to write', async () => {
    const [one, two, three] = servers as [SpawnedServer, SpawnedServer, SpawnedServer];
    for (let round = 0; round < 2; round++) {
      await ask(two, 'GET', `/sandboxes/b${COURSES}?q=old`);
      const slow = ask(three, 'GET', `/sandboxes/b${COURSES}?q=slow&delay=1`);
      await ask(two, 'GET', `/sandboxes/b${COURSES}?q=old`);
      // It has to have come in before the reset: the next answer shows that it has.
      await ask(three, 'GET', '/healthz');
      expect((await ask(one, 'POST', '/sandboxes/b/reset')).status).toBe(200);
      await ask(three, 'GET', `/sandboxes/b${COURSES}?q=new&by=three`);
      await ask(two, 'GET', '/sandboxes/b/api/education/nothing?q=new&by=two');
      await slow;
      // Each writes what it has when it is asked.
      for (const server of servers) await journal(server, 'b');
      expect((await queries(one, 'b')).toSorted()).toEqual(['q=new&by=three', 'q=new&by=two']);
      expect((await journal(one, 'b')).meta.dropped).toBe(0);
    }
    await ask(two, 'GET', `/sandboxes/b${COURSES}?q=old`);
    expect((await ask(one, 'DELETE', '/sandboxes/b')).status).toBe(200);
    await journal(two, 'b');
    expect(await queries(three, 'b')).toEqual([]);
  });

  it('loses no more than a batch with a server that is killed, and nothing with one that is stopped', async () => {
    const [one, two, three] = servers as [SpawnedServer, SpawnedServer, SpawnedServer];
    for (let i = 0; i < 20; i++) await ask(one, 'GET', `/sandboxes/c${COURSES}?q=early`);
    await eventually(async () => expect((await queries(three, 'c')).length).toBe(20));
    await ask(two, 'GET', `/sandboxes/c${COURSES}?q=stopped`);
    await Promise.all([one.stop('SIGKILL'), two.stop()]);
    const found = await queries(three, 'c');
    expect(found.filter((query) => query === 'q=early').length).toBe(20);
    expect(found.filter((query) => query === 'q=stopped').length).toBe(1);
  });
});
