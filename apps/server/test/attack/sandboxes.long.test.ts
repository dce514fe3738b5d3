/** Strangers who ask for more sandboxes, records and bytes than there are to have: nobody else is worse off. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUnderstudy, type Understudy, type UnderstudyOptions } from '../../src/index.js';
import { createCourse, sandboxOf, send } from '../sandboxes/client.js';
import { inProcess, NOW, opened, settingsOf, type TestServer } from '../support.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();

let files = 0;
const locations = [
  ['memory', () => 'memory'],
  ['sqlite', () => `sqlite:${join(folder, `state-${(files += 1)}.db`)}`],
] as const;

async function open(options: UnderstudyOptions): Promise<Understudy> {
  const server = createUnderstudy({ clock: NOW, log: 'off', ...options });
  await server.ready();
  return server;
}

const course = (title: string) => ({
  title,
  category: 'Tests',
  difficulty: 'expert',
  instructor: 'Bo Li',
  duration_hours: 1,
});

const create = (server: Pick<TestServer, 'fetch'>, name: string, title = 'One', key?: string) =>
  send(
    server,
    'POST',
    `/sandboxes/${name}/api/education/courses`,
    course(title),
    key === undefined ? {} : { 'idempotency-key': key },
  );

const read = async (server: Pick<TestServer, 'fetch'>, name: string): Promise<number> =>
  (await server.fetch(`/sandboxes/${name}/api/education/courses?per_page=1`)).status;

const namesIn = async (server: Pick<TestServer, 'fetch'>): Promise<string[]> => {
  const { json } = await send(server, 'GET', '/sandboxes?per_page=50');
  return (json['data'] as { name: string }[]).map(({ name }) => name);
};

/** Sandboxes that a stranger reads. */
const FLOOD = 300;

describe.each(locations)('%s', (kind, location) => {
  it('takes any number of sandboxes that are only read, and keeps none of them', async () => {
    const store = location();
    let server = await open({ store, maxSandboxes: 3 });
    for (let i = 0; i < FLOOD; i++) expect(await read(server, `flood-${i}`)).toBe(200);
    expect((await create(server, 'ours')).status).toBe(200);
    expect(await namesIn(server)).toEqual(['default', 'ours']);
    if (kind === 'sqlite') {
      await server.close();
      server = await open({ store, maxSandboxes: 3 });
      expect(await namesIn(server)).toEqual(['default', 'ours']);
    }
    expect((await create(server, 'more')).status).toBe(200);
    expect((await create(server, 'too-many')).status).toBe(507);
    expect(await read(server, 'too-many')).toBe(200);
    await server.close();
  });

  it('never holds more bytes than it may, in one sandbox and in all', async () => {
    const server = ending(
      await open({
        store: location(),
        maxBytes: '10kB',
        maxTotalBytes: kind === 'memory' ? '25kB' : '1MB',
      }),
    );
    const fill = async (name: string): Promise<string> => {
      for (let i = 0; ; i++) {
        const { status, json } = await create(server, name, `${i} ${'x'.repeat(150)}`, `key-${i}`);
        if (status !== 200) return `${status} ${String(json['detail'])}`;
      }
    };
    const bytesOf = async (name: string): Promise<number> =>
      sandboxOf(await send(server, 'GET', `/sandboxes/${name}`)).counts.bytes;
    for (const name of ['a', 'b']) {
      expect(await fill(name)).toMatch(/^507 .*--max-bytes/);
      expect(await bytesOf(name)).toBeGreaterThan(8000);
      expect(await bytesOf(name)).toBeLessThanOrEqual(10_000);
    }
    expect(await fill('c')).toMatch(kind === 'memory' ? /^507 .*--max-total-bytes/ : /^507 .*--max-bytes/);
    // What is full can still be read, its clock set, and reset.
    expect(await read(server, 'a')).toBe(200);
    const wound = await send(server, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 86_400 });
    expect(wound.status).toBe(200);
    expect((await create(server, 'a', 'After the keys have ended')).status).toBe(200);
    expect(sandboxOf(await send(server, 'POST', '/sandboxes/b/reset')).counts).toMatchObject({ changed: 0, bytes: 0 });
    expect((await create(server, 'b')).status).toBe(200);
  });

  it('stores the body of an event once beside the answer that is to be replayed, however many registrations it is for', async () => {
    const server = ending(await open({ store: location() }));
    for (let i = 0; i < 40; i++) {
      const url = `http://127.0.0.1:9/${i}`;
      await send(server, 'POST', '/sandboxes/a/api/webhooks/register', { url, events: ['*'] });
    }
    const bytesOf = async (): Promise<number> => sandboxOf(await send(server, 'GET', '/sandboxes/a')).counts.bytes;
    const before = await bytesOf();
    const event = { data: { text: 'x'.repeat(80_000) } };
    const sent = await send(server, 'POST', '/sandboxes/a/api/webhooks/test/order.paid', event, {
      'idempotency-key': 'k',
    });
    expect(sent.status).toBe(200);
    const answered = JSON.stringify(sent.json).length;
    expect((await bytesOf()) - before).toBeLessThan(answered + 2 * 80_000);
    const again = await send(server, 'POST', '/sandboxes/a/api/webhooks/test/order.paid', event, {
      'idempotency-key': 'k',
    });
    expect([again.headers.get('idempotency-replayed'), again.json]).toEqual(['true', sent.json]);
  });
});

