/** How a server ends connections that only take room: too many of them, heads and bodies that do not come. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { type Listening, serve, type ServeLimits } from '../../src/transport/node.js';
import type { Incoming } from '../../src/http/incoming.js';
import { Timers } from '../../src/http/timers.js';

const sockets: Socket[] = [];
let listening: Listening | undefined;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await listening?.close({ graceMs: 100 });
  vi.useRealTimers();
});

/** Requests that have begun, and bytes of bodies that have come, at the server. */
let seen = { requests: 0, bytes: 0 };

/** A server that answers once it has read a body; `hold` keeps it from reading. */
async function start(limits: ServeLimits, hold: Promise<void> = Promise.resolve()): Promise<void> {
  seen = { requests: 0, bytes: 0 };
  const answer = async ({ body }: Incoming) => {
    seen.requests += 1;
    await hold;
    let bytes = 0;
    for await (const piece of body ?? []) seen.bytes = bytes += piece.byteLength;
    return {
      status: 200,
      headers: { 'content-length': String(String(bytes).length) },
      body: Buffer.from(String(bytes)),
    };
  };
  const edge = { begin: (request: Incoming) => ({ finished: answer(request) }) };
  const timers = new Timers(async () => undefined);
  listening = await serve({ ...edge, timers }, { host: '127.0.0.1', port: 0 }, limits);
}

/** A client, and all that it was sent. */
async function client(): Promise<{
  readonly socket: Socket;
  readonly text: () => string;
  readonly closed: Promise<unknown>;
}> {
  const socket = connect(listening?.port ?? 0, '127.0.0.1');
  sockets.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  await once(socket, 'connect');
  return { socket, text: () => text, closed };
}

const QUICK = { headMs: 100, bodyMs: 30_000, silentMs: 305_000, lookMs: 20 };

it('closes a connection whose head does not come in time', async () => {
  await start({ timeouts: QUICK });
  const slow = await client();
  slow.socket.write('POST / HTTP/1.1\r\nHost: localhost\r\n');
  await slow.closed;
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

it('leaves a connection alone that was opened ahead of need', async () => {
  await start({ timeouts: QUICK });
  const [early, slow] = [await client(), await client()];
  slow.socket.write('GET / HTTP/1.1\r\nX-Slow: ');
  await slow.closed;
  early.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(early.socket, 'data');
  expect(early.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

/** Moves the clock by which the server looks, as often as it would look. */
async function pass(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1000);
}

const HEAD = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n';

it('closes a connection whose body has not moved for 30 s', async () => {
  await start({});
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await listening?.close({ graceMs: 0 });
  await start({});
  const slow = await client();
  slow.socket.write(`${HEAD}12345`);
  await eventually(() => expect(seen.bytes).toBe(5));
  // What comes now and then keeps it open.
  for (const bytes of [6, 7]) {
    await pass(25);
    slow.socket.write('x');
    await eventually(() => expect(seen.bytes).toBe(bytes));
    await pass(1);
  }
  expect(slow.text()).toBe('');
  await pass(32);
  await slow.closed;
  expect(slow.text()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

it('waits for a body that it does not read itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  let read = (): void => undefined;
  await start({}, new Promise((resolve) => (read = resolve)));
  const early = await client();
  early.socket.write(`${HEAD}12345`);
  await eventually(() => expect(seen.requests).toBe(1));
  await pass(100);
  expect(early.text()).toBe('');
  read();
  early.socket.write('67890');
  await once(early.socket, 'data');
  expect(early.text()).toMatch(/^HTTP\/1\.1 200 OK[^]*\r\n\r\n10$/);
});

it('closes a connection on which nothing ever comes, after longer than clients keep theirs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  await start({});
  const silent = await client();
  await eventually(async () => expect(await listening?.connections()).toBe(1));
  await pass(303);
  expect(await listening?.connections()).toBe(1);
  await pass(4);
  await silent.closed;
});

it('closes connections beyond the most that may be open, and says so', async () => {
  let dropped = 0;
  await start({ maxConnections: 2, dropped: () => (dropped += 1) });
  const [first] = [await client(), await client()];
  const third = await client();
  await third.closed;
  expect([third.text(), dropped]).toEqual(['', 1]);
  first?.socket.destroy();
  await eventually(async () => expect(await listening?.connections()).toBe(1));
  const fourth = await client();
  fourth.socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(fourth.socket, 'data');
  expect(fourth.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});
