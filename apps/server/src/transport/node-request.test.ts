/** What is read of the body of a request in each way that it can come, and that the request ends, which others wait for. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { clientConnectionOf, fromNode } from './node-request.js';

/** A request as the pipeline reads it, and its end. */
interface Come {
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly ended: Promise<void>;
  readonly response: ServerResponse;
}

const waiting: ((come: Come) => void)[] = [];
const server = createServer((request: IncomingMessage, response) => {
  const clientConnection = clientConnectionOf(request.socket);
  const target = { url: `http://127.0.0.1${request.url}`, host: '127.0.0.1' };
  const { body } = fromNode(request, {
    response,
    target,
    client: clientConnection,
    head: clientConnection.headOf(request),
  });
  const ended = new Promise<void>((resolve) => request.once('end', resolve));
  waiting.shift()?.({ body, ended, response });
});
let client: Socket;
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});
afterEach(async () => {
  client.destroy();
  await once(server.close(), 'close');
});

/** Sends the head of a request, with the start of its body, and waits until it has come. */
function send(headers: string, body: string): Promise<Come> {
  client.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n\r\n${body}`);
  return new Promise((resolve) => waiting.push(resolve));
}

it.each([
  ['with its head', 'Content-Length: 5', 'whole', ''],
  ['after its head', 'Content-Length: 5', '', 'whole'],
  ['in two pieces', 'Content-Length: 5', 'wh', 'ole'],
  ['in chunks', 'Transfer-Encoding: chunked', '2\r\nwh\r\n3\r\nole\r\n0\r\n\r\n', ''],
  ['in chunks of which some come later', 'Transfer-Encoding: chunked', '2\r\nwh\r\n', '3\r\nole\r\n0\r\n\r\n'],
])('reads a body that comes %s, and ends, time and again', async (_how, headers, first, later) => {
  for (let round = 0; round < 2; round += 1) {
    const { body, ended, response } = await send(headers, first);
    const whole = text(body ?? Readable.from([]));
    // What comes later comes once somebody waits for it.
    await new Promise<void>((resolve) => setImmediate(resolve));
    client.write(later);
    expect(await whole).toBe('whole');
    await ended;
    response.end();
    await once(client, 'data');
  }
});

it.each(['Content-Length: 0', 'X-Length: none'])('has no body to read where there is none (%s)', async (headers) => {
  const { body } = await send(headers, '');
  expect(body).toBeNull();
});

it('fails where the rest of a body does not come', async () => {
  const { body } = await send('Content-Length: 5', 'wh');
  const whole = text(body ?? Readable.from([]));
  client.end();
  await expect(whole).rejects.toThrow('aborted');
});
