/** What is always true of a domain, tried with histories of requests: in memory, and on two replicas of each database, which have to answer alike. */
import { patient } from '@understudy/tooling/patience';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inThisProcess } from './replicas/in-process.js';
import { type Backend, postgresBackend, sqliteBackend } from './stores/stores.js';
import { inProcess, NOW, type Target } from './support.js';

/** Histories of a domain. */
export interface Histories<Steps> {
  /** Records that there are at first. */
  readonly size: Readonly<Record<string, number>>;
  readonly histories: fc.Arbitrary<Steps>;
  /** Lives through a history, expects what is always true, and gives what is left of it. */
  readonly live: (of: Target, steps: Steps) => Promise<unknown>;
  /** How many histories are tried. */
  readonly runs: { readonly inMemory: number; readonly onStores: number };
}

/** Histories that one test tries, in memory and on stores: none takes long enough to look as if it hung. */
const PART = 50;
const PART_ON_STORES = 10;

/** The histories of a domain, in parts with a seed each. */
function partsOf(total: number, most: number): { readonly seed: number; readonly numRuns: number }[] {
  return Array.from({ length: Math.ceil(total / most) }, (_, index) => ({
    seed: index + 1,
    numRuns: Math.min(most, total - index * most),
  }));
}

interface Server extends Target {
  readonly close: () => Promise<void>;
}

/** A sandbox on replicas that are asked in turn. */
function sandboxOn(servers: readonly Target[], name: string): Target {
  let next = 0;
  return {
    fetch: (path, init) => (servers[next++ % servers.length] as Target).fetch(`/sandboxes/${name}${path}`, init),
  };
}

/** What is left of a history as texts say it, wherever its server is. */
function asSaid(left: unknown): unknown {
  return JSON.parse(JSON.stringify(left).replaceAll('understudy.test', 'understudy.local'));
}

/**
 * Declares the tests of a domain that has invariants.
 *
 * @returns makes a sandbox in memory, for further tests of the same file
 */
export function alwaysTrue<Steps>({ size, histories, live, runs }: Histories<Steps>): (name: string) => Target {
  let backends: Backend[];
  let memory: Server;
  let replicas: Record<'SQLite' | 'PostgreSQL', Server[]>;
  beforeAll(async () => {
    backends = [await sqliteBackend(), await postgresBackend()];
    memory = await inProcess({ size, clock: NOW });
    const [file = '', schema = ''] = backends.map(({ address }) => address);
    const start = (address: string) => inThisProcess(address, { size });
    replicas = {
      SQLite: [await start(file), await start(file)],
      PostgreSQL: [await start(schema), await start(schema)],
    };
  });
  afterAll(async () => {
    await Promise.all([memory, ...replicas.SQLite, ...replicas.PostgreSQL].map(({ close }) => close()));
    await Promise.all(backends.map(({ remove }) => remove()));
  });
  let count = 0;

  describe.each(partsOf(runs.inMemory, PART))('part $seed', (part) => {
    it('is true after any history', { timeout: patient(60_000) }, async () => {
      const property = fc.asyncProperty(histories, async (steps) => {
        await live(sandboxOn([memory], `m${(count += 1)}`), steps);
      });
      await fc.assert(property, part);
    });
  });

  describe.each(partsOf(runs.onStores, PART_ON_STORES))('part $seed', ({ seed, numRuns }) => {
    it.each(['SQLite', 'PostgreSQL'] as const)(
      'is equally true of two replicas on %s',
      { timeout: patient(60_000) },
      async (store) => {
        const property = fc.asyncProperty(histories, async (steps) => {
          const name = `s${(count += 1)}`;
          const here = await live(sandboxOn([memory], name), steps);
          const there = await live(sandboxOn(replicas[store], name), steps);
          expect(asSaid(there)).toEqual(asSaid(here));
        });
        // Other histories than those in memory alone.
        await fc.assert(property, { numRuns, seed: 1000 + seed });
      },
    );
  });

  return (name) => sandboxOn([memory], name);
}
