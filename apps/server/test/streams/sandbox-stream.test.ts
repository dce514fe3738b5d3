/** Streams of a sandbox as they go on: by its clock, by its writes, on every store, and on another replica. */
import { describe, expect, it } from 'vitest';
import { logIn } from '@understudy/contract/samples';
import { apiOf } from '../../src/call/api.js';
import { trainsDomain } from '../operations/trains-domain.js';
import { ourDomains } from '../our-domains.js';
import { inThisProcess } from '../replicas/in-process.js';
import { send } from '../sandboxes/client.js';
import { postgresBackend, sqliteBackend, stores } from '../stores/stores.js';
import { type Given, hosts, inProcess, jsonRequest, NOW, overSocket, type TestServer } from '../support.js';
import { EventReader, eventsIn } from './read-events.js';
import { long } from '../long.js';
import { ending } from '../use.js';

const serves = apiOf([...ourDomains, trainsDomain]);

type Asked = Pick<TestServer, 'fetch'>;

async function started(given: Given = {}, start: (given?: Given) => Promise<TestServer> = inProcess) {
  const server = await start({ serves, ...given });
  ending(server);
  return server;
}

const NOTICES = '/sandboxes/a/api/trains/announcements';
const JOURNEY = '/sandboxes/a/api/trains/train_n000001/journey';

async function sent(server: Asked, path: string, body: object = {}): Promise<void> {
  const answer = await server.fetch(path, jsonRequest('POST', body));
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
}

const announce = (server: Asked, text: string) => sent(server, NOTICES, { text });

const advance = (server: Asked, seconds: number) => sent(server, '/sandboxes/a/clock', { action: 'advance', seconds });

async function opened(server: Asked, path: string, headers: Record<string, string> = {}): Promise<EventReader> {
  const answer = await server.fetch(path, { headers });
  expect(answer.status).toBe(200);
  const reader = new EventReader(answer);
  ending({ close: () => reader.leave().catch(() => undefined) });
  await reader.more();
  return reader;
}

const shown = (events: readonly { id: string | undefined; event: string | undefined }[]) =>
  events.map(({ id, event }) => `${event} ${id}`);

/** So many turns of the event loop, in which nothing is to come. */
async function turns(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

const stops = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `stop ${first + index}`);

describe.each(hosts)('%s', (_name, start) => {
  it('is held by a frozen clock, and lets everything out that falls due when it is advanced', async () => {
    const server = await started({}, start);
    await sent(server, '/sandboxes/a/api/trains');
    const reader = await opened(server, JOURNEY);
    const first = reader.take(1);
    await turns();
    await advance(server, 10);
    expect(shown(await first)).toEqual(['stop 1']);
    await advance(server, 25);
    expect(shown(await reader.take(2))).toEqual(stops(2, 3));
    await advance(server, 3600);
    const others = await reader.take(9);
    expect(shown(others)).toEqual([...stops(4, 5), 'end 6']);
    expect(others.at(-1)?.data).toEqual({ stations: 5 });
    expect(reader.comments).toEqual([]);
  });

  it('is over after its end: 204 without a body, also for HEAD and with follow=false', async () => {
    const server = await started({}, start);
    for (const [method, query] of [
      ['GET', ''],
      ['HEAD', ''],
      ['GET', '?follow=false'],
    ] as const) {
      const answer = await server.fetch(`/sandboxes/a/api/trains/train_0001/journey${query}`, {
        method,
        headers: { 'last-event-id': '6' },
      });
      const { status, headers } = answer;
      expect([status, headers.get('content-type'), await answer.text()]).toEqual([204, null, '']);
    }
  });

  it('begins at the present, and loses nothing where it is cut before its first event', async () => {
    const server = await started({}, start);
    const first = await server.fetch(`${NOTICES}/stream?follow=false`);
    expect(await first.text()).toBe('retry: 1000\nid: 4\n\n');
    await announce(server, 'one');
    const reader = await opened(server, `${NOTICES}/stream`, { 'last-event-id': '4' });
    expect(shown(await reader.take(1))).toEqual(['announcement 5']);
    const live = await opened(server, `${NOTICES}/stream`);
    await announce(server, 'two');
    await announce(server, 'three');
    expect(shown(await reader.take(2))).toEqual(['announcement 6', 'announcement 7']);
    expect(shown(await live.take(2))).toEqual(['announcement 6', 'announcement 7']);
  });

  it('says nothing for writes that do not concern it', async () => {
    const server = await started({}, start);
    const reader = await opened(server, `${NOTICES}/stream`);
    const next = reader.next();
    for (let i = 0; i < 5; i++) await sent(server, '/sandboxes/a/api/trains');
    await announce(server, 'now');
    expect(await next).toMatchObject({ id: '5', data: { text: 'now' } });
    expect(reader.comments).toEqual([]);
  });

  it('ends where what it follows is gone, and says why when it is asked for again', async () => {
    const server = await started({}, start);
    await sent(server, '/sandboxes/a/api/trains');
    const reader = await opened(server, JOURNEY);
    const next = reader.next();
    await server.fetch('/sandboxes/a', { method: 'DELETE' });
    expect(await next).toBeUndefined();
    expect((await send(server, 'GET', JOURNEY)).status).toBe(404);
  });

  it('ends at once, whole, when the server stops', async () => {
    const server = await start({ serves });
    const reader = new EventReader(await server.fetch(`${NOTICES}/stream`));
    await reader.more();
    const end = reader.next();
    await server.close();
    expect(await end).toBeUndefined();
  });
});

