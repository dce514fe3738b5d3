/** The request journal as server-sent events, as a parser that is not ours reads them. */
import { connect } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { stores } from '../stores/stores.js';
import { countCourses, send } from '../sandboxes/client.js';
import { type Given, hosts, inProcess, overSocket, type TestServer } from '../support.js';
import { EventReader, eventsIn } from './read-events.js';
import { ending } from '../use.js';

async function started(start: (given?: Given) => Promise<TestServer> = inProcess, given: Given = {}) {
  const server = await start(given);
  ending(server);
  return server;
}

const STREAM = '/sandboxes/a/requests/stream';

async function asked(server: TestServer, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await countCourses(server, '/sandboxes/a');
}

async function text(server: TestServer, query = '', headers: Record<string, string> = {}): Promise<string> {
  const answer = await server.fetch(`${STREAM}?follow=false&${query}`, { headers });
  expect(answer.status).toBe(200);
  return answer.text();
}

const ids = (stream: string) => eventsIn(stream).map(({ id, event }) => `${event} ${id}`);

describe.each(hosts)('%s', (_host, start) => {
  it('gives the requests that there are, then each one as it ends', async () => {
    const server = await started(start);
    await asked(server, 2);
    const answer = await server.fetch(STREAM, { headers: { 'accept-encoding': 'gzip' } });
    expect([
      answer.status,
      ...['content-type', 'cache-control', 'x-accel-buffering', 'content-encoding'].map((name) =>
        answer.headers.get(name),
      ),
    ]).toEqual([200, 'text/event-stream', 'no-store', 'no', null]);
    const reader = new EventReader(answer);
    const [first, second] = await reader.take(2);
    expect(first).toMatchObject({ id: '1', event: 'request', data: { sequence: 1, path: '/api/education/courses' } });
    expect(second?.id).toBe('2');
    const third = reader.next();
    await asked(server, 1);
    expect(await third).toMatchObject({ id: '3', data: { sequence: 3 } });
    await reader.leave();
    const listed = await send(server, 'GET', '/sandboxes/a/requests');
    expect(listed.json).toMatchObject({ pagination: { total: 3 } });
  });

  it('ends all streams, whole, when the server stops', async () => {
    const server = await start();
    const reader = new EventReader(await server.fetch(STREAM));
    await reader.more();
    const end = reader.next();
    await server.close();
    expect(await end).toBeUndefined();
  });

  it('has room again for another once a client has hung up', async () => {
    const server = await started(start, { maxStreams: 1 });
    const client = new AbortController();
    const first = new EventReader(await server.fetch(STREAM, { signal: client.signal }));
    await first.more();
    const refused = await send(server, 'GET', STREAM);
    expect([refused.status, refused.headers.get('retry-after'), refused.json['kind']]).toEqual([
      503,
      '1',
      'service_unavailable',
    ]);
    client.abort();
    await first.more().catch(() => undefined);
    let status = 503;
    while (status === 503) {
      const again = await server.fetch(STREAM);
      status = again.status;
      await again.body?.cancel();
    }
    expect(status).toBe(200);
  });

  it('answers HEAD with the headers alone, and opens nothing', async () => {
    const server = await started(start, { maxStreams: 1 });
    for (let i = 0; i < 2; i++) {
      const answer = await server.fetch(STREAM, { method: 'HEAD' });
      const { headers } = answer;
      expect([answer.status, headers.get('content-type'), headers.get('content-length')]).toEqual([
        200,
        'text/event-stream',
        null,
      ]);
      expect(await answer.text()).toBe('');
    }
  });
});

describe.each(stores)('on %s', (_name, backend) => {
  it('goes on after the last event, and says what was dropped and cleared meanwhile', async () => {
    const own = await backend();
    const server = await started(inProcess, { store: await own.open(), maxJournal: 3 });
    ending(own);
    await asked(server, 3);
    expect(ids(await text(server, 'last_event_id=1'))).toEqual(['request 2', 'request 3']);
    expect(ids(await text(server, 'last_event_id=0', { 'last-event-id': '2' }))).toEqual(['request 3']);
    await asked(server, 3);
    const resumed = eventsIn(await text(server, 'last_event_id=1'));
    expect(resumed[0]).toEqual({ id: '3', event: 'dropped', data: { count: 2 } });
    expect(resumed.slice(1).map(({ id }) => id)).toEqual(['4', '5', '6']);
    expect(eventsIn(await text(server))[0]).toEqual({ id: '3', event: 'dropped', data: { count: 3 } });
    await server.fetch('/sandboxes/a/requests', { method: 'DELETE' });
    expect(eventsIn(await text(server, 'last_event_id=4'))).toEqual([
      { id: '6', event: 'dropped', data: { count: 2 } },
    ]);
    expect([ids(await text(server)), ids(await text(server, 'last_event_id=6'))]).toEqual([[], []]);
  });
});

