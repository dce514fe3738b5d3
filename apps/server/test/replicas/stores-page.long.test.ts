/** The commands of docs/stores.md, as they stand there but for the address of the database and the ports. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { patient } from '@understudy/tooling/patience';
import { runServer, type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { administer } from '../postgres/schemas.js';
import { ask, create, titles } from './cluster.js';

// Processes start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: patient(30_000), hookTimeout: patient(30_000) });

const page = readFileSync(new URL('../../../../docs/stores.md', import.meta.url), 'utf8');
const compose = readFileSync(new URL('../../../../deploy/compose.yaml', import.meta.url), 'utf8');

/** The flags of each command of the page that starts a server. */
const commands = [...page.matchAll(/^npx @understudy\/server serve (.*)$/gm)].map(([, flags = '']) => flags.split(' '));

/** What follows a flag. */
const valueOf = (flags: readonly string[], flag: string) => flags[flags.indexOf(flag) + 1] ?? '';

const onSqlite = commands.filter((flags) => valueOf(flags, '--store').startsWith('sqlite:'));
const onPostgres = commands.filter((flags) => valueOf(flags, '--store').startsWith('postgres:'));
const replicas = onPostgres.filter((flags) => flags.includes('--port'));

/** The address of the page's database, and the user that the page makes for it. */
const NAMED = 'postgres://understudy:secret@127.0.0.1:5432/understudy';
const database = `running_${process.pid}`;

let folder: string;
let address: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-running-'));
  await administer(`create database ${database}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = database;
  address = url.href;
});
const started: SpawnedServer[] = [];
afterAll(async () => {
  // Where a test has failed they still run.
  await Promise.all(started.map((server) => server.stop()));
  await rm(folder, { recursive: true, force: true });
});

type Environment = Readonly<Record<string, string>>;

/** Runs a command of the page, in an empty folder, on a free port. */
async function follow(flags: readonly string[], env: Environment = {}): Promise<SpawnedServer> {
  const port = flags.indexOf('--port');
  const moved = flags
    .filter((_, i) => port < 0 || (i !== port && i !== port + 1))
    .map((flag) => flag.replace(NAMED, address).replace('sqlite:./', `sqlite:${folder}/`));
  const server = await spawnServer(moved, { env });
  started.push(server);
  return server;
}

async function keepsAWrite(flags: readonly string[], env?: Environment): Promise<void> {
  const before = await follow(flags, env);
  expect(await create(before, '', 'Kept')).toBeDefined();
  expect(await before.stop()).toBe(0);
  const after = await follow(flags, env);
  expect(await titles(after, '')).toContain('Kept');
  expect(await after.stop()).toBe(0);
}

it('names each kind of store, and three replicas', () => {
  expect([onSqlite.length, onPostgres.length, replicas.length]).toEqual([1, 4, 3]);
  for (const flags of onPostgres) expect(valueOf(flags, '--store')).toBe(NAMED);
});

it('keeps writes in a file', () => keepsAWrite(onSqlite[0] ?? []));

it('lets the replicas be started at once, and behave as one', async () => {
  const all = await Promise.all(replicas.map((flags) => follow(flags)));
  const ids = await Promise.all(all.map((replica, i) => create(replica, '', `of-${i}`)));
  expect(ids.every((id) => id !== undefined)).toBe(true);
  for (const replica of all) {
    expect((await titles(replica, '')).toSorted()).toEqual(['of-0', 'of-1', 'of-2']);
    const { headers } = await ask(replica, 'GET', '/api/education/courses?pagination_style=link');
    expect(headers.get('link')).toContain(`<${valueOf(replicas[0] ?? [], '--public-url')}/api/`);
  }
  await Promise.all(all.map((replica) => replica.stop()));
});

it('takes the password from the environment where the URL has none, as the compose file does', async () => {
  const [, store = ''] = /UNDERSTUDY_STORE: (\S+)/.exec(compose) ?? [];
  expect(store).toBe('postgres://understudy@postgres/understudy');
  const { host, pathname, password } = new URL(address);
  const environment = { UNDERSTUDY_STORE: store.replace('@postgres/understudy', `@${host}${pathname}`) };
  await keepsAWrite([], { ...environment, PGPASSWORD: password });
  const wrong = await runServer(['serve', '--port', '0'], { env: { ...environment, PGPASSWORD: 'hunter2' } });
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('refuses the user or the password')]);
  expect(wrong.stderr).not.toContain('hunter2');
});

describe('the load balancer', () => {
  it('listens where the replicas say that they are, and names all of them', () => {
    const [, listens, upstreams = ''] = /^(:\d+) \{\n\treverse_proxy (.*) \{$/m.exec(page) ?? [];
    expect(`http://localhost${listens}`).toBe(valueOf(replicas[0] ?? [], '--public-url'));
    expect(upstreams.split(' ')).toEqual(replicas.map((flags) => `127.0.0.1:${valueOf(flags, '--port')}`));
  });
});
