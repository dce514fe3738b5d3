/** What clients may take of a server with TLS, and how it stops. */
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterEach, expect, it, vi } from 'vitest';
import { certificateFor } from '../../src/command/serving/self-signed.js';
import type { Finished } from '../../src/http/finish.js';
import type { Incoming } from '../../src/http/incoming.js';
import { Timers } from '../../src/http/timers.js';
import { type Listening, serve, type ServeLimits } from '../../src/transport/node.js';
import { serveAnswers, streamed, text } from '../hosts/faulted.js';
import { head, RawClient } from '../hosts/raw-client.js';
import { authority, ca, certified } from './certified.js';
import { answered, Http2Client } from './http2-client.js';
import { long } from '../long.js';
import { eventually } from '../eventually.js';

const serialOf = (cert: string): string => new X509Certificate(cert).serialNumber;

const AN_HOUR = 3_600_000;
/** Not so short that a busy machine is late with what comes in time. */
const QUICK = { headMs: 500, bodyMs: 1000, silentMs: 305_000, lookMs: 20 };

let listening: Listening | undefined;
afterEach(async () => {
  await listening?.close({ graceMs: 0 });
});

async function serving(limits: ServeLimits = {}): Promise<number> {
  listening = await serveAnswers(() => text('whole'), undefined, { certified, ...limits });
  return listening.port;
}

it('tells a client that speaks HTTP without TLS what is wrong', async () => {
  const client = (await RawClient.to(await serving())).send(head('GET'));
  await client.closed;
  expect(client.text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*begin the URL with https:/);
});

it('closes a connection that begins with neither', async () => {
  const client = (await RawClient.to(await serving())).send('\u0001\u0002\u0003');
  await client.closed;
  expect(client.text).toBe('');
});

it('closes a connection whose handshake does not come in time', async () => {
  const socket = connectTcp(await serving({ timeouts: QUICK }), '127.0.0.1');
  // The begin of a record of a handshake.
  socket.write(Buffer.from([0x16, 3, 1, 2, 0]));
  await once(socket.resume(), 'close');
});

it('closes a connection over TLS whose head does not come in time, but none that was opened ahead of need', async () => {
  const port = await serving({ timeouts: QUICK });
  const early = await RawClient.toSecure(port, ca);
  const slow = (await RawClient.toSecure(port, ca)).send('GET / HTTP/1.1\r\nX-Slow: ');
  await slow.closed;
  expect(slow.text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  early.send(head('GET'));
  await eventually(() => expect(early.body).toBe('whole'));
  early.leave();
});

/** A server that answers with the length of a body once it has read it. */
async function servingLengths(limits: ServeLimits): Promise<number> {
  const answer = async ({ body }: Incoming): Promise<Finished> => {
    let bytes = 0;
    for await (const piece of body ?? []) bytes += piece.byteLength;
    return text(String(bytes));
  };
  const begin = (request: Incoming) => ({ finished: answer(request) });
  const edge = { begin, timers: new Timers(async () => undefined) };
  listening = await serve(edge, { host: '127.0.0.1', port: 0 }, { certified, ...limits });
  return listening.port;
}

it('ends a stream whose body does not come, and not its neighbours', async () => {
  const client = await Http2Client.to(await servingLengths({ timeouts: QUICK }));
  const slow = client.open({ ':path': '/', ':method': 'POST' });
  slow.write('12345');
  const steady = client.open({ ':path': '/', ':method': 'POST' });
  const answer = answered(steady);
  const feeding = setInterval(() => steady.write('x'), 20);
  expect(await answered(slow)).toMatchObject({ status: 408, body: expect.stringMatching(/did not come/) as string });
  clearInterval(feeding);
  steady.end();
  expect(await answer).toMatchObject({ status: 200, ended: 'end' });
  client.close();
});

it('closes connections beyond the most that may be open, and says so', async () => {
  const dropped = vi.fn<() => void>();
  const port = await serving({ maxConnections: 1, dropped });
  const client = await Http2Client.to(port);
  const second = connectTls({ port, host: '127.0.0.1', ca }).on('error', () => undefined);
  await new Promise((resolve) => second.once('close', resolve));
  expect(dropped).toHaveBeenCalledOnce();
  expect(await client.ask('/')).toMatchObject({ body: 'whole' });
  client.close();
});

long('closes a connection whose client opens streams only to reset them (CVE-2023-44487)', async () => {
  const client = await Http2Client.to(await serving());
  const closed = new Promise((resolve) => client.session.once('close', resolve));
  for (let i = 0; i < 3000 && !client.session.destroyed; i += 1) {
    const stream = client.open({ ':path': '/' });
    await new Promise((resolve) => setImmediate(resolve));
    stream.destroy(new Error('never meant it'));
    // Else neither of the two frames would be sent.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await closed;
  const other = await Http2Client.to(listening?.port ?? 0);
  expect(await other.ask('/')).toMatchObject({ body: 'whole' });
  other.close();
});

it('shows further connections another certificate, once it is given one', async () => {
  const port = await serving();
  const shown = async (): Promise<string> => {
    const socket = connectTls({ port, host: '127.0.0.1', ca });
    await once(socket, 'secureConnect');
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const first = await shown();
  const next = await certificateFor(['127.0.0.1'], authority);
  listening?.renew?.(next);
  expect([first, await shown()]).toEqual([serialOf(certified.cert), serialOf(next.cert)]);
});

it('answers what runs when it stops, takes no more, and waits for no connection that nobody uses', async () => {
  let finish: (finished: Finished) => void = () => undefined;
  const slow = new Promise<Finished>((resolve) => (finish = resolve));
  listening = await serveAnswers((path) => (path === '/slow' ? slow : text('whole')), undefined, { certified });
  const { port } = listening;
  const [busy, idle] = [await Http2Client.to(port), await Http2Client.to(port)];
  const silent = await RawClient.toSecure(port, ca);
  const running = busy.ask('/slow');
  expect(await idle.ask('/')).toMatchObject({ body: 'whole' });
  const closed = listening.close({ graceMs: AN_HOUR });
  await eventually(() => expect([busy.goaway, idle.session.destroyed]).toEqual([0, true]));
  finish(text('late'));
  expect(await running).toMatchObject({ body: 'late', ended: 'end' });
  await Promise.all([closed, silent.closed]);
});

it('cuts off what does not end in time', async () => {
  listening = await serveAnswers(() => new Promise(() => undefined), undefined, { certified });
  const client = await Http2Client.to(listening.port);
  const running = client.ask('/');
  await listening.close({ graceMs: 20 });
  expect(await running).toMatchObject({ status: undefined });
});

it('ends a stream of events when it stops', async () => {
  listening = await serveAnswers(() => streamed(['data: 1\n\n']), undefined, { certified });
  const client = await Http2Client.to(listening.port);
  expect(await client.ask('/')).toMatchObject({ body: 'data: 1\n\n', ended: 'end' });
  await listening.close({ graceMs: AN_HOUR });
  await eventually(() => expect(client.session.destroyed).toBe(true));
});
