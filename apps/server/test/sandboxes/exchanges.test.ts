/** What the journal has of an exchange: bodies, headers, operations, whichever host it came by. */
import { gzipSync } from 'node:zlib';
import type { JournalEntry } from '@understudy/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { hosts, inProcess, jsonRequest, overSocket, type TestServer } from '../support.js';
import { Gates } from '../hosts/faulted.js';
import { RawClient } from '../hosts/raw-client.js';
import { openEach } from '../use.js';

const COURSES = '/sandboxes/a/api/education/courses';

async function entries({ fetch }: Pick<TestServer, 'fetch'>, atLeast = 1): Promise<JournalEntry[]> {
  return eventually(async () => {
    const answer = await fetch('/sandboxes/a/requests?per_page=50');
    const { data } = (await answer.json()) as { data: JournalEntry[] };
    expect(data.length).toBeGreaterThanOrEqual(atLeast);
    return data;
  });
}

const json = { 'content-type': 'application/json' };

describe.each(hosts)('%s', (_host, start) => {
  const server = openEach(() => start({ maxBody: 100_000 }));

  async function post(body: BodyInit, headers: Record<string, string> = json, path = COURSES): Promise<JournalEntry> {
    const answer = await server.fetch(path, { method: 'POST', body, headers });
    await answer.text();
    const [entry] = await entries(server);
    return entry as JournalEntry;
  }

  const jsonOf = (bytes: number) => `{"title":"${'x'.repeat(bytes - 12)}"}`;

  const zipped = { ...json, 'content-encoding': 'gzip' };
  const unzipped = { body: '{"title":"zip"}', body_bytes: 15, body_truncated: false };
  const bytes = Uint8Array.of(0, 0xff, 0xfe);

  it.each<[what: string, body: BodyInit, shown: object, headers?: Record<string, string>, path?: string]>([
    ['of one byte', '1', { body: '1', body_encoding: 'utf8', body_bytes: 1, body_truncated: false }],
    [
      'of 64 kB as a whole',
      jsonOf(64_000),
      { body: jsonOf(64_000), body_bytes: 64_000, body_truncated: false, status: 400 },
    ],
    [
      'of more by its start, and says so',
      jsonOf(64_001),
      { body: jsonOf(64_001).slice(0, 64_000), body_bytes: 64_001, body_truncated: true },
    ],
    [
      'cut between characters',
      `"x${'é'.repeat(40_000)}"`,
      { body: `"x${'é'.repeat(31_999)}`, body_bytes: 80_003, body_truncated: true },
    ],
    [
      'that is larger than those it reads by its start',
      jsonOf(200_000),
      { status: 413, kind: 'payload_too_large', body: jsonOf(200_000).slice(0, 64_000), body_truncated: true },
    ],
    ['that was compressed as it was before', gzipSync(unzipped.body), unzipped, zipped],
    [
      'that nobody read, compressed, as it was before',
      gzipSync(unzipped.body),
      { ...unzipped, status: 404 },
      zipped,
      '/sandboxes/a/api/nowhere',
    ],
    [
      'of bytes that are no text',
      bytes,
      { body: Buffer.from(bytes).toString('base64'), body_encoding: 'base64', body_bytes: 3, status: 400 },
    ],
  ])('has a body %s', async (_what, body, shown, headers = json, path = COURSES) => {
    expect(await post(body, headers, path)).toMatchObject(shown);
  });

  it.each([
    ['no route', '/sandboxes/a/api/nowhere', json, 404],
    ['another method', '/sandboxes/a/api/education/students', json, 405],
    ['another type', COURSES, { 'content-type': 'text/csv' }, 415],
    ['a fault before it is read', `${COURSES}?simulate_error=server_error`, json, 500],
    ['a fixed page', `${COURSES}?fault=bad_gateway`, json, 502],
  ])('has a body that nobody read: %s', async (_why, path, headers, status) => {
    const body = 'title,difficulty';
    expect(await post(body, headers, path)).toMatchObject({ status, body, body_bytes: 16, body_truncated: false });
  });

  it('names operations over REST and tRPC, and none for a batch of several or no route', async () => {
    await server.fetch(`${COURSES}/crs_0001`);
    await server.fetch(COURSES, { method: 'OPTIONS' });
    await server.fetch('/sandboxes/a/trpc/education.getCourse?input=%7B%22course_id%22%3A%22crs_0001%22%7D');
    await server.fetch('/sandboxes/a/trpc/education.createCourse', jsonRequest('POST', {}));
    await server.fetch('/sandboxes/a/trpc/education.listCourses,education.listLessons?batch=1&input=%7B%7D');
    await server.fetch('/sandboxes/a/trpc/education.nothing');
    expect((await entries(server, 6)).map(({ operation, method }) => [method, operation])).toEqual([
      ['GET', 'education.getCourse'],
      ['OPTIONS', null],
      ['GET', 'education.getCourse'],
      ['POST', 'education.createCourse'],
      ['GET', null],
      ['GET', null],
    ]);
  });

  it('has what was answered: headers, and the start of the body without its coding', async () => {
    const headers = { 'accept-encoding': 'gzip', 'x-request-id': 'one' };
    const answer = await server.fetch(`${COURSES}?per_page=20`, { headers });
    const text = await answer.text();
    const [entry] = await entries(server);
    expect(entry?.response).toMatchObject({ body_encoding: 'utf8', body_truncated: true });
    expect(entry?.response.headers).toMatchObject({ 'x-request-id': 'one', etag: answer.headers.get('etag') });
    expect(entry?.response.headers['content-encoding']).toBe('gzip');
    expect(entry?.response.body?.slice(0, 20)).toBe('{"data":[{"id":"crs_');
    if (text.startsWith('{')) expect(text.startsWith(entry?.response.body ?? '?')).toBe(true);
    expect(Buffer.byteLength(entry?.response.body ?? '')).toBeGreaterThan(4090);
  });

  it('has of an answer that is kept what is its own', async () => {
    for (const id of ['one', 'two', 'three']) {
      const answer = await server.fetch(COURSES, { headers: { 'x-request-id': id, traceparent: '00-a-b-01' } });
      await answer.text();
    }
    const listed = await entries(server, 3);
    expect(listed.map(({ id }) => id)).toEqual(['one', 'two', 'three']);
    for (const { id, headers, response, operation, status, ended } of listed) {
      expect(headers).toMatchObject({ 'x-request-id': id, traceparent: '00-a-b-01' });
      expect(response.headers['x-request-id']).toBe(id);
      expect(response.headers['server-timing']).toMatch(/^delay;dur=0\.0, app;dur=[\d.]+$/);
      expect(response).toMatchObject({ body: listed[0]?.response.body, body_bytes: listed[0]?.response.body_bytes });
      expect([operation, status, ended]).toEqual(['education.listCourses', 200, 'complete']);
    }
  });

  it('has no body for HEAD and 304', async () => {
    const first = await server.fetch(COURSES);
    const etag = first.headers.get('etag') ?? '';
    await first.text();
    await server.fetch(COURSES, { method: 'HEAD' });
    await server.fetch(COURSES, { headers: { 'if-none-match': etag } });
    const [, head, unchanged] = await entries(server, 3);
    expect(head).toMatchObject({
      method: 'HEAD',
      status: 200,
      operation: 'education.listCourses',
      response: { body: null },
    });
    expect(unchanged).toMatchObject({ status: 304, response: { body: null, body_bytes: 0, body_truncated: false } });
  });

  it('shows a spoiled body as it was sent', async () => {
    const answer = await server.fetch(`${COURSES}/crs_0001?fault=malformed`);
    const sent = await answer.text();
    const [entry] = await entries(server);
    expect(entry).toMatchObject({
      status: 200,
      ended: 'complete',
      fault: { fault: 'malformed' },
      response: { body: sent },
    });
    expect(() => JSON.parse(sent) as unknown).toThrow(SyntaxError);
  });

  it('has all headers', async () => {
    await server.fetch(COURSES, { headers: { traceparent: '00-1-2-01', 'accept-language': 'de', 'x-own': 'é' } });
    const [entry] = await entries(server);
    expect(entry?.headers).toMatchObject({ traceparent: '00-1-2-01', 'accept-language': 'de', 'x-own': 'é' });
  });
});