it('waits for the instant of the next event, by the clock of the sandbox', async () => {
  const server = await started({ clock: 'real' });
  await sent(server, '/sandboxes/a/api/trains');
  await advance(server, 9.9);
  const reader = await opened(server, JOURNEY);
  expect(shown(await reader.take(1))).toEqual(['stop 1']);
  expect(reader.comments).toEqual([]);
});

it('is refused where too many are open, and HEAD opens none', async () => {
  const server = await started({ maxStreams: 1 }, overSocket);
  for (let i = 0; i < 3; i++) await server.fetch(`${NOTICES}/stream`, { method: 'HEAD' });
  const reader = await opened(server, `${NOTICES}/stream`);
  const refused = await send(server, 'GET', `${NOTICES}/stream`);
  expect([refused.status, refused.headers.get('retry-after'), refused.json['kind']]).toEqual([
    503,
    '1',
    'service_unavailable',
  ]);
  await reader.leave();
});

describe.each(stores)('on %s', (_name, backend) => {
  it('gives a stream that is cut at every event and resumed there, as the uncut one', async () => {
    const own = await backend();
    ending(own);
    const server = await started({ store: await own.open() });
    await sent(server, '/sandboxes/a/api/trains');
    const whole = await opened(server, JOURNEY);
    const cut: string[] = [];
    let last = '';
    for (let i = 0; i < 6; i++) {
      await advance(server, 10);
      if (i === 5) continue;
      const answer = await server.fetch(`${JOURNEY}?limit=1`, { headers: { 'last-event-id': last } });
      const events = eventsIn(await answer.text());
      cut.push(...shown(events));
      last = events.at(-1)?.id ?? '';
    }
    const end = eventsIn(await (await server.fetch(`${JOURNEY}?last_event_id=${last}`)).text());
    expect([...cut, ...shown(end)]).toEqual(shown(await whole.take(6)));
  });
});

