/** A durable server that is killed in the middle of writes: nothing acknowledged is lost, nothing is half written. */
import { patient } from '@understudy/tooling/patience';
import type { SpawnedServer } from '@understudy/tooling/server';
import { describe, expect, it } from 'vitest';
import { ask, course, create, revision, startReplicas, titles } from '../replicas/cluster.js';
import { durableStores } from './stores.js';
import { openEach } from '../use.js';

/** `npm run suite -- kill` does it more often. */
const ROUNDS = 3;
const WRITERS = 6;

describe.each(durableStores)('%s', (_name, find) => {
  const backend = openEach(find);

  async function start(): Promise<SpawnedServer> {
    const [server] = await startReplicas(backend.address, 1);
    if (server === undefined) throw new Error('no server was started');
    return server;
  }

  it('survives being killed again and again', { timeout: patient(90_000) }, async () => {
    const acknowledged = new Set<string>();
    let server = await start();
    for (let round = 0; round < ROUNDS; round++) {
      const victim = server;
      const before = acknowledged.size;
      const sent = new Set<string>();
      const writer = async (name: string): Promise<void> => {
        for (let i = 0; ; i++) {
          const title = `${round}-${name}-${i}`;
          sent.add(title);
          if ((await create(victim, '', title)) === undefined) return;
          acknowledged.add(title);
          // In another moment of the writes each time; those of the other writers are under way.
          if (acknowledged.size - before === 3 + round * 17) void victim.stop('SIGKILL');
        }
      };
      await Promise.all(Array.from({ length: WRITERS }, (_, i) => writer(`w${i}`)));
      server = await start();
      const found = await titles(server, '');
      expect(found).toEqual(expect.arrayContaining([...acknowledged]));
      expect(new Set(found).size).toBe(found.length);
      // A course, the answer under its key, and whatever else a write holds are one revision.
      expect(await revision(server, 'default')).toBe(found.length);
      // What was not acknowledged has happened as a whole or not at all: sent again, it has one effect.
      for (const title of [...sent].filter((one) => !acknowledged.has(one))) {
        const repeated = await ask(server, 'POST', '/api/education/courses', { body: course(title), key: title });
        expect(repeated.headers.get('idempotency-replayed')).toBe(found.includes(title) ? 'true' : null);
        acknowledged.add(title);
      }
      expect((await titles(server, '')).length).toBe(acknowledged.size);
    }
    expect(await server.stop()).toBe(0);
    expect(acknowledged.size).toBeGreaterThan(ROUNDS * 10);
  });
});
