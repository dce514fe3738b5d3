/** The client over a fetch of another making: those of the libraries, through a proxy, and what React Native has. */
import { createServer, request as ask, type Server } from 'node:http';
import { connect } from 'node:net';
import { listen as listenOn, type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import nodeFetch from 'node-fetch';
import { fetch as undiciFetch, ProxyAgent } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createClient, type Fetch, isApiError } from '../src/index.js';
import { failureOf, noWaiting } from './server.js';

let server: SpawnedServer;
let proxy: Server;
let proxied: string[];
let agent: ProxyAgent;

beforeAll(async () => {
  server = await spawnServer();
  proxied = [];
  proxy = createServer((request, response) => {
    proxied.push(`${request.method} ${request.url}`);
    const { method, headers } = request;
    const onward = ask(String(request.url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  proxy.on('connect', ({ url, method }, socket) => {
    proxied.push(`${method} ${url}`);
    const { hostname, port } = new URL(`http://${url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    socket.on('error', () => onward.destroy());
    onward.on('error', () => socket.destroy());
  });
  agent = new ProxyAgent(`http://127.0.0.1:${await listenOn(proxy)}`);
});
afterAll(async () => {
  await agent.close();
  proxy.closeAllConnections();
  proxy.close();
  await server.stop();
});
afterEach(() => vi.unstubAllGlobals());

/** React Native's: the answer is there once it has come whole, and has no stream. */
const nativeFetch: Fetch = async (url, init) => {
  const answer = await fetch(url, init);
  const text = await answer.text();
  const { ok, status, headers } = answer;
  return {
    ok,
    status,
    headers,
    body: undefined,
    text: async () => text,
    arrayBuffer: async () => new TextEncoder().encode(text).buffer,
  };
};

const fetches: Record<string, Fetch> = {
  undici: undiciFetch,
  'undici through a proxy': (url, init) => undiciFetch(url, { ...init, dispatcher: agent }),
  'node-fetch': nodeFetch,
  'React Native': nativeFetch,
};

describe.each(Object.entries(fetches))('with the fetch of %s', (name, fetch) => {
  const api = () =>
    createClient({ baseUrl: server.origin, fetch, sandbox: name.replaceAll(/\W/g, '-').toLowerCase(), ...noWaiting() });

  test('it reads, writes, walks and fails as with any other', async () => {
    const mine = api();
    const course = { title: 'Ünï', category: 'C', difficulty: 'expert', instructor: 'I', duration_hours: 3 } as const;
    const created = await mine.education.createCourse(course, { scenario: ['server_error', 'ok'] }).withResponse();
    expect([created.data.title, created.response.status]).toEqual(['Ünï', 200]);
    expect(await mine.education.listCourses({ per_page: 50 }).toArray({ limit: 500 })).toHaveLength(201);
    const error = await failureOf(mine.education.getCourse({ course_id: 'none' }));
    expect(isApiError(error, 'not_found') && error.headers?.get('content-type')).toContain('application/json');
    const photo = await mine.realestate.getPhoto({ photo_id: 'pho_0001' });
    expect((await photo.bytes()).byteLength).toBeGreaterThan(100);
    const events: unknown[] = [];
    for await (const { event } of mine.sandboxes.streamRequests({ name: mine.sandbox, follow: false }))
      events.push(event);
    expect(events.length).toBeGreaterThan(5);
  });

  test('a call can be ended', async () => {
    const stop = new AbortController();
    const call = failureOf(api().education.listCourses({}, { delay: 5, signal: stop.signal }));
    setTimeout(() => stop.abort(), 20);
    expect(await call).toMatchObject({ kind: 'aborted' });
  });
});

test('a stream of Node can be left while it waits', async () => {
  const stop = new AbortController();
  const api = createClient({ baseUrl: server.origin, fetch: nodeFetch, sandbox: 'left' });
  await api.education.listCourses();
  const reading = (async () => {
    for await (const _ of api.sandboxes.streamRequests({ name: 'left' }, { signal: stop.signal })) stop.abort();
  })();
  expect(await failureOf(reading)).toMatchObject({ kind: 'aborted' });
});

test('the proxy has seen its requests', () => {
  expect(proxied.length).toBeGreaterThan(0);
});

/** What React Native has: no streams, and a request that is no more than what it was made of. */
class NativeRequest {
  readonly headers: Headers;
  readonly signal: AbortSignal | undefined;

  constructor(_: string, init: { headers: Headers; signal?: AbortSignal }) {
    this.headers = new Headers(init.headers);
    this.signal = init.signal;
  }

  clone(): NativeRequest {
    return this;
  }
}

test('where there are no streams, nothing looks for their class', async () => {
  const texts: (string | undefined)[] = [];
  const native: Fetch = async (url, { body }) => {
    texts.push(body);
    const text = url.includes('stream') ? 'id: 1\nevent: end\ndata: {}\n\n' : '{"data":[],"meta":{}}';
    const headers = new Headers({ 'content-type': url.includes('stream') ? 'text/event-stream' : 'application/json' });
    return { ok: true, status: 200, headers, text: async () => text, arrayBuffer: async () => new ArrayBuffer(0) };
  };
  const api = createClient({ baseUrl: 'http://127.0.0.1:1', fetch: native });
  const stubs = {
    Request: NativeRequest,
    ReadableStream: undefined,
    TransformStream: undefined,
    Response: NativeRequest,
  };
  for (const [name, stub] of Object.entries(stubs)) vi.stubGlobal(name, stub);
  const rows = new Set([{ email: 'ada@example.com', name: 'Ada' }]);
  await failureOf(api.saas.startImport({ organization_id: 'org_0001', rows }));
  expect(texts).toEqual(['{"email":"ada@example.com","name":"Ada"}\n']);
  const events: unknown[] = [];
  for await (const event of api.sandboxes.streamRequests({ name: 'a' })) events.push(event);
  expect(events).toEqual([{ id: '1', event: 'end', data: {} }]);
});
