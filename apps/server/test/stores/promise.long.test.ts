/** The promise: the same history gives the same bytes in memory, in SQLite, and in PostgreSQL, in any process. */
import { patient } from '@understudy/tooling/patience';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ask, history, live } from '../sandboxes/history.js';
import { NOW, opened, settingsOf } from '../support.js';
import { postgresBackend, type Backend, sqliteBackend } from './stores.js';

const ORIGIN = 'http://understudy.test';

interface Served {
  readonly ask: Ask;
  readonly close: () => Promise<void>;
}

async function serve(store: string): Promise<Served> {
  // In memory sandboxes end after an hour, and in a database never, where nobody says how long they live.
  const settings = settingsOf({ clock: NOW, store, sandboxTtl: '1h' });
  const parts = { sink: () => undefined, sleep: async () => undefined };
  const { pipeline, close } = await opened(settings, parts);
  return { close, ask: (path, init) => pipeline.fetch(new Request(ORIGIN + path, init)) };
}

const RUNS = 40;

let backends: Backend[];
let memory: Served;
let sqlite: Served[];
let postgres: Served[];
let process: SpawnedServer;

beforeAll(async () => {
  backends = [await sqliteBackend(), await postgresBackend()];
  const [file, schema] = backends.map(({ address }) => address) as [string, string];
  memory = await serve('memory');
  process = await spawnServer(['--clock', NOW, '--public-url', ORIGIN]);
  sqlite = await Promise.all([serve(file), serve(file)]);
  postgres = await Promise.all([serve(schema), serve(schema), serve(schema)]);
});
afterAll(async () => {
  await process.stop();
  await Promise.all([memory, ...sqlite, ...postgres].map(({ close }) => close()));
  await Promise.all(backends.map(({ remove }) => remove()));
});

/** Asks servers one after the other. */
function inTurn(servers: readonly Served[]): Ask {
  let next = 0;
  return (path, init) => {
    const server = servers[next++ % servers.length];
    if (server === undefined) throw new Error('there are no servers');
    return server.ask(path, init);
  };
}

it.each([
  ['another process in memory', () => process.fetch],
  ['SQLite', () => inTurn(sqlite.slice(0, 1))],
  ['two processes on one SQLite file', () => inTurn(sqlite)],
  ['PostgreSQL', () => inTurn(postgres.slice(0, 1))],
  ['three replicas on one PostgreSQL, in turn', () => inTurn(postgres)],
])('gives equal bytes: %s', { timeout: patient(60_000) }, async (_name, from) => {
  const there = from();
  let writes = 0;
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom('a', 'b', 'c'), async (steps, name) => {
      const answers = await live(memory.ask, name, steps);
      expect(await live(there, name, steps)).toEqual(answers);
      writes += steps.filter(({ method }, i) => method === 'POST' && answers[i]?.startsWith('200')).length;
    }),
    { numRuns: RUNS, seed: 20_260_303 },
  );
  expect(writes).toBeGreaterThan(RUNS * 4);
});

it('gives equal bytes after a restart', async () => {
  const [history1] = fc.sample(history, { numRuns: 1, seed: 7 });
  const steps = history1 ?? [];
  const reads = steps.filter(({ method }) => method === 'GET');
  await live(memory.ask, 'r', steps);
  const expected = await Promise.all(
    reads.map(async ({ path }) => (await memory.ask(`/sandboxes/r${path}`, {})).text()),
  );
  for (const [i, servers] of [sqlite, postgres].entries()) {
    await live(inTurn(servers), 'r', steps);
    const again = await serve(backends[i]?.address ?? '');
    const found = await Promise.all(reads.map(async ({ path }) => (await again.ask(`/sandboxes/r${path}`, {})).text()));
    await again.close();
    expect(found).toEqual(expected);
  }
});
