/** Deliveries by the control API: those that are pending and the last that are over, and one more attempt at each. */
import type { Delivery, Snapshot } from '@understudy/contract/sandboxes';
import { describe, expect, it, vi } from 'vitest';
import { placed } from '../commerce/shop.js';
import type { Target } from '../replicas/cluster.js';
import { inThisProcess } from '../replicas/in-process.js';
import { faults, send } from '../sandboxes/client.js';
import { stores } from '../stores/stores.js';
import { NOW } from '../support.js';
import { advance, BASE64_SECRET, dispatch, firstOf, register, registrationOf } from './hooks.js';
import { statuses } from './receiver.js';
import { ending } from '../use.js';
import { delivering, receive, serving } from './serving.js';
import { verifyStandard } from './verify.js';

const after = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

async function deliveriesOf(server: Target, query = '', sandbox = 'default'): Promise<Delivery[]> {
  const { json } = await send(server, 'GET', `/sandboxes/${sandbox}/deliveries?per_page=50${query}`);
  return json['data'] as Delivery[];
}

const redeliver = (server: Target, id: string, sandbox = 'default') =>
  send(server, 'POST', `/sandboxes/${sandbox}/deliveries/${id}/attempts`);

it('shows a delivery from its first attempt on, and makes one more attempt once it is given up', async () => {
  const [server, receiver] = [await delivering(), await receive(statuses(500, 500, 500, 500, 503, 204))];
  const webhook = await register(server, receiver.url, { secret: BASE64_SECRET });
  const event = await dispatch(server, 'a.b', { data: { id: 'in_1' } });
  await server.idle();
  const id = `${event.id}.${webhook.id}`;
  const shown = { id, event_id: event.id, type: 'a.b', registration_id: webhook.id, url: receiver.url };
  const payload = receiver.received[0]?.body.toString();
  const failed = { event_id: event.id, at: NOW, status: 500, reason: 'the receiver answered 500', next: after(1) };
  expect(await deliveriesOf(server)).toEqual([
    { ...shown, status: 'pending', due: after(1), payload, attempts: [failed] },
  ]);
  for (const seconds of [1, 5, 30]) {
    await advance(server, seconds);
    await server.idle();
  }
  const [over] = await deliveriesOf(server);
  expect(over).toMatchObject({ ...shown, status: 'failed', due: null, payload });
  expect(over?.attempts.map(({ at }) => at)).toEqual([36, 6, 1, 0].map(after));

  for (const [status, result] of [
    [503, 'failed'],
    [204, 'succeeded'],
  ] as const) {
    await advance(server, 60);
    const before = receiver.received.length;
    const answer = firstOf<Delivery>(await redeliver(server, id));
    expect(answer).toMatchObject({ ...shown, status: 'pending' });
    await server.idle();
    // It is made once, whatever comes of it.
    await advance(server, 3600);
    await server.idle();
    expect(receiver.received).toHaveLength(before + 1);
    const [again] = await deliveriesOf(server);
    expect(again).toMatchObject({ status: result, due: null });
    expect(again?.attempts[0]).toMatchObject({ status, next: null });
    const { deliveries } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 1, succeeded: 0, failed: 0, pending: 0, [result]: 1 });
  }
  const { received } = receiver;
  const each = (name: string) => new Set(received.map(({ headers }) => headers[name]));
  expect(each('webhook-id')).toEqual(new Set([event.id]));
  expect(new Set(received.map(({ body }) => body.toString()))).toEqual(new Set([payload]));
  expect(each('webhook-signature').size).toBe(received.length);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(after(36 + 60 + 3660)) });
  verifyStandard(received.at(-1) ?? { headers: {}, body: '' }, BASE64_SECRET, 'base64');
  vi.useRealTimers();
});

it('makes the attempt now that a delivery waits for, and none before the first', async () => {
  const [server, receiver] = [await delivering(), await receive(statuses(500, 500, 204))];
  const webhook = await register(server, receiver.url, { events: ['order.expired', 'a.b'] });
  const { id } = await dispatch(server, 'a.b');
  await server.idle();
  expect((await redeliver(server, `${id}.${webhook.id}`)).status).toBe(200);
  await server.idle();
  expect(receiver.received).toHaveLength(2);
  // It goes on by the schedule.
  expect(await deliveriesOf(server)).toMatchObject([{ status: 'pending', due: after(5) }]);
  const unknown = await redeliver(server, 'evt_n000009.we_1');
  expect([unknown.status, faults(unknown)]).toEqual([404, ['delivery_id not_found']]);
});

