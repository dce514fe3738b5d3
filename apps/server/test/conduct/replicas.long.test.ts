/** One judgement over three servers on one store, whichever of them answered. */
import { patient } from '@understudy/tooling/patience';
import type { SpawnedServer } from '@understudy/tooling/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask, startReplicas } from '../replicas/cluster.js';
import { durableStores } from '../stores/stores.js';
import { broken, COURSES, SANDBOX } from './judging.js';
import { eventually } from '../eventually.js';
import { openEach } from '../use.js';
import { course } from '../sandboxes/client.js';

describe.each(durableStores)('%s', { timeout: patient(40_000) }, (_name, find) => {
  let servers: SpawnedServer[];
  const backend = openEach(find);
  beforeEach(async () => {
    servers = await startReplicas(backend.address, 3);
  }, patient(30_000));
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
  });

  it('finds what a client did with several of them', async () => {
    const [one, two, three] = servers as [SpawnedServer, SpawnedServer, SpawnedServer];
    // What comes before the end of another exchange was noted does not repeat it.
    const noted = (count: number) => one.fetch(`${SANDBOX}/requests?wait=10&min=${count}`);
    await ask(one, 'POST', `${COURSES}?fault=server_error;commit=after`, { body: course });
    await noted(1);
    await ask(two, 'POST', COURSES, { body: course });
    await ask(three, 'GET', `${COURSES}?fault=rate_limit;retry_after=60`);
    await noted(3);
    await ask(one, 'GET', COURSES);
    await eventually(async () => {
      const found = await broken(two);
      expect(found.map(([rule]) => rule)).toEqual(['retried_unsafe', 'duplicate_write', 'retried_too_soon']);
      for (const server of servers) expect(await broken(server)).toEqual(found);
    });
  });
});
