/** The request journal: what a sandbox was asked, what it answered, with every secret masked. */
import { gzipSync } from 'node:zlib';
import type { JournalEntry } from '@understudy/contract';
import { expect, it } from 'vitest';
import { sqliteBackend } from '../stores/stores.js';
import { eachServer, hosts, inProcess, jsonRequest } from '../support.js';
import { countCourses, createCourse, send, isKept } from './client.js';
import { ending } from '../use.js';

const server = eachServer();

async function requests(query = '', from = server): Promise<JournalEntry[]> {
  const { json } = await send(from, 'GET', `/sandboxes/a/requests?per_page=50&${query}`);
  return json['data'] as JournalEntry[];
}

it.each(hosts)('lists method, path, query, headers, body, controls, status and kind (%s)', async (_host, start) => {
  await using own = await start();
  await own.fetch('/sandboxes/a/api/education/courses?q=sql&delay=1', {
    headers: { accept: 'application/json', 'user-agent': 'tests', 'x-request-id': 'one' },
  });
  await send(own, 'POST', '/sandboxes/a/api/education/courses', { title: '' }, { 'idempotency-key': 'k' });
  const [first, second] = await requests('', own);
  expect(first).toMatchObject({
    id: 'one',
    sequence: 1,
    method: 'GET',
    path: '/api/education/courses',
    query: 'q=sql&delay=1',
    headers: { accept: 'application/json', 'user-agent': 'tests' },
    body: null,
    controls: { q: 'sql', delay: '1' },
    status: 200,
    kind: null,
  });
  expect(second).toMatchObject({
    sequence: 2,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: '{"title":""}',
    status: 400,
    kind: 'bad_request',
  });
  expect(second?.duration_ms).toBeGreaterThanOrEqual(0);
});

it('remembers tRPC calls, and no page, probe or control call', async () => {
  await send(server, 'POST', '/sandboxes/a/trpc/education.createCourse', { title: '' });
  await server.fetch('/sandboxes/a/openapi.json');
  await send(server, 'GET', '/sandboxes/a');
  await send(server, 'GET', '/sandboxes/a/trpc/sandboxes.listSandboxes');
  expect((await requests()).map(({ path }) => path)).toEqual(['/trpc/education.createCourse']);
});

it('filters by method, path, status and sequence', async () => {
  await createCourse(server, '/sandboxes/a', 'One');
  await countCourses(server, '/sandboxes/a');
  await send(server, 'GET', '/sandboxes/a/api/education/students?page=0');
  await send(server, 'GET', '/sandboxes/a/api/education/courses/crs_0001');
  const sequences = async (query: string) => (await requests(query)).map(({ sequence }) => sequence);
  expect(await sequences('method=get')).toEqual([2, 3, 4]);
  expect(await sequences('path=/api/education/courses')).toEqual([1, 2]);
  expect(await sequences('path=/api/education/courses*')).toEqual([1, 2, 4]);
  expect(await sequences('status=400')).toEqual([3]);
  expect(await sequences('since=2')).toEqual([3, 4]);
  expect(await sequences('since=2&method=GET&status=200')).toEqual([4]);
  expect((await send(server, 'GET', '/sandboxes/a/requests?status=ok&since=-1')).status).toBe(400);
});

it('is a ring that says what it dropped, and pages stay put while it turns', async () => {
  await using small = await inProcess({ maxJournal: 4 });
  for (let i = 0; i < 6; i++) {
    const { json } = await send(small, 'GET', '/sandboxes/a/requests');
    expect(json).toMatchObject({ meta: { dropped: Math.max(0, i - 4), incomplete: i > 4 } });
    await send(small, 'GET', `/sandboxes/a/api/education/courses?page=${i + 1}`);
  }
  const { json } = await send(small, 'GET', '/sandboxes/a/requests?per_page=2&pagination_style=cursor');
  expect(json).toMatchObject({ meta: { dropped: 2, incomplete: true }, pagination: { total: 4 } });
  expect((json['data'] as JournalEntry[]).map(({ sequence }) => sequence)).toEqual([3, 4]);
  await send(small, 'GET', '/sandboxes/a/api/education/courses?page=7');
  const { nextCursor } = json['pagination'] as { nextCursor: string };
  const next = await send(
    small,
    'GET',
    `/sandboxes/a/requests?per_page=2&pagination_style=cursor&cursor=${nextCursor}`,
  );
  expect((next.json['data'] as JournalEntry[]).map(({ sequence }) => sequence)).toEqual([5, 6]);
});

