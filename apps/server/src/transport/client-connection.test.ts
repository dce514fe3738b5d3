/** What is known of the head of a request holds for those on its connection that came with the same one, and for no other. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { overSocket, type TestServer } from '../../test/support.js';
import { ClientConnection } from './node-request.js';

const COURSES = '/api/education/courses?per_page=2';

it('knows a head again by its method, its target and every header, in their order', () => {
  const clientConnection = new ClientConnection(new Socket(), 1);
  const raw = () => ['Host', 'one', 'Accept', '*/*'];
  const known = () => clientConnection.headOf({ method: 'GET', url: '/a', rawHeaders: raw() });
  expect(known()).toBe(known());
  const others = [
    { method: 'HEAD', url: '/a', rawHeaders: raw() },
    { method: 'GET', url: '/b', rawHeaders: raw() },
    { method: 'GET', url: '/a', rawHeaders: ['Host', 'two', 'Accept', '*/*'] },
    { method: 'GET', url: '/a', rawHeaders: ['Accept', '*/*', 'Host', 'one'] },
    { method: 'GET', url: '/a', rawHeaders: [...raw(), 'X-More', ''] },
    { method: 'GET', url: '/a', rawHeaders: [] },
  ];
  for (const other of others) {
    known().question = 'asked';
    expect(known().question).toBe('asked');
    expect(clientConnection.headOf(other).question).toBeUndefined();
  }
});

let server: TestServer | undefined;
afterEach(() => server?.close());

it('answers each request of a connection by its own head, whatever was asked and kept before', async () => {
  server = await overSocket();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let opened = 0;
  const ask = async (options: RequestOptions = {}, path = COURSES) => {
    const sent = request(new URL(path, server?.origin), { agent, ...options }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    if (!sent.reusedSocket) opened += 1;
    let body = '';
    for await (const piece of answer.setEncoding('latin1')) body += String(piece);
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  // The second time it is kept, and given from then on.
  const [, , plain] = [await ask(), await ask(), await ask()];
  const others: [RequestOptions, object][] = [
    [{ headers: { 'if-none-match': plain.headers.etag } }, { status: 304, body: '' }],
    [{ headers: { 'accept-encoding': 'gzip' } }, { headers: { 'content-encoding': 'gzip' } }],
    [{ headers: { 'x-request-id': 'mine' } }, { headers: { 'x-request-id': 'mine' } }],
    [{ headers: { 'understudy-fault': 'status;code=503' } }, { status: 503 }],
    [{ headers: { host: 'elsewhere.example' } }, { status: 421 }],
    [{ method: 'HEAD' }, { status: 200, body: '' }],
    [{ method: 'DELETE' }, { status: 405 }],
  ];
  for (const [options, expected] of others) {
    expect(await ask(options)).toMatchObject(expected);
    expect(await ask()).toMatchObject({ status: 200, body: plain.body });
  }
  expect((await ask({}, '/api/education/courses?per_page=3')).body).not.toBe(plain.body);
  expect((await ask()).body).toBe(plain.body);
  expect(opened).toBe(1);
  agent.destroy();
});
