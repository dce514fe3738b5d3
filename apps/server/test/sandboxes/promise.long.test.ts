/** The promise: the same history gives the same bytes, in any process, whatever happens in other sandboxes. */
import { patient } from '@understudy/tooling/patience';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inProcess, NOW, type TestServer } from '../support.js';
import { history, live, take } from './history.js';

const PUBLIC_URL = 'http://understudy.test';

const RUNS = 60;

let here: TestServer;
let there: SpawnedServer;
beforeAll(async () => {
  here = await inProcess({ publicUrl: PUBLIC_URL });
  there = await spawnServer(['--clock', NOW, '--public-url', PUBLIC_URL]);
});
afterAll(async () => {
  await there.stop();
  await here.close();
});

it('gives equal bytes in another process', { timeout: patient(60_000) }, async () => {
  let writes = 0;
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom('a', 'b', 'c'), async (steps, name) => {
      const answers = await live(here.fetch, name, steps);
      expect(await live(there.fetch, name, steps)).toEqual(answers);
      writes += steps.filter(({ method }, i) => method === 'POST' && answers[i]?.startsWith('200')).length;
    }),
    { numRuns: RUNS, seed: 20_260_301 },
  );
  // Histories of nothing but failures would prove little.
  expect(writes).toBeGreaterThan(RUNS * 4);
});

it('changes no answer of another sandbox', { timeout: patient(60_000) }, async () => {
  await fc.assert(
    fc.asyncProperty(history, history, async (mine, others) => {
      const alone = await live(here.fetch, 'mine', mine);
      await live(here.fetch, 'mine', []);
      await live(here.fetch, 'other', []);
      const together: string[] = [];
      for (let i = 0; i < Math.max(mine.length, others.length); i++) {
        const [own, foreign] = [mine[i], others[i]];
        if (foreign !== undefined) await take(here.fetch, 'other', foreign);
        if (own !== undefined) together.push(await take(here.fetch, 'mine', own));
      }
      expect(together).toEqual(alone);
    }),
    { numRuns: 60, seed: 20_260_302 },
  );
});