it('masks every secret, in journal and log, however it came', async () => {
  const lines = await inProcess({ log: 'json' });
  const secret = 'hunter2';
  const member = { password: secret, nested: [{ client_secret: secret, refresh_token: secret }] };
  await send(lines, 'POST', `/sandboxes/a/api/education/courses?access_token=${secret}&code=${secret}`, member, {
    authorization: `Bearer ${secret}`,
  });
  await send(lines, 'POST', '/sandboxes/a/trpc/education.createCourse', member);
  const input = encodeURIComponent(JSON.stringify({ token: secret }));
  await send(lines, 'GET', `/sandboxes/a/trpc/education.listCourses?input=${input}`);
  await lines.fetch('/sandboxes/a/api/education/courses', { method: 'POST', body: `password=${secret}` });
  const listed = await requests('', lines);
  expect(listed.length).toBe(4);
  expect(listed[0]).toMatchObject({ headers: { authorization: 'Bearer ***' }, query: 'access_token=***&code=***' });
  expect(JSON.stringify(listed)).not.toContain(secret);
  await lines.close();
  expect(lines.lines.join('')).toContain('/sandboxes/a/');
  expect(lines.lines.join('')).not.toContain(secret);
});

it.each(hosts)('shows no credential, with or without a scheme, nor secrets in camelCase (%s)', async (_host, start) => {
  const own = await start({ log: 'json' });
  const post = (authorization: string) =>
    own.fetch(
      '/sandboxes/a/api/education/courses?apiKey=hunter2',
      jsonRequest('POST', { accessToken: 'hunter2', apiKey: 'hunter2', clientSecret: ['hunter2'] }, { authorization }),
    );
  await post('hunter2');
  await post('Bearer\thunter2');
  const shown = await requests('', own);
  expect(shown.map(({ headers }) => headers['authorization'])).toEqual(['***', 'Bearer ***']);
  expect(shown[0]).toMatchObject({
    query: 'apiKey=***',
    body: '{"accessToken":"***","apiKey":"***","clientSecret":"***"}',
  });
  await own.close();
  expect(own.lines.join('')).toContain('apiKey=***');
  expect(JSON.stringify([shown, own.lines])).not.toContain('hunter2');
});

it('has the bodies of tRPC calls, streamed batches and compressed ones too', async () => {
  const body = gzipSync('{"0":{"title":""}}');
  await server.fetch('/sandboxes/a/trpc/education.createCourse?batch=1', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip', 'trpc-accept': 'application/jsonl' },
  });
  expect(await requests()).toMatchObject([{ body: '{"0":{"title":""}}' }]);
});

it('goes on in a sandbox that its process let go of and took in again, with answers from the cache as well', async () => {
  const backend = ending(await sqliteBackend());
  await using own = await inProcess({ store: await backend.open(), maxSandboxes: 2 });
  const get = async (name: string) => countCourses(own, `/sandboxes/${name}`);
  await createCourse(own, '/sandboxes/a', 'One');
  for (let i = 0; i < 3; i++) await get('a');
  // The process holds the default one and one more.
  await createCourse(own, '/sandboxes/b', 'One');
  const sequences = async () => (await requests('', own)).map(({ sequence }) => sequence);
  expect(await sequences()).toEqual([1, 2, 3, 4]);
  for (let i = 0; i < 3; i++) await get('a');
  expect(await sequences()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

it('has what was only read, though such a sandbox is not kept, and is empty where nobody asked anything', async () => {
  await countCourses(server, '/sandboxes/a');
  expect(await requests()).toMatchObject([{ sequence: 1, path: '/api/education/courses' }]);
  expect(await isKept(server, 'a')).toBe(false);
  expect((await send(server, 'GET', '/sandboxes/b/requests')).json).toMatchObject({ data: [], meta: { dropped: 0 } });
  await send(server, 'DELETE', '/sandboxes/a');
  expect(await requests()).toEqual([]);
});