it('starts on a store that holds more than it may, says what is too large, and serves the rest', async () => {
  const store = `sqlite:${join(folder, 'large.db')}`;
  const server = await open({ store });
  for (let i = 0; i < 6; i++) await create(server, 'default', `${i} ${'x'.repeat(150)}`);
  for (let i = 0; i < 6; i++) await create(server, 'large', `${i} ${'x'.repeat(150)}`);
  await create(server, 'small');
  const was = await send(server, 'GET', '/sandboxes/large');
  await server.close();
  // What is kept for clock, counters and deliveries is read beyond the limit.
  const db = new (await import('libsql')).default(join(folder, 'large.db'));
  db.exec(`update records set value = json_set(value, '$.title', hex(zeroblob(200000))) where value like '%xxx%'`);
  db.close();
  const lines: string[] = [];
  const settings = settingsOf({ store, clock: NOW, maxBytes: '2kB', log: 'json' });
  const app = ending(await opened(settings, { sink: (text) => lines.push(text) }));
  const small: Pick<TestServer, 'fetch'> = {
    fetch: (path, init) => app.pipeline.fetch(new Request(new URL(path, 'http://understudy.local'), init)),
  };
  expect(lines.join('')).toMatch(/"level":"warn".*sandbox default.*--max-bytes/);
  for (const name of ['default', 'large']) {
    const { status, json } = await send(small, 'GET', `/sandboxes/${name}/api/education/courses`);
    expect([status, json['detail']]).toEqual([507, expect.stringContaining('--max-bytes')]);
    expect((await create(small, name)).status).toBe(507);
  }
  expect(await read(small, 'small')).toBe(200);
  expect(await namesIn(small)).toEqual(['default', 'large', 'small']);
  const reported = sandboxOf(await send(small, 'GET', '/sandboxes/large'));
  expect(reported).toMatchObject({ revision: sandboxOf(was).revision, counts: { changed: 6 } });
  expect(reported.counts.bytes).toBeGreaterThan(2_000_000);
  expect((await send(small, 'DELETE', '/sandboxes/large')).status).toBe(200);
  expect((await send(small, 'DELETE', '/sandboxes/default')).status).toBe(200);
  expect([await read(small, 'large'), await read(small, 'default')]).toEqual([200, 200]);
  expect((await create(small, 'large')).status).toBe(200);
});

describe('in memory', () => {
  it('lets the sandbox idle longest make room after 5 minutes, unless it was configured', async () => {
    let now = 0;
    await using server = await inProcess({ maxSandboxes: 4, monotonic: () => now });
    await send(server, 'PUT', '/sandboxes/configured', {});
    await createCourse(server, '/sandboxes/first', 'One');
    now += 1000;
    await createCourse(server, '/sandboxes/second', 'One');
    now += 298_000;
    expect((await create(server, 'third')).status).toBe(507);
    now += 1000;
    expect((await create(server, 'third')).status).toBe(200);
    expect(await namesIn(server)).toEqual(['default', 'configured', 'second', 'third']);
  });

  it('bounds what strangers can hold on a public address', async () => {
    const server = await inProcess({ host: '0.0.0.0', maxSandboxes: 6, sandboxTtl: '1h' });
    const put = (name: string, body: object) => send(server, 'PUT', `/sandboxes/${name}`, body);
    for (const ttl_seconds of [null, 3601]) {
      const refused = await put('a', { ttl_seconds });
      expect([refused.status, refused.json['detail']]).toEqual([403, expect.stringContaining('--admin-token')]);
    }
    for (const name of ['a', 'b', 'c']) expect((await put(name, { ttl_seconds: 3600 })).status).toBe(200);
    const full = await put('d', {});
    expect([full.status, full.json['kind']]).toEqual([507, 'sandbox_full']);
    expect((await put('a', { ttl_seconds: 60 })).status).toBe(200);
    expect((await create(server, 'd')).status).toBe(200);
    const snapshot = (await send(server, 'GET', '/sandboxes/d/snapshot')).json;
    expect((await send(server, 'PUT', '/sandboxes/e/snapshot', snapshot)).status).toBe(507);
    await server.close();
    await using guarded = await inProcess({ host: '0.0.0.0', maxSandboxes: 3, adminToken: 'letmein' });
    const authorization = { authorization: 'Bearer letmein' };
    for (const name of ['a', 'b']) {
      const made = await send(guarded, 'PUT', `/sandboxes/${name}`, { ttl_seconds: null }, authorization);
      expect(made.status).toBe(200);
    }
  });
});
