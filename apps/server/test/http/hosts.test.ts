/** The host that a request is for: read as what it is, and answered only where it is one of the server's. */
import { describe, expect, it } from 'vitest';
import { inProcess, overSocket, type Given, type TestServer } from '../support.js';
import { ask } from './raw.js';
import { ending } from '../use.js';

let server: TestServer;
const COURSES = 'GET /api/education/courses?per_page=1&pagination_style=link HTTP/1.1';
const ON_ALL = { host: '0.0.0.0' };

describe('the hosts that it answers as', () => {
  const rows: readonly (readonly [given: Given, host: string, status: number])[] = [
    ...['localhost', 'localhost:1', 'LocalHost', 'app.localhost', '127.0.0.1', '127.9.9.9:80', '[::1]:4010'].map(
      (host) => [{}, host, 200] as const,
    ),
    ...['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost', '0.0.0.0', '10.0.0.1'].map(
      (host) => [{}, host, 421] as const,
    ),
    [{ publicUrl: 'https://mock.example.com:8443' }, 'mock.example.com', 200],
    [{ publicUrl: 'https://mock.example.com:8443' }, 'other.example.com', 421],
    [{ allowHost: 'one.internal, Two.internal,::2' }, 'two.internal:4010', 200],
    [{ allowHost: 'one.internal, Two.internal,::2' }, '[::2]:4010', 200],
    [{ allowHost: 'one.internal' }, 'my.one.internal', 421],
    [{ trustProxy: 1 }, 'evil.example', 421],
    [ON_ALL, 'any.example', 200],
    [{ ...ON_ALL, allowHost: 'one.internal' }, 'any.example', 421],
    [{ ...ON_ALL, allowHost: 'one.internal' }, 'one.internal', 200],
  ];

  it.each(rows)('with %j, %s is %i', async (given, host, status) => {
    server = ending(await overSocket(given));
    // The second answer may be a kept one.
    for (let round = 0; round < 3; round++) {
      const answer = await ask(server.origin, COURSES, `Host: ${host}`);
      expect(answer.status).toBe(status);
      if (status === 421) expect(JSON.parse(answer.body)).toMatchObject({ kind: 'misdirected_request', status });
    }
  });

  it('says which option lets a host in', async () => {
    server = ending(await overSocket());
    const { body } = await ask(server.origin, 'GET /sandboxes/default/snapshot HTTP/1.1', 'Host: evil.example');
    expect(JSON.parse(body)).toMatchObject({ detail: expect.stringContaining('--allow-host evil.example') as string });
  });

  it('does not ask for one in process, where there is no network', async () => {
    server = ending(await inProcess());
    expect((await server.fetch('http://any.example/sandboxes/default')).status).toBe(200);
  });
});

describe('a Host that is none', () => {
  const hosts = [
    'user@x',
    'x/sandboxes/default/snapshot?',
    'x?',
    'x#',
    'x\\y',
    'a b',
    'x:99999',
    'x:1:2',
    '1.2.3.4.5',
    '[::x]',
  ];

  it.each(hosts)('%s is a 400 everywhere', async (host) => {
    server = ending(await overSocket(ON_ALL));
    for (const path of ['/', '/readyz', '/trpc/education.listCourses', '/api/education/courses']) {
      expect((await ask(server.origin, `GET ${path} HTTP/1.1`, `Host: ${host}`)).status).toBe(400);
    }
  });

  it.each([['Host: localhost', 'Host: evil.example'], ['Host: localhost', 'HOST: localhost'], []])(
    '%j is a 400',
    async (...lines) => {
      server = ending(await overSocket());
      expect((await ask(server.origin, 'GET /readyz HTTP/1.1', ...lines)).status).toBe(400);
    },
  );
});

describe('a client that names no host', () => {
  it.each(['GET / HTTP/1.0', 'OPTIONS / HTTP/1.0', 'GET /healthz HTTP/1.0', 'HEAD /readyz HTTP/1.0'])(
    '%s finds the server up',
    async (line) => {
      server = ending(await overSocket({ allowHost: 'one.internal', ...ON_ALL }));
      const { status } = await ask(server.origin, line);
      expect(status).toBe(line.startsWith('OPTIONS') ? 204 : 200);
    },
  );

  it('is at the path that it asked for, and at the address that it came by', async () => {
    server = ending(await overSocket());
    expect((await ask(server.origin, 'GET /readyz HTTP/1.0')).body).toBe('{"status":"ready","store":"memory"}');
    const { body } = await ask(server.origin, 'GET /openapi.json HTTP/1.0');
    expect(JSON.parse(body)).toMatchObject({ servers: [{ url: server.origin }] });
  });
});

describe('a target that is a whole URL', () => {
  const rows: readonly (readonly [target: string, host: string, status: number])[] = [
    ['http://localhost/readyz', 'evil.example', 200],
    ['HTTP://LOCALHOST:80/readyz', 'localhost', 200],
    ['http://localhost', 'localhost', 200],
    ['http://localhost?delay=0', 'localhost', 200],
    ['http://evil.example/readyz', 'localhost', 421],
    ['http://user@localhost/readyz', 'localhost', 400],
    ['http:///readyz', 'localhost', 400],
    ['https://localhost/readyz', 'localhost', 400],
    ['ftp://localhost/readyz', 'localhost', 400],
  ];

  it.each(rows)('%s with Host: %s is %i', async (target, host, status) => {
    server = ending(await overSocket());
    expect((await ask(server.origin, `GET ${target} HTTP/1.1`, `Host: ${host}`)).status).toBe(status);
  });

  it('has the host that the answer names', async () => {
    server = ending(await overSocket());
    const line = 'GET http://LOCALHOST:4010/openapi.json HTTP/1.1';
    const { body } = await ask(server.origin, line, 'Host: app.localhost');
    // The body comes in chunks of no length before it where it is not compressed.
    expect(body).toContain('"servers":[{"url":"http://localhost:4010"}]');
  });
});