describe.each([
  ['sqlite', sqliteBackend],
  ['postgres', postgresBackend],
] as const)('replicas on %s', (_name, backend) => {
  it('go on with the streams of each other, and learn of what another has written', async () => {
    const { address, remove } = await backend();
    ending({ close: remove });
    const replicas = await Promise.all([
      inThisProcess(address, { clock: NOW }, serves),
      inThisProcess(address, { clock: NOW }, serves),
    ]);
    const [here, there] = replicas;
    replicas.forEach(ending);
    await sent(here, '/sandboxes/a/api/trains');
    const reader = await opened(here, `${NOTICES}/stream`);
    await announce(there, 'from there');
    await announce(here, 'from here');
    expect(shown(await reader.take(2))).toEqual(['announcement 5', 'announcement 6']);
    const journey = await opened(there, JOURNEY);
    await advance(here, 20);
    expect(shown(await journey.take(2))).toEqual(stops(1, 2));
    await advance(there, 60);
    const rest = await here.fetch(JOURNEY, { headers: { 'last-event-id': '2' } });
    expect(shown(eventsIn(await rest.text()))).toEqual([...stops(3, 5), 'end 6']);
  });
});

describe('a stream that needs a token', () => {
  const MINE = `${NOTICES}/mine`;

  async function token(server: TestServer): Promise<string> {
    const fetchIt = (path: string, init?: RequestInit) => server.fetch(`/sandboxes/a${path}`, init);
    return (await logIn(fetchIt)).access_token;
  }

  it('takes it from the query, as EventSource sends it, and shows it nowhere', async () => {
    const server = await started({ log: 'json' });
    const own = await token(server);
    const answer = await server.fetch(`${MINE}?follow=false&last_event_id=0&access_token=${own}`);
    expect([answer.status, eventsIn(await answer.text()).length]).toEqual([200, 4]);
    expect(server.lines.join('')).not.toContain(own);
    const journal = await (await server.fetch('/sandboxes/a/requests')).text();
    expect(journal).toContain('access_token');
    expect(journal.split('/mine').slice(1).join('')).not.toContain(own);
    const { data } = JSON.parse(journal) as { data: { operation: string; unknown: object[] }[] };
    expect(data.find(({ operation }) => operation === 'trains.streamForMe')?.unknown).toEqual([]);
  });

  it('refuses none, a wrong one, and one that comes in two ways', async () => {
    const server = await started();
    const own = await token(server);
    const refused = async (query: string, headers: Record<string, string> = {}) => {
      const { status, headers: came } = await send(server, 'GET', `${MINE}?follow=false${query}`, undefined, headers);
      return [status, came.get('www-authenticate')?.replace(/^.*error="(\w+)".*$/, '$1')];
    };
    expect((await refused(''))[0]).toBe(401);
    expect(await refused('&access_token=wrong')).toEqual([401, 'invalid_token']);
    expect(await refused(`&access_token=${own}`, { authorization: `Bearer ${own}` })).toEqual([400, 'invalid_request']);
  });

  it('is not taken from the query by what is no stream', async () => {
    const server = await started();
    const own = await token(server);
    expect((await send(server, 'GET', `/sandboxes/a/api/auth/profile?access_token=${own}`)).status).toBe(401);
  });
});

long('is described as text/event-stream, with its events as a component, and 204 where it ends', async () => {
  const server = await started();
  const document = (await (await server.fetch('/openapi.json')).json()) as {
    paths: Record<string, { get: { responses: Record<string, object>; parameters: { name?: string }[] } }>;
    components: { schemas: Record<string, object> };
  };
  const journey = document.paths['/api/trains/{train_id}/journey']?.get;
  expect(journey?.responses).toMatchObject({
    200: {
      content: {
        'text/event-stream': {
          schema: { type: 'string', contentSchema: { $ref: '#/components/schemas/JourneyEvent' } },
        },
      },
    },
    204: { description: expect.stringContaining('ended') },
  });
  expect(document.components.schemas['JourneyEvent']).toHaveProperty('anyOf');
  const notices = document.paths['/api/trains/announcements/stream']?.get;
  expect(Object.keys(notices?.responses ?? {})).not.toContain('204');
  const mine = document.paths['/api/trains/announcements/mine']?.get;
  expect(mine?.parameters.map(({ name }) => name)).toEqual(expect.arrayContaining(['access_token', 'Last-Event-ID']));
  expect(notices?.parameters.map(({ name }) => name)).not.toContain('access_token');
});
