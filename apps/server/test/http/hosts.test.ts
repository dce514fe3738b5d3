/** The host that a request is for: read as what it is. */
import { afterEach, describe, expect, it } from 'vitest';
import { overSocket, type TestServer } from '../support.js';
import { ask } from './raw.js';

let server: TestServer;
afterEach(() => server.close());

const ON_ALL = { host: '0.0.0.0' };

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
    server = await overSocket(ON_ALL);
    for (const path of ['/', '/readyz', '/trpc/education.listCourses', '/api/education/courses']) {
      expect((await ask(server.origin, `GET ${path} HTTP/1.1`, `Host: ${host}`)).status).toBe(400);
    }
  });

  it.each([['Host: localhost', 'Host: evil.example'], ['Host: localhost', 'HOST: localhost'], []])(
    '%j is a 400',
    async (...lines) => {
      server = await overSocket();
      expect((await ask(server.origin, 'GET /readyz HTTP/1.1', ...lines)).status).toBe(400);
    },
  );
});

describe('a client that names no host', () => {
  it.each(['GET / HTTP/1.0', 'OPTIONS / HTTP/1.0', 'GET /healthz HTTP/1.0', 'HEAD /readyz HTTP/1.0'])(
    '%s finds the server up',
    async (line) => {
      server = await overSocket(ON_ALL);
      const { status } = await ask(server.origin, line);
      expect(status).toBe(line.startsWith('OPTIONS') ? 204 : 200);
    },
  );

  it('is at the path that it asked for, and at the address that it came by', async () => {
    server = await overSocket();
    expect((await ask(server.origin, 'GET /readyz HTTP/1.0')).body).toBe('{"status":"ready"}');
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
    ['http://user@localhost/readyz', 'localhost', 400],
    ['http:///readyz', 'localhost', 400],
    ['https://localhost/readyz', 'localhost', 400],
    ['ftp://localhost/readyz', 'localhost', 400],
  ];

  it.each(rows)('%s with Host: %s is %i', async (target, host, status) => {
    server = await overSocket();
    expect((await ask(server.origin, `GET ${target} HTTP/1.1`, `Host: ${host}`)).status).toBe(status);
  });

  it('has the host that the answer names', async () => {
    server = await overSocket();
    const line = 'GET http://LOCALHOST:4010/openapi.json HTTP/1.1';
    const { body } = await ask(server.origin, line, 'Host: app.localhost');
    // The body comes in chunks of no length before it where it is not compressed.
    expect(body).toContain('"servers":[{"url":"http://localhost:4010"}]');
  });
});
