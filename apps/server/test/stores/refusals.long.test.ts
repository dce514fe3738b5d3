/** Stores that a server must not start on: one clear line that names the option, another exit code than 0, nothing touched. */
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { runServer, spawnServer } from '@understudy/tooling/server';
import Database from 'libsql';
import { Client } from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { createUnderstudy, OptionError } from '../../src/index.js';
import { runHere } from '../command/in-process.js';
import { emptySchema } from '../postgres/schemas.js';
import { create, startReplicas, titles } from '../replicas/cluster.js';
import { inThisProcess } from '../replicas/in-process.js';
import { jsonRequest } from '../support.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

let count = 0;
const newFile = () => join(folder, `state-${++count}.db`);

/** The line that it is refused with. Most are refused in this process; `by` tells how one that is started for it ends. */
async function refused(flags: readonly string[], by: typeof runServer | typeof runHere = runHere): Promise<string> {
  const { code, stdout, stderr } = await by(['serve', '--port', '0', '--log', 'off', ...flags]);
  // The same start may succeed later where nothing is wrong with the options, and is to be tried again.
  expect(code).toBe(/ cannot be reached |holds the file locked/.test(stderr) ? 1 : 2);
  expect(stdout).toBe('');
  expect(stderr.trim().split('\n').length).toBe(1);
  return stderr;
}

/** Makes a store with one write in it. */
async function used(address: string): Promise<void> {
  await using server = await inThisProcess(address);
  expect(await create(server, '', 'Kept')).toBeDefined();
}

async function keepsItsWrite(address: string): Promise<void> {
  await using server = await inThisProcess(address);
  expect(await titles(server, '')).toEqual(['Kept']);
}

