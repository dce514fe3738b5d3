/** Who closes a connection, and when. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finished } from '../http/finish.js';
import { Chunks, OpenStream } from '../http/open-stream.js';
import { Timers } from '../http/timers.js';
import { serve } from './node.js';

const AN_HOUR = 3_600_000;
const LOOPBACK = { host: '127.0.0.1', port: 0 };

afterEach(() => void vi.useRealTimers());

/** A server that gives everyone one answer, and the answer as a client who keeps its connections gets it. */
async function asked(answered: Finished) {
  const timers = new Timers(async () => undefined);
  const { port, close } = await serve({ begin: () => ({ finished: answered }), timers }, LOOPBACK);
  const agent = new Agent({ keepAlive: true });
  const ask = async () => {
    const sent = request({ ...LOOPBACK, port, agent }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { answer, isReused: sent.reusedSocket };
  };
  /** The first that says that its connection is given up: until it listens no more, a server answers as before. */
  const askLast = async () => {
    for (;;) {
      const last = await ask();
      if (last.answer.headers.connection === 'close') return last;
      await once(last.answer.resume(), 'end');
    }
  };
  const { answer } = await ask();
  return { answer, ask, askLast, close, port, hangUp: () => agent.destroy() };
}

/** Lets go what is sent in this turn of the event loop, and nothing come. */
async function ticks(): Promise<void> {
  for (let i = 0; i < 5; i += 1) await new Promise<void>((resolve) => process.nextTick(resolve));
}

/** Waits until a server listens no more. */
async function untilRefused(port: number): Promise<void> {
  for (let isRefused = false; !isRefused;) {
    for (let i = 0; i < 5; i += 1) await new Promise<void>((resolve) => setImmediate(resolve));
    const probe = connect(port, LOOPBACK.host);
    isRefused = await once(probe, 'connect').then(
      () => false,
      () => true,
    );
    probe.destroy();
  }
}

const WHOLE = { status: 200, headers: {}, body: new TextEncoder().encode('whole') };

it('leaves it to clients and load balancers to close an idle connection', async () => {
  const { answer, close, hangUp } = await asked(WHOLE);
  const [, seconds] = /^timeout=(\d+)$/.exec(String(answer.headers['keep-alive'])) ?? [];
  // Chromium keeps its connections for 300 s, Caddy for 120 s.
  expect(Number(seconds)).toBeGreaterThan(300);
  hangUp();
  await close({ graceMs: 100 });
});

it('does not wait, when it stops, for a connection whose answer had begun', async () => {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('begun'));
      end = () => stream.close();
    },
  });
  const { answer, close, hangUp } = await asked({ status: 200, headers: {}, body: new OpenStream(new Chunks(body)) });
  // In an hour it would be cut off.
  const closed = close({ graceMs: AN_HOUR });
  answer.resume();
  end();
  await closed;
  hangUp();
});

it('answers, when it stops, what comes on a connection that was open, as the last on it', async () => {
  const { answer, askLast, close, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  const closed = close({ lingerMs: AN_HOUR, graceMs: AN_HOUR });
  const last = await askLast();
  expect([last.isReused, last.answer.statusCode]).toEqual([true, 200]);
  last.answer.resume();
  // Nobody is left to wait for.
  await closed;
  hangUp();
});

it('answers, when it stops, what came on connections that it had not taken yet', async () => {
  const { answer, close, port, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  const clients = Array.from({ length: 30 }, () => connect(port, LOOPBACK.host).setEncoding('utf8'));
  for (const client of clients) client.write('POST / HTTP/1.1\r\nHost: one\r\nContent-Length: 0\r\n\r\n');
  const first = clients.map(async (client) => String(await once(client, 'data')));
  // The system has each of them open by then, and the server none.
  await ticks();
  const closed = close({ lingerMs: AN_HOUR, graceMs: AN_HOUR });
  for (const text of await Promise.all(first)) expect(text).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  for (const client of clients) client.destroy();
  hangUp();
  await closed;
});

it('answers what came while it was too busy to read it, when the time for that is over', async () => {
  const { answer, ask, close, port, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  const closed = close({ lingerMs: 100, graceMs: AN_HOUR });
  await untilRefused(port);
  const last = ask();
  // The request is with the system by then, and the server busy until its time is over.
  await ticks();
  for (const until = performance.now() + 150; performance.now() < until;);
  expect((await last).answer.statusCode).toBe(200);
  (await last).answer.resume();
  await closed;
  hangUp();
});

it('goes on for as long as requests come, when it stops, and each ends its connection', async () => {
  const { answer, close, port, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  hangUp();
  const kept = Array.from({ length: 3 }, () => connect(port, LOOPBACK.host).setEncoding('utf8'));
  const ask = async (client: (typeof kept)[number]) => {
    client.write('GET / HTTP/1.1\r\nHost: one\r\n\r\n');
    return String(await once(client, 'data'));
  };
  for (const client of kept) expect(await ask(client)).toContain('keep-alive');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = close({ lingerMs: 500, graceMs: AN_HOUR });
  await untilRefused(port);
  for (const client of kept) {
    // The last comes later than the first could have.
    await vi.advanceTimersByTimeAsync(400);
    expect(await ask(client)).toContain('connection: close');
  }
  await closed;
});

it('goes on as before while it drains, and stops after that', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { answer, ask, askLast, close, port, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  const closed = close({ drainMs: AN_HOUR, lingerMs: AN_HOUR, graceMs: AN_HOUR });
  const kept = await ask();
  expect([kept.isReused, kept.answer.headers.connection]).toEqual([true, 'keep-alive']);
  await once(kept.answer.resume(), 'end');
  const another = connect(port, LOOPBACK.host);
  await once(another, 'connect');
  another.destroy();
  await vi.advanceTimersByTimeAsync(AN_HOUR);
  const last = await askLast();
  expect(last.isReused).toBe(true);
  last.answer.resume();
  await closed;
  hangUp();
});

it('waits, when it stops, for no connection on which nothing has come yet', async () => {
  const { answer, close, port, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  const silent = connect(port, LOOPBACK.host);
  const closed = once(silent.resume(), 'close');
  await once(silent, 'connect');
  await close({ lingerMs: 1, graceMs: AN_HOUR });
  await closed;
  hangUp();
});

it('waits, when it stops, for no connection that nobody uses', async () => {
  const { answer, ask, close, hangUp } = await asked(WHOLE);
  await once(answer.resume(), 'end');
  await close({ lingerMs: 1, graceMs: AN_HOUR });
  await expect(ask()).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN/) as string });
  hangUp();
});
