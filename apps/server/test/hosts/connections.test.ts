/** What becomes of a connection, and of the requests before and behind an answer with faults on it. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterEach, expect, it, vi } from 'vitest';
import type { Finished } from '../../src/http/finish.js';
import { type OpenStream, readable } from '../../src/http/open-stream.js';
import type { Transmission } from '../../src/http/answer.js';
import type { Listening } from '../../src/transport/node.js';
import { type Answers, Gates, serveAnswers, streamed, text } from './faulted.js';
import { head, RawClient } from './raw-client.js';
import { eventually } from '../eventually.js';

const AN_HOUR = 3_600_000;

let listening: Listening | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await listening?.close({ graceMs: 0 });
});

async function connected(answers: Answers, sleep?: Gates['sleep']): Promise<RawClient> {
  listening = await serveAnswers(answers, sleep);
  return RawClient.to(listening.port);
}

const breaking: readonly (readonly [Transmission, string, string])[] = [
  [{ end: { by: 'reset', at: 'start' } }, '', 'ECONNRESET'],
  [{ end: { by: 'close', at: 'start' } }, '', 'end'],
  [{ end: { by: 'garbage', at: 'start' } }, '\0', 'end'],
  [{ end: { by: 'reset', at: 'body' } }, 'HTTP/1.1 200 OK', 'ECONNRESET'],
  [{ truncateTo: 1 }, 'HTTP/1.1 200 OK', 'end'],
  [{ stall: { afterBytes: 1, ms: 1 } }, 'HTTP/1.1 200 OK', 'end'],
  [{ hangMs: 1 }, '', 'end'],
];

it.each(breaking)(
  'answers what came before %j on its connection, and nothing behind it',
  async (wire, begun, ended) => {
    let finishFirst: (finished: Finished) => void = () => undefined;
    const first = new Promise<Finished>((resolve) => (finishFirst = resolve));
    const answers: Answers = (path) => (path === '/1' ? first : text('faulted', path === '/2' ? wire : undefined));
    const client = await connected(answers);
    // All in one packet: the second and third are ready long before the first.
    client.send(['/1', '/2', '/3'].map((path) => head('GET', path)).join(''));
    const LARGE = 'x'.repeat(300_000);
    setTimeout(() => finishFirst(text(LARGE)), 20);
    await client.closed;
    const after = client.body?.slice(LARGE.length);
    expect(client.body?.slice(0, LARGE.length)).toBe(LARGE);
    expect(after?.startsWith(begun)).toBe(true);
    expect([after?.match(/HTTP\/1.1/g)?.length ?? 0, client.ended]).toEqual([begun.startsWith('HTTP') ? 1 : 0, ended]);
  },
);

it('takes no request from a connection that comes to its end', async () => {
  const asked: string[] = [];
  const gates = new Gates();
  const client = await connected((path) => {
    asked.push(path);
    return text('x', { hangMs: 60_000 });
  }, gates.sleep);
  client.send(head('GET', '/1'));
  await eventually(() => expect(gates.open.size).toBe(1));
  client.send(`POST /2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n${'x'.repeat(100_000)}`);
  // Answered by now, had it been taken.
  const other = (await RawClient.to(listening?.port ?? 0)).send(head('GET', '/3'));
  await eventually(() => expect(gates.open.size).toBe(2));
  other.leave();
  gates.letGo();
  await client.closed;
  expect([asked, client.text, client.ended]).toEqual([['/1', '/3'], '', 'end']);
});

const kept: readonly Transmission[] = [{}, { drip: { bytes: 2, everyMs: 1 } }, { bytesPerSecond: 1000 }];

it.each(kept)('keeps the connection of an answer that only comes slowly: %j', async (wire) => {
  const { port } = (listening = await serveAnswers(() => text('abcdefg', wire)));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const reused: boolean[] = [];
  for (let i = 0; i < 3; i++) {
    const sent = request({ host: '127.0.0.1', port, agent, method: i === 1 ? 'HEAD' : 'GET' }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const body = (await answer.toArray()).join('');
    expect(body).toBe(i === 1 ? '' : 'abcdefg');
    reused.push(sent.reusedSocket);
  }
  agent.destroy();
  expect(reused).toEqual([false, true, true]);
});

it.each(['reset', 'close'] as const)('tells a client that has its answer whole to send no more (%s)', async (by) => {
  const client = await connected(() => ({ ...text('abc', { end: { by, at: 'head' } }), body: null }));
  client.send(head('HEAD'));
  await client.closed;
  expect(client.text).toMatch(/connection: close\r\n/i);
});

const waiting: readonly (readonly [string, (wire: Transmission) => Finished, Transmission])[] = [
  ['a hang', (wire) => text('abc', wire), { hangMs: 60_000 }],
  ['a stall', (wire) => text('abc', wire), { stall: { afterBytes: 1, ms: 30_000 } }],
  ['a stall after the head', (wire) => text('abc', wire), { stall: { afterBytes: 0, ms: 30_000 } }],
  ['drops', (wire) => text('abc', wire), { drip: { bytes: 1, everyMs: 60_000 } }],
  ['drops of a stream', (wire) => streamed(['abc', 'def'], wire), { drip: { bytes: 1, everyMs: 60_000 } }],
  ['a rate', (wire) => text('abc', wire), { bytesPerSecond: 1 }],
];

it.each(waiting)('lets go of %s when its client leaves', async (_, answer, wire) => {
  const gates = new Gates();
  let finished: Finished | undefined;
  const client = await connected(() => (finished = answer(wire)), gates.sleep);
  client.send(head('GET'));
  await eventually(() => expect(gates.open.size).toBe(1));
  client.leave();
  await eventually(() => expect(gates.open.size).toBe(0));
  if (finished?.body instanceof ReadableStream) {
    const { body } = finished;
    await eventually(() => expect(body.locked).toBe(false));
    expect(await body.getReader().read()).toMatchObject({ done: true });
  }
  // Nobody is left to wait for.
  await listening?.close({ graceMs: AN_HOUR });
});

it('lets go of answers that wait for their turn when their client leaves', async () => {
  const bodies: OpenStream[] = [];
  const gates = new Gates();
  const client = await connected((path) => {
    if (path === '/0') return text('x', { hangMs: 60_000 });
    const finished = streamed(['abc'], { truncateTo: 1 });
    bodies.push(finished.body);
    return finished;
  }, gates.sleep);
  const warned = vi.fn<(warning: Error) => void>();
  process.on('warning', warned);
  client.send(Array.from({ length: 16 }, (_, i) => head('GET', `/${i}`)).join(''));
  await eventually(() => expect([gates.open.size, bodies.length]).toEqual([1, 15]));
  client.leave();
  await eventually(() => expect(gates.open.size).toBe(0));
  const { signal } = new AbortController();
  for (const body of bodies) expect(await readable(body, signal).getReader().read()).toMatchObject({ done: true });
  process.off('warning', warned);
  expect(warned).not.toHaveBeenCalled();
});

it('does not wait for faults when it stops: what never comes is over, what comes slowly comes at once', async () => {
  const gates = new Gates();
  const wires: Readonly<Record<string, Transmission>> = {
    '/hang': { hangMs: 60_000 },
    '/stall': { stall: { afterBytes: 2, ms: 30_000 } },
    '/drip': { drip: { bytes: 1, everyMs: 10_000 } },
    '/rate': { bytesPerSecond: 1 },
  };
  const { port, close } = await serveAnswers((path) => text('abcdef', wires[path]), gates.sleep);
  const clients = await Promise.all(
    Object.keys(wires).map(async (path) => (await RawClient.to(port)).send(head('GET', path))),
  );
  await eventually(() => expect(gates.open.size).toBe(4));
  // One that comes while it stops is as short.
  const late = await RawClient.to(port);
  const closed = close({ lingerMs: 50, graceMs: AN_HOUR });
  late.send(head('GET', '/hang'));
  await closed;
  await Promise.all([...clients, late].map((client) => client.closed));
  expect(clients.map(({ body }) => body)).toEqual([undefined, 'ab', 'abcdef', 'abcdef']);
  expect([late.body, late.ended]).toEqual([undefined, 'end']);
});

it('does not wait for ever for a client that does not close after a FIN', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = await connected(() => text('abc', { end: { by: 'close', at: 'start' } }));
  client.keepOpen();
  client.send(head('GET'));
  await eventually(() => expect(client.ended).toBe('end'));
  vi.advanceTimersByTime(2000);
  await listening?.close({ graceMs: AN_HOUR });
  client.leave();
});
