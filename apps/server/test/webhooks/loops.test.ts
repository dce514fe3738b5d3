/** Deliveries that cause each other end: a chain after eight, and a tree of them long before it has grown. */
import type { DispatchedEvent } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { depthOf, isLoop, loopHeader } from '../../src/webhooks/attempts.js';
import { course, send } from '../sandboxes/client.js';
import { type Given, inProcess, overSocket, type TestServer } from '../support.js';
import { dispatch, firstOf, quiet, register, registrationOf, registrations } from './hooks.js';
import { type Receiver, startReceiver } from './receiver.js';
import { ending } from '../use.js';

const start = async (listen: typeof overSocket, given: Given = {}): Promise<TestServer> =>
  ending(await listen({ webhookDelivery: 'on', ...given }));

describe('deliveries to the server itself', () => {
  it('end after eight that each came of the one before', async () => {
    const server = await start(overSocket);
    const webhook = await register(server, `${server.origin}/api/webhooks/test/ping`);
    await dispatch(server);
    await quiet(server);
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 9, succeeded: 8, failed: 1, pending: 0 });
    expect(attempts.filter(({ status }) => status === null)).toMatchObject([{ reason: 'loop_detected', next: null }]);
  });
});

describe('a receiver that calls back and passes CDN-Loop on', () => {
  const ways = [
    ['REST', '/api/education/courses'],
    ['tRPC', '/trpc/education.createCourse'],
  ] as const;

  it.each(ways)('creates eight courses upon course.created, and no more (%s)', async (_way, path) => {
    const server = await start(inProcess);
    const created: Promise<unknown>[] = [];
    const receiver: Receiver = await startReceiver((response, count) => {
      const loop = String(receiver.received.at(-1)?.headers['cdn-loop']);
      // As a gateway on the way would add to it.
      const headers = { 'cdn-loop': `cloudflare; loops=1, ${loop}` };
      created.push(send(server, 'POST', path, { ...course, title: `Knots ${count}` }, headers));
      response.writeHead(204).end();
    });
    ending(receiver);
    const webhook = await register(server, receiver.url, { events: ['course.created'] });
    await send(server, 'POST', '/api/education/courses', course);
    await quiet(server);
    await Promise.all(created);
    await quiet(server);
    expect(receiver.received.map(({ headers }) => headers['cdn-loop'])).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((depth) => `understudy;depth=${depth}`),
    );
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 9, succeeded: 8, failed: 1, pending: 0 });
    expect(attempts.filter(({ status }) => status === null)).toMatchObject([{ reason: 'loop_detected', next: null }]);
  });
});

it.each(['on', 'off'])('shows a delivery that fails at once as failed (delivery %s)', async (webhookDelivery) => {
  const server = await start(inProcess, { webhookDelivery });
  await register(server, 'http://127.0.0.1:9/');
  const headers = { 'cdn-loop': loopHeader(8) };
  const answer = await send(server, 'POST', '/api/webhooks/test/a.b', {}, headers);
  const { deliveries } = firstOf<DispatchedEvent>(answer);
  expect(deliveries).toMatchObject([{ status: 'failed', headers: { 'cdn-loop': 'understudy;depth=9' } }]);
  expect((await registrations(server))[0]).toMatchObject({
    deliveries: { total: 1, failed: 1, pending: 0 },
    attempts: [{ status: null, reason: 'loop_detected' }],
  });
});

describe('CDN-Loop', () => {
  it.each([
    [null, 0],
    ['', 0],
    ['understudy;depth=3', 3],
    ['Understudy ; depth=3', 3],
    ['cdn.example; loops=7, understudy; depth=2, other', 2],
    ['understudy;depth=2, understudy;depth=5', 5],
    ['understudy', 0],
    ['not-understudy;depth=4', 0],
    ['understudy;depth=4x', 0],
    ['understudy;depth=-1', 0],
    ['understudy;depth=99999999999', 0],
  ])('%j counts %i', (header, depth) => {
    expect(depthOf(header)).toBe(depth);
  });

  it('leaves room for a burst of second deliveries, and less at each further depth', () => {
    expect([isLoop(1, 10_000), isLoop(2, 511), isLoop(2, 512), isLoop(3, 255), isLoop(3, 256)]).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    expect([isLoop(8, 7), isLoop(8, 8), isLoop(9, 0)]).toEqual([false, true, true]);
  });
});