/** Everything that a schema holds. */
async function contents(address: string): Promise<string> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema::regnamespace order by relname`,
    );
    const tables = rows.map(({ name }) => name).filter((name) => /^understudy_(dataset|sandboxes|records)$/.test(name));
    const held = await Promise.all(
      tables.map(async (name) => (await client.query(`select * from ${name} order by 1, 2, 3`)).rows),
    );
    return JSON.stringify([rows, held]);
  } finally {
    await client.end();
  }
}

const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Both durable stores: where to find an empty one, and how to run SQL on it. */
const kinds = [
  [
    'sqlite',
    async () => `sqlite:${newFile()}`,
    async (address: string, sql: { readonly schema: string; readonly version: string }) => {
      const db = new Database(address.slice('sqlite:'.length));
      db.exec(
        sql.schema.startsWith('+') ? `pragma user_version = 99; update world set ${sql.schema.slice(1)}` : sql.version,
      );
      db.close();
    },
  ],
  [
    'postgres',
    emptySchema,
    async (address: string, sql: { readonly schema: string; readonly version: string }) => {
      const client = new Client({ connectionString: address });
      await client.connect();
      await client.query(
        sql.schema.startsWith('+')
          ? `update understudy_world set schema_version = 99, ${sql.schema.slice(1)}`
          : sql.version.replace(' world ', ' understudy_world '),
      );
      await client.end();
    },
  ],
] as const;

describe.each(kinds)('%s', (kind, empty, change) => {
  const look = (address: string) => (kind === 'sqlite' ? digest(address.slice('sqlite:'.length)) : contents(address));

  it('refuses another seed and another size, and keeps what it has', async () => {
    const address = await empty();
    await used(address);
    const before = await look(address);
    for (const [flags, message, by] of [
      // In a process of its own, which must end although it had opened the store.
      [['--seed', 'b'], /^understudy: --seed is "b", but .*"understudy"/, runServer],
      [['--size', 'students=7'], /^understudy: --size is .*students=500/, runHere],
    ] as const) {
      expect(await refused(['--store', address, ...flags], by)).toMatch(message);
      expect(await look(address)).toBe(before);
    }
    await keepsItsWrite(address);
  });

  it.each([
    ['another data version', { schema: '', version: 'update world set data_version = 77' }, /data version 77/],
    [
      'a schema of a newer release',
      { schema: "+release = '7.1.0'", version: '' },
      /Understudy 7\.1\.0 made it: its schema has version 99, and this is Understudy \d+\.\d+\.\d+\S*, which knows versions up to \d+; start Understudy 7\.1\.0 or newer/,
    ],
  ])('refuses %s', async (_what, sql, message) => {
    const address = await empty();
    await used(address);
    await change(address, sql);
    const before = await look(address);
    const output = await refused(['--store', address]);
    expect(output).toMatch(/^understudy: --store is /);
    expect(output).toMatch(message);
    expect(await look(address)).toBe(before);
  });

  it('lets many start at once on an empty database', async () => {
    const address = await empty();
    const all = await startReplicas(address, 3);
    expect(await create(all[0] ?? { fetch }, '', 'One')).toBeDefined();
    for (const one of all) expect(await titles(one, '')).toEqual(['One']);
    await Promise.all(all.map((one) => one.stop()));
  });
});

describe('a file', () => {
  it('refuses one in no folder, one of another program, and one that is no database', async () => {
    expect(await refused(['--store', `sqlite:${join(folder, 'none', 'x.db')}`])).toMatch(
      /--store is .*folder must exist/,
    );
    const foreign = newFile();
    const db = new Database(foreign);
    db.exec('create table things (id integer)');
    db.close();
    const text = newFile();
    writeFileSync(text, 'Dear diary, today I was mistaken for a database. '.repeat(100));
    const [before, beforeText] = [digest(foreign), digest(text)];
    expect(await refused(['--store', `sqlite:${foreign}`])).toMatch(/--store is .*another program/);
    expect(await refused(['--store', `sqlite:${text}`])).toMatch(/--store is .*no SQLite database/);
    expect([digest(foreign), digest(text)]).toEqual([before, beforeText]);
  });

  it('refuses a damaged one, and leaves it as it is', async () => {
    const file = newFile();
    const server = await spawnServer(['--store', `sqlite:${file}`]);
    for (let i = 0; i < 60; i++) expect(await create(server, '', `Title-${i}`)).toBeDefined();
    await server.stop();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 4096 * 3, bytes.length - 4096);
    writeFileSync(file, bytes);
    const before = digest(file);
    // What lies beside a file goes away with the process that had it open.
    expect(await refused(['--store', `sqlite:${file}`], runServer)).toMatch(/--store is .*damaged/);
    expect(digest(file)).toBe(before);
    const name = file.slice(folder.length + 1);
    expect(readdirSync(folder).filter((one) => one.startsWith(name))).toEqual([name, `${name}.requests`]);
  });

  // Windows has other ways.
  it.skipIf(userInfo().uid < 0)('refuses one in a folder that may only be read, and makes none', async () => {
    const closed = mkdtempSync(join(folder, 'closed-'));
    chmodSync(folder, 0o755);
    chmodSync(closed, 0o555);
    const flags = ['serve', '--port', '0', '--store', `sqlite:${join(closed, 'x.db')}`];
    const { code, stderr } = await runServer(flags, { asAnyone: true });
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^understudy: --store is .*allowed to write there\n$/)]);
    expect(readdirSync(closed)).toEqual([]);
    chmodSync(closed, 0o755);
  });

  // Windows has other ways.
  it.skipIf(userInfo().uid < 0)('refuses one that may only be read', async () => {
    const file = newFile();
    await used(`sqlite:${file}`);
    chmodSync(folder, 0o755);
    chmodSync(file, 0o444);
    const flags = ['serve', '--port', '0', '--store', `sqlite:${file}`];
    const { code, stderr } = await runServer(flags, { asAnyone: true });
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^understudy: --store is .*(may not write|allowed to write).*\n$/),
    ]);
    chmodSync(file, 0o644);
    await keepsItsWrite(`sqlite:${file}`);
  });
});

describe('a database', () => {
  const elsewhere = (change: (url: URL) => void): string => {
    const url = new URL(inject('postgresUrl'));
    change(url);
    return url.href;
  };

  it.each([
    ['nobody listens', (url: URL) => (url.port = '1'), /cannot be reached/],
    ['no host has the name', (url: URL) => (url.hostname = 'nowhere.invalid'), /cannot be reached/],
    ['the password is wrong', (url: URL) => (url.password = 'hunter2'), /refuses the user or the password/],
    ['connect_timeout is none', (url: URL) => (url.search = '?connect_timeout=0'), /seconds, 1 to 99/],
    ['statement_timeout is none', (url: URL) => (url.search = '?statement_timeout=0'), /of ms, 100 to 99999/],
    ['the database is not there', (url: URL) => (url.pathname = '/nothing'), /no such database/],
  ])('refuses one where %s, and shows no password', async (name, change, message) => {
    // One in a process of its own, which nothing that tries to connect may keep.
    const output = await refused(['--store', elsewhere(change)], name === 'nobody listens' ? runServer : runHere);
    expect(output).toMatch(/^understudy: --store is "postgres:\/\/understudy:\*\*\*@/);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/secret|hunter2/);
  });

  it('refuses one where it may make no tables', async () => {
    const address = elsewhere((url) => (url.search = '?options=-csearch_path%3Dpg_catalog'));
    expect(await refused(['--store', address])).toMatch(/^understudy: --store is .*may not make/);
  });

  it.each([
    ['a port that is none', 'postgres://me:secret@127.0.0.1:99999/x', 'postgres://me:***@127.0.0.1:99999/x'],
    ['a slash in the password', 'postgres://me:se/cret@127.0.0.1/x', 'postgres://me:***@127.0.0.1/x'],
    ['a question mark in it', 'postgres://me:se?cret@127.0.0.1/x', 'postgres://me:***@127.0.0.1/x'],
    ['both', 'postgres://me:a@se/cret@127.0.0.1:1/x', 'postgres://me:***@127.0.0.1:1/x'],
    ['a host and no URL', 'host=127.0.0.1 password=secret', 'host=127.0.0.1 password=***'],
    [
      'a parameter',
      'postgres://127.0.0.1:1/x?user=me&password=secret',
      'postgres://127.0.0.1:1/x?user=me&password=***',
    ],
  ])('shows no password: %s', async (_name, store, shown) => {
    const output = await refused(['--store', store]);
    expect(output.startsWith(`understudy: --store is "${shown}", but `)).toBe(true);
    expect(output).not.toContain('cret');
  });

  it('shows no password that a space has broken in two', async () => {
    const { code, stderr } = await runHere(['serve', '--store', 'postgres://me:se', 'cret@127.0.0.1/x']);
    expect([code, stderr]).toEqual([2, 'understudy: understudy serve does not take ***\n']);
  });

  it('refuses what is no store', async () => {
    const output = await refused(['--store', 'mysql://root:secret@127.0.0.1/x']);
    expect(output).toMatch(
      /^understudy: --store is "mysql:\/\/root:\*\*\*@127.0.0.1\/x", but must be memory, sqlite:PATH/,
    );
    for (const wrong of ['sqlite:', 'disk', 'postgres://', 'memory ']) {
      expect(await refused(['--store', wrong])).toContain('but must be memory, sqlite:PATH');
    }
  });
});

describe('the library', () => {
  it('keeps writes in a file, and names one that it cannot use', async () => {
    const file = newFile();
    const store = `sqlite:${file}`;
    const one = createUnderstudy({ store });
    await one.ready();
    await one.fetch(
      '/api/education/enrollments',
      jsonRequest('POST', { student_id: 'stu_0400', course_id: 'crs_0002' }),
    );
    const path = '/api/education/courses/crs_0002';
    const before = await (await one.fetch(path)).text();
    await one.close();
    // The file alone holds everything, and may be copied.
    expect(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
    const two = createUnderstudy({ store });
    expect(await (await two.fetch(path)).text()).toBe(before);
    await two.close();
    const wrong = createUnderstudy({ store, seed: 'b' });
    await expect(wrong.ready()).rejects.toThrow(OptionError);
    await expect(wrong.fetch('/healthz')).rejects.toThrow('the option seed is "b", but');
    await wrong.close();
    const memory = ending(createUnderstudy());
    await expect(memory.ready()).resolves.toBeUndefined();
  });
});