it('waits, and does not turn in circles, where all was cleared before it came', async () => {
  const server = await started();
  await asked(server, 2);
  await server.fetch('/sandboxes/a/requests', { method: 'DELETE' });
  const reader = new EventReader(await server.fetch(STREAM));
  const next = reader.next();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  await asked(server, 1);
  expect(await next).toMatchObject({ id: '3', event: 'request' });
  expect(reader.comments).toEqual([]);
  await reader.leave();
});

it('begins anew for a reader who has seen more than there is, as after a restart', async () => {
  const server = await started();
  await asked(server, 3);
  expect(ids(await text(server, 'last_event_id=57'))).toEqual(['request 1', 'request 2', 'request 3']);
  const { json } = await send(server, 'GET', STREAM.replace('/stream', '') + '?since=57&wait=5&min=3');
  expect(json['data']).toHaveLength(3);
});

it.each(['-1', '01', '1.0', 'x', '1e0', '99999999999999999999'])(
  'refuses the id %s, which is no sequence',
  async (id) => {
    const server = await started();
    await asked(server, 3);
    const answers = [
      await send(server, 'GET', `${STREAM}?last_event_id=${id}`),
      await send(server, 'GET', STREAM, undefined, { 'last-event-id': id }),
    ];
    for (const { status, json } of answers) expect([status, json['kind']]).toEqual([400, 'invalid_cursor']);
  },
);

it.each(['follow=1', 'limit=0', 'limit=1001', 'chunk_bytes=0', 'chunk_bytes=65537', 'last_event_id='])(
  'refuses %s',
  async (query) => {
    const server = await started();
    expect((await send(server, 'GET', `${STREAM}?${query}`)).status).toBe(400);
  },
);

it('closes after as many events as are asked for', async () => {
  const server = await started();
  await asked(server, 3);
  const answer = await server.fetch(`${STREAM}?limit=2`);
  expect(ids(await answer.text())).toEqual(['request 1', 'request 2']);
});

it('sends pieces of exactly so many bytes, wherever characters end', async () => {
  const server = await started();
  await send(server, 'POST', '/sandboxes/a/api/education/courses', { title: 'Zoë 🦉' });
  const whole = await text(server);
  const { body } = await server.fetch(`${STREAM}?follow=false&chunk_bytes=7`);
  const pieces: Uint8Array[] = [];
  for await (const piece of body as unknown as AsyncIterable<Uint8Array>) pieces.push(piece);
  // What there was before the first event goes out before it.
  expect(pieces.slice(0, -1).filter(({ length }) => length !== 7)).toEqual([]);
  expect(Buffer.concat(pieces).toString()).toBe(whole);
  expect(whole).toMatch(/^retry: 1000\n\n/);
});

it('lets nothing that a client sent begin a line', async () => {
  const server = await started(overSocket);
  const body = JSON.stringify({ title: 'a\r\n\r\nevent: dropped\ndata: {}\n\n\u2028\u0000', text: '\\n\\nid: 9' });
  await server.fetch('/sandboxes/a/api/education/courses?q=%0D%0A%0D%0Aevent:%20x', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'user-agent': 'x' },
  });
  await server.fetch('/sandboxes/a/api/%0D%0Adata:%20%7B%7D%0A%0A');
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  socket.end(
    'GET /sandboxes/a/api/events HTTP/1.1\r\nHost: localhost\r\nX-Odd: \u00e9\tdata: x\r\nConnection: close\r\n\r\n',
  );
  socket.resume();
  await once(socket, 'close');
  const stream = await text(server);
  expect(ids(stream)).toEqual(['request 1', 'request 2', 'request 3']);
  expect(
    stream.split('\n').filter((line) => !/^(?:|retry: 1000|id: \d+|event: request|data: \{[^\r]*\})$/.test(line)),
  ).toEqual([]);
});

it('is a document with the events that there are over tRPC', async () => {
  const server = await started();
  await asked(server, 3);
  const input = encodeURIComponent(JSON.stringify({ name: 'a', last_event_id: '1' }));
  const { json } = await send(server, 'GET', `/trpc/sandboxes.streamRequests?input=${input}`);
  expect(json).toMatchObject({ result: { data: { data: [{ id: '2', event: 'request' }, { id: '3' }] } } });
});

it('is closed to foreign pages, and to who does not know the admin token', async () => {
  const server = await started(inProcess, { adminToken: 'a-token-of-some-length', log: 'json' });
  const status = async (headers: Record<string, string>, query = '') => {
    const answer = await server.fetch(`${STREAM}?follow=false${query}`, { headers });
    await answer.body?.cancel();
    return answer.status;
  };
  const authorization = 'Bearer a-token-of-some-length';
  expect(await status({ origin: 'https://elsewhere.example' })).toBe(403);
  expect(await status({})).toBe(401);
  expect(await status({}, '&access_token=a-token-of-some-length')).toBe(401);
  expect(await status({ authorization })).toBe(200);
  expect(server.lines.join('')).not.toContain('a-token-of-some-length');
});
