/** The database goes away, comes back, and is slow: clear answers meanwhile, and recovery without help. */
import { patient } from '@understudy/tooling/patience';
import { startPostgres } from '@understudy/tooling/postgres';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, course, create, SAME, startReplicas, titles } from './cluster.js';
import { patiently } from '../postgres/schemas.js';
import { openOnce } from '../use.js';
import { eventually } from '../eventually.js';

let replicas: SpawnedServer[];
let one: SpawnedServer;
let two: SpawnedServer;

const postgres = openOnce(startPostgres);
beforeAll(async () => {
  replicas = await startReplicas(`${postgres.url}?${patiently()}`, 2);
  [one, two] = replicas as [SpawnedServer, SpawnedServer];
});
afterAll(async () => {
  await Promise.all(replicas.map((replica) => replica.stop()));
});

const COURSES = '/api/education/courses';

async function recovered(): Promise<void> {
  for (const replica of replicas) {
    await eventually(async () => expect((await ask(replica, 'GET', '/readyz')).status).toBe(200));
    expect((await ask(replica, 'GET', COURSES)).status).toBe(200);
  }
}

it(
  'answers 503 while the database is away, and goes on by itself when it is back',
  { timeout: patient(30_000) },
  async () => {
    expect(await create(one, '', 'Before')).toBeDefined();
    for (let i = 0; i < 3; i++) expect((await ask(two, 'GET', COURSES)).status).toBe(200);
    await postgres.halt();
    for (const replica of replicas) {
      const answers = [
        await ask(replica, 'GET', COURSES),
        await ask(replica, 'GET', '/sandboxes/new/api/education/courses'),
        await ask(replica, 'GET', '/sandboxes'),
        await ask(replica, 'POST', COURSES, { body: course('Meanwhile'), key: 'Meanwhile' }),
        await ask(replica, 'PUT', '/sandboxes/new', { body: {} }),
        await ask(replica, 'GET', '/readyz'),
      ];
      for (const { status, headers, json } of answers) {
        expect(status).toBe(503);
        expect(headers.get('retry-after')).toBe('1');
        expect(json).toMatchObject({ kind: 'service_unavailable', simulated: false });
        expect(JSON.stringify(json)).not.toContain('ECONNREFUSED');
      }
      expect((await ask(replica, 'GET', '/healthz')).status).toBe(200);
    }
    await postgres.resume();
    await recovered();
    expect(await create(two, '', 'Meanwhile')).toBeDefined();
    expect(await titles(one, '')).toEqual(['Before', 'Meanwhile']);
  },
);

it('loses no acknowledged write while the database is stopped under load', { timeout: patient(30_000) }, async () => {
  const acknowledged: string[] = [];
  const refused: string[] = [];
  const writer = async (replica: SpawnedServer, name: string): Promise<void> => {
    for (let i = 0; refused.length < 20; i++) {
      const title = `${name}-${i}`;
      const sent = await ask(replica, 'POST', COURSES, { body: course(title), key: title });
      expect([200, 503]).toContain(sent.status);
      (sent.status === 200 ? acknowledged : refused).push(title);
    }
  };
  const writers = Promise.all(['a', 'b', 'c', 'd'].map((name, i) => writer(i % 2 === 0 ? one : two, name)));
  await eventually(() => expect(acknowledged.length).toBeGreaterThan(30));
  await postgres.halt();
  try {
    await writers;
  } finally {
    await postgres.resume();
  }
  await recovered();
  expect(await titles(two, '')).toEqual(expect.arrayContaining(acknowledged));
  for (const title of refused) expect(await create(one, '', title)).toBeDefined();
  const all = await titles(two, '');
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining([...acknowledged, ...refused]));
});

it(
  'keeps nobody waiting for long, and not many, while the database is slow',
  { timeout: patient(30_000) },
  async () => {
    // With the limits that it has by itself.
    const hurried = await spawnServer([...SAME, '--store', postgres.url]);
    const client = new Client({ connectionString: postgres.url });
    // It may outlive a failure of this test.
    client.on('error', () => undefined);
    await client.connect();
    // Whoever asks for a sandbox waits for this transaction.
    await client.query('begin; lock table understudy_sandboxes in access exclusive mode');
    const since = performance.now();
    const reads = Array.from({ length: 300 }, () => ask(hurried, 'GET', COURSES));
    const writes = Array.from({ length: 700 }, (_, i) => ask(hurried, 'POST', COURSES, { body: course(`slow ${i}`) }));
    // More writers than may wait are refused at once.
    const first = await Promise.race(writes);
    expect(first.status).toBe(503);
    expect(performance.now() - since).toBeLessThan(patient(2500));
    expect((await ask(hurried, 'GET', '/readyz')).status).toBe(503);
    const answers = await Promise.all([...reads, ...writes]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect(performance.now() - since).toBeLessThan(patient(12_000));
    expect((await ask(hurried, 'GET', '/healthz')).status).toBe(200);
    await client.query('rollback');
    await client.end();
    await eventually(async () => expect((await ask(hurried, 'GET', COURSES)).status).toBe(200));
    await hurried.stop();
    expect((await titles(one, '')).some((title) => title.startsWith('slow'))).toBe(false);
  },
);