it('is simulated where deliveries are', async () => {
  const server = await serving();
  const webhook = await register(server, 'http://127.0.0.1:9/', { events: ['*'] });
  const { id } = await dispatch(server);
  await advance(server, 60);
  const again = firstOf<Delivery>(await redeliver(server, `${id}.${webhook.id}`));
  expect(again).toMatchObject({ status: 'succeeded', due: null });
  expect(again.attempts).toEqual(
    [60, 0].map((s) => ({ event_id: id, at: after(s), status: 200, reason: null, next: null })),
  );
  const { deliveries, attempts } = await registrationOf(server, webhook);
  expect(deliveries).toEqual({ total: 1, succeeded: 1, failed: 0, pending: 0 });
  expect(attempts).toHaveLength(2);
});

it('brings what the clock brings in its time', async () => {
  const server = await serving();
  await register(server, 'http://127.0.0.1:9/', { events: ['order.expired'] });
  await placed(server);
  const [waiting] = await deliveriesOf(server, '&status=pending');
  expect(waiting).toMatchObject({ type: 'order.expired', attempts: [] });
  const early = await redeliver(server, waiting?.id ?? '');
  expect(early.status).toBe(409);
  expect(early.json['detail']).toContain(waiting?.due);
  await advance(server, 365 * 86_400);
  expect(await deliveriesOf(server)).toMatchObject([
    { status: 'succeeded', due: null, attempts: [{ at: waiting?.due, status: 200 }] },
  ]);
});

it('shows the last 50 that are over, and fewer where they carry much', async () => {
  const server = await serving();
  await register(server, 'http://127.0.0.1:9/');
  for (let n = 0; n < 52; n++) await dispatch(server, 'a.b', { data: { n } });
  const all = await deliveriesOf(server);
  expect(all.map(({ event_id }) => event_id)).toEqual(
    Array.from({ length: 50 }, (_, n) => `evt_n${String(n + 3).padStart(6, '0')}`),
  );
  expect((await deliveriesOf(server, '&sort=-id'))[0]).toEqual(all.at(-1));
  for (let n = 0; n < 12; n++) await dispatch(server, 'c.d', { data: { note: 'x'.repeat(90_000) } });
  expect((await deliveriesOf(server)).map(({ type }) => type)).toEqual(Array.from({ length: 11 }, () => 'c.d'));
  expect(await deliveriesOf(server, '&q=nobody')).toEqual([]);
});

it('masks the secrets of a payload, and goes with its registration', async () => {
  const [server, receiver] = [await delivering(), await receive()];
  const { id } = await register(server, receiver.url);
  await dispatch(server, 'a.b', { data: { password: 'hunter2' } });
  await server.idle();
  expect(receiver.received[0]?.body.toString()).toContain('hunter2');
  const [shown] = await deliveriesOf(server);
  expect(shown?.payload).toContain('"password":"***"');
  await send(server, 'DELETE', `/api/webhooks/registrations/${id}`);
  expect(await deliveriesOf(server)).toEqual([]);
});

describe.each(stores)('%s', (name, find) => {
  it('is in a copy and a snapshot, and outlives the process where anything does', async () => {
    const backend = await find();
    ending({ close: backend.remove });
    const start = async () => ending(await inThisProcess(backend.address, { webhookDelivery: 'on' }));
    const receiver = await receive(statuses(410, 204));
    const one = await start();
    await register(one, receiver.url);
    await dispatch(one);
    await expect.poll(() => deliveriesOf(one, '&status=failed')).toHaveLength(1);
    const before = await deliveriesOf(one);
    await register(one, receiver.url);
    const snapshot = (await send(one, 'GET', '/sandboxes/default/snapshot')).json as Snapshot;
    expect((await send(one, 'PUT', '/sandboxes/a', { from: 'default' })).status).toBe(200);
    expect((await send(one, 'PUT', '/sandboxes/b/snapshot', snapshot)).status).toBe(200);
    if (name !== 'memory') await one.close();
    const two = name === 'memory' ? one : await start();
    for (const [index, sandbox] of ['default', 'a', 'b'].entries()) {
      expect(await deliveriesOf(two, '', sandbox)).toEqual(before);
      await redeliver(two, before[0]?.id ?? '', sandbox);
      await receiver.reached(index + 2);
      await expect.poll(() => deliveriesOf(two, '&status=succeeded', sandbox)).toHaveLength(1);
    }
  });
});