it('keeps no body, and still says that there was one, where none is wanted', async () => {
  await using server = await inProcess({ maxJournalBody: 0 });
  await server.fetch(COURSES, jsonRequest('POST', { title: 'x' }));
  const [entry] = await entries(server);
  expect(entry).toMatchObject({ body: null, body_bytes: 13, body_truncated: true });
});

describe('over a socket', () => {
  let server: TestServer;
  let client: RawClient;
  const request = (method: string, path: string, rest = '') =>
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}`;
  let gates: Gates;
  beforeEach(async () => {
    gates = new Gates();
    server = await overSocket({ sleep: gates.sleep, log: 'json' });
    client = await RawClient.to(Number(new URL(server.origin).port));
  });
  afterEach(async () => {
    client.leave();
    await server.close();
  });

  it('has headers that were given twice, cookies, and names of any kind', async () => {
    const lines = 'X-Tag: a\r\nx-tag: b\r\nCookie: a=1\r\nCookie: b=2\r\n__proto__: p\r\nConstructor: c\r\n\r\n';
    client.send(request('GET', COURSES, lines));
    const [entry] = await entries(server);
    expect(Object.entries(entry?.headers ?? {})).toEqual(
      expect.arrayContaining([
        ['x-tag', 'a, b'],
        ['constructor', 'c'],
      ]),
    );
    expect(entry?.headers['cookie']).not.toContain('1');
  });

  it('names connections: requests that are pipelined have one, in the order of their answers', async () => {
    const pipelined = [1, 2, 3].map((page) => request('GET', `${COURSES}?page=${page}`, '\r\n'));
    client.send(pipelined.join(''));
    await entries(server, 3);
    await server.fetch(`${COURSES}?page=4`);
    const listed = await entries(server, 4);
    expect(listed.map(({ query }) => query)).toEqual(['page=1', 'page=2', 'page=3', 'page=4']);
    const [first, second, third, other] = listed.map((entry) => entry.client);
    expect([second, third]).toEqual([first, first]);
    expect(first).toMatchObject({ address: '127.0.0.1', connection: expect.stringMatching(/^c/) as string });
    expect(other?.connection).not.toBe(first?.connection);
  });

  it('has the body of a GET, also of one whose answer is kept', async () => {
    for (let i = 0; i < 3; i++) await (await server.fetch(COURSES)).text();
    client.send(request('GET', COURSES, 'Content-Length: 4\r\n\r\nbody'));
    const listed = await entries(server, 4);
    expect(listed.map(({ body }) => body)).toEqual([null, null, null, 'body']);
  });

  it('makes the entry of an upload that never ends once its client leaves', async () => {
    const head = 'Transfer-Encoding: chunked\r\n\r\n';
    client.send(request('POST', '/sandboxes/a/api/nowhere', `${head}5\r\nhello\r\n`));
    await eventually(() => expect(client.text).toContain('404'));
    const before = await server.fetch('/sandboxes/a/requests');
    expect(((await before.json()) as { data: unknown[] }).data).toEqual([]);
    client.leave();
    const [entry] = await entries(server);
    expect(entry).toMatchObject({ status: 404, ended: 'complete', body: 'hello', body_bytes: 5, body_truncated: true });
  });

  it('says that the client left before there was an answer', async () => {
    client.send(request('GET', `${COURSES}?delay=10`, '\r\n'));
    await eventually(() => expect(gates.open.size).toBe(1));
    client.leave();
    const [entry] = await entries(server);
    expect(entry).toMatchObject({
      status: null,
      kind: null,
      ended: 'client_left',
      response: { body: null, headers: {} },
    });
  });

  it('says so of one whose answer waits for another on its connection', async () => {
    client.send(request('GET', `${COURSES}?delay=10`, '\r\n') + request('GET', `${COURSES}?page=2`, '\r\n'));
    client.leave();
    const listed = await entries(server, 2);
    expect(listed.map(({ ended, status }) => [ended, status])).toEqual([
      ['client_left', null],
      ['client_left', null],
    ]);
  });

  it('says that the client left amid a body, and what had been sent', async () => {
    client.send(request('GET', `${COURSES}?fault=${encodeURIComponent('drip;bytes=12;every=10')}`, '\r\n'));
    await eventually(() => expect(client.body).toBe('{"data":[{"i'));
    client.leave();
    const [entry] = await entries(server);
    expect(entry).toMatchObject({
      status: 200,
      ended: 'client_left',
      fault: { fault: expect.stringContaining('drip') as string },
    });
    expect(entry?.response).toMatchObject({ body: '{"data":[{"i', body_bytes: 12, body_truncated: false });
  });

  it.each([
    ['reset;at=start', null, 'cut'],
    ['close;at=start', null, 'cut'],
    ['hang;seconds=0.01', null, 'cut'],
    ['reset;at=body', 200, 'cut'],
    ['truncate;after_bytes=10', 200, 'cut'],
    ['drip;bytes=4000;every=1', 200, 'complete'],
  ])('knows how %s ended', async (fault, status, ended) => {
    const body = JSON.stringify({
      title: 'Zig',
      category: 'Programming',
      difficulty: 'beginner',
      instructor: 'Ada',
      duration_hours: 1,
    });
    const head = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    client.send(request('POST', `${COURSES}?fault=${encodeURIComponent(fault)}`, head + body));
    const letGo = setInterval(() => gates.letGo(), 1);
    const [entry] = await entries(server);
    clearInterval(letGo);
    expect([entry?.status, entry?.ended, entry?.body]).toEqual([status, ended, body]);
    if (fault.startsWith('truncate')) expect(entry?.response).toMatchObject({ body_bytes: 10 });
  });
});

describe('in process', () => {
  const server = openEach(inProcess);

  const dripped = `${COURSES}?fault=${encodeURIComponent('drip;bytes=5000;every=10')}`;

  it('ends the exchange with the body of its answer', async () => {
    const answer = await server.fetch(dripped);
    const [before, text] = [await server.fetch('/sandboxes/a/requests'), await answer.text()];
    expect(((await before.json()) as { data: unknown[] }).data).toEqual([]);
    const [entry] = await entries(server);
    expect(entry).toMatchObject({ ended: 'complete', response: { body_bytes: Buffer.byteLength(text) } });
    expect(text.startsWith(entry?.response.body ?? '?')).toBe(true);
  });

  it('ends it when the stream is cancelled', async () => {
    const answer = await server.fetch(dripped);
    await answer.body?.cancel();
    expect((await entries(server))[0]).toMatchObject({ ended: 'client_left', status: 200, response: { body: null } });
  });

  it('ends it when the fetch is aborted while nothing comes', async () => {
    const gates = new Gates();
    await using own = await inProcess({ sleep: gates.sleep });
    const controller = new AbortController();
    const { signal } = controller;
    const asked = own.fetch(`${COURSES}?fault=hang`, { signal });
    await eventually(() => expect(gates.open.size).toBe(1));
    controller.abort();
    await expect(asked).rejects.toThrow('abort');
    expect((await entries(own))[0]).toMatchObject({ ended: 'client_left', status: null });
  });

  it('has no entry in a sandbox that was deleted meanwhile', async () => {
    let end = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{'));
        end = () => stream.close();
      },
    });
    const asked = server.fetch(COURSES, { method: 'POST', body, headers: json, duplex: 'half' } as RequestInit);
    await server.fetch('/sandboxes/a', { method: 'DELETE' });
    end();
    await (await asked).text();
    await server.fetch(`${COURSES}?page=1`);
    const listed = await entries(server);
    expect(listed.map(({ query }) => query)).toEqual(['page=1']);
  });
});
