/** Calls that wait: a client that hangs up frees them, and a key in flight is waited for. */
import { expect, it } from 'vitest';
import { hosts, overSocket, type TestServer } from '../support.js';

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

it.each(hosts)('waits for the call in flight under the same key (%s)', async (_host, start) => {
  const gate = deferred();
  const held = deferred();
  const server = await start({
    sleep: async () => {
      held.resolve();
      await gate.promise;
    },
  });
  const order: string[] = [];
  const create = async (name: string, query: string) => {
    const response = await post(server, query);
    order.push(name);
    return response.headers.get('idempotency-replayed');
  };
  const first = create('first', '?delay=5');
  await held.promise;
  const second = create('second', '');
  // The second could have answered by now, had it not been made to wait.
  await server.fetch('/healthz');
  await server.fetch('/healthz');
  expect(order).toEqual([]);
  gate.resolve();
  expect(await first).toBeNull();
  expect(await second).toBe('true');
  expect(order).toEqual(['first', 'second']);
  await server.close();
});

function post(server: TestServer, query: string): Promise<Response> {
  return server.fetch(COURSES + query, {
    method: 'POST',
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
