/** Calls that wait: a client that hangs up frees them, and a key in flight is waited for. */
import { expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { overSocket, type TestServer } from '../support.js';

const COURSES = '/api/education/courses';

it('frees the timer of a client that hangs up, and logs no fault of our own', async () => {
  const freed = deferred();
  const held = deferred();
  const server = await overSocket({
    log: 'json',
    sleep: (_ms: number, signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          freed.resolve();
          reject(signal.reason);
        });
        held.resolve();
      }),
  });
  const client = new AbortController();
  const answer = server.fetch(`${COURSES}?delay=10`, { signal: client.signal });
  await held.promise;
  client.abort();
  await expect(answer).rejects.toThrow();
  await freed.promise;
  await server.close();
  expect(server.lines.join('')).not.toContain('"level":"error"');
});

it('lets the latencies of calls under one key pass at the same time', async () => {
  const gate = deferred();
  await using server = await overSocket({ sleep: () => gate.promise });
  const answers = Array.from({ length: 6 }, () => post(server, '?delay=5'));
  await eventually(() => expect(server.waits).toHaveLength(6));
  gate.resolve();
  const replayed = (await Promise.all(answers)).map(({ headers }) => headers.get('idempotency-replayed'));
  expect(replayed.filter((one) => one === null)).toHaveLength(1);
});

it('frees the calls that wait for a key when their clients hang up', async () => {
  const client = new AbortController();
  await using server = await overSocket({
    log: 'json',
    sleep: (_ms: number, signal: AbortSignal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  });
  const first = new AbortController();
  const held = post(server, '?delay=5', first.signal);
  await eventually(() => expect(server.waits).toHaveLength(1));
  const waiting = Array.from({ length: 6 }, () => post(server, '', client.signal));
  const last = post(server, '');
  // Sent after the others: their answers show that those have come.
  await server.fetch('/healthz');
  await server.fetch('/healthz');
  client.abort();
  await Promise.allSettled(waiting);
  // They have left while the first is still there.
  const left = (): number =>
    server.lines
      .join('')
      .split('\n')
      .filter((line) => line.includes('"status":504')).length;
  await eventually(() => expect(left()).toBe(6));
  first.abort();
  await Promise.allSettled([held]);
  expect((await last).headers.get('idempotency-replayed')).toBeNull();
});

function post(server: TestServer, query: string, signal: AbortSignal | null = null): Promise<Response> {
  return server.fetch(COURSES + query, {
    method: 'POST',
    signal,
    headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    body: JSON.stringify({ title: 'Tea', category: 'Food', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 }),
  });
}

/** A promise to be resolved from outside; the runtime brings its own from Node 22 on. */
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
