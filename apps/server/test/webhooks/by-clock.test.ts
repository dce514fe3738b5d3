/** Events that the clock brings: delivered and counted when they are due, once, unless the record is written before. */
import type { Order, Snapshot, WebhookRegistration } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { eventually } from '../eventually.js';
import { apiOf } from '../../src/call/api.js';
import { orderNow, pay, placed, send as shop } from '../commerce/shop.js';
import { parcelDomain } from '../operations/parcels.js';
import { ourDomains } from '../our-domains.js';
import { book, oneOf, REALESTATE, slots } from '../realestate/calls.js';
import { type Target } from '../replicas/cluster.js';
import { inThisProcess } from '../replicas/in-process.js';
import { type JsonAnswer, send } from '../sandboxes/client.js';
import { forged } from '../sandboxes/forged.js';
import { stores } from '../stores/stores.js';
import { type Given, NOW, type TestServer } from '../support.js';
import { advance, firstOf, register, registrationOf, registrations } from './hooks.js';
import { type Receiver, statuses } from './receiver.js';
import { long } from '../long.js';
import { receive, serving } from './serving.js';
import { ending, useClock } from '../use.js';

const serves = apiOf([...ourDomains, parcelDomain]);
const MINUTE = 60;
const after = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();

useClock(NOW);

const start = (given: Given = {}) => serving({ serves, ...given });

interface Told {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: { readonly object: Readonly<Record<string, unknown>> };
}

const told = ({ received }: Receiver): Told[] => received.map(({ body }) => JSON.parse(body.toString()) as Told);
const typesOf = (receiver: Receiver) => told(receiver).map(({ type, timestamp }) => [type, timestamp]);

/** Moves the clock, and waits for what is delivered then; answers how many deliveries became due. */
async function later(server: TestServer, seconds: number): Promise<unknown> {
  const due = await advance(server, seconds);
  await server.idle();
  return due;
}

const pack = (to: Target, label = 'Books'): Promise<JsonAnswer> => send(to, 'POST', '/api/parcels', { label });
const counts = ({ deliveries }: WebhookRegistration) => deliveries;

describe('simulated', () => {
  it('are counted when they are due, and not before', async () => {
    const server = await start();
    const webhook = await register(server, 'http://127.0.0.1:9/');
    await pack(server);
    const now = async () => registrationOf(server, webhook);
    expect(counts(await now())).toEqual({ total: 0, succeeded: 0, failed: 0, pending: 0 });
    expect(await advance(server, 10 * MINUTE - 0.001)).toBe(0);
    expect((await now()).last_delivery).toBeNull();
    expect(await advance(server, 0.001)).toBe(1);
    expect(await now()).toMatchObject({
      deliveries: { total: 1, succeeded: 1, failed: 0, pending: 0 },
      last_delivery: after(10 * MINUTE),
      attempts: [{ at: after(10 * MINUTE), status: 200, reason: null, next: null }],
    });
    expect(await advance(server, 365 * 86_400)).toBe(1);
    const [delivered, sent] = (await now()).attempts;
    expect([delivered?.at, sent?.at]).toEqual([after(15 * MINUTE), after(10 * MINUTE)]);
    expect(Object.keys(await now())).not.toContain('scheduled');
  });

  it('are all there where many fall due at one instant', async () => {
    const server = await start();
    const webhook = await register(server, 'http://127.0.0.1:9/', { events: ['parcel.sent'] });
    for (let n = 0; n < 30; n += 1) await pack(server, `Box ${n}`);
    expect(await advance(server, 3600)).toBe(30);
    expect(counts(await registrationOf(server, webhook))).toEqual({ total: 30, succeeded: 30, failed: 0, pending: 0 });
  });

  it('are no more than a registration may have waiting', async () => {
    const server = await start();
    const webhook = await register(server, 'http://127.0.0.1:9/', { events: ['parcel.sent'] });
    await pack(server);
    const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
    const snapshot = json as unknown as Snapshot;
    for (const { value } of snapshot.records) {
      const { scheduled } = value as { scheduled?: object[] };
      if (scheduled !== undefined) scheduled.push(...Array.from({ length: 999 }, () => ({ ...scheduled[0] })));
    }
    const restored = await send(server, 'PUT', '/sandboxes/default/snapshot', forged(snapshot, {}));
    expect(restored.status).toBe(200);
    await pack(server);
    const { deliveries, attempts } = await registrationOf(server, webhook);
    expect(deliveries).toEqual({ total: 1, succeeded: 0, failed: 1, pending: 0 });
    expect(attempts[0]?.reason).toBe('1000 deliveries are waiting already');
    expect(await advance(server, 3600)).toBe(1000);
  });
});

describe('delivered', () => {
  it('come at their instants, about the record as it is then', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    const webhook = await register(server, receiver.url);
    const { id } = oneOf<{ id: string }>(await pack(server));
    await server.idle();
    expect(receiver.received).toHaveLength(0);
    expect(counts(await registrationOf(server, webhook))).toEqual({ total: 0, succeeded: 0, failed: 0, pending: 0 });
    expect(await later(server, 10 * MINUTE - 0.001)).toBe(0);
    expect(receiver.received).toHaveLength(0);
    expect(await later(server, 0.001)).toBe(1);
    const [first] = told(receiver);
    expect(first).toMatchObject({ type: 'parcel.sent', timestamp: after(10 * MINUTE) });
    const { json } = await send(server, 'GET', `/api/parcels/${id}`);
    expect(first?.data.object).toEqual(json['data']);
    expect(await later(server, 5 * MINUTE)).toBe(1);
    expect(typesOf(receiver)).toEqual([
      ['parcel.sent', after(10 * MINUTE)],
      ['parcel.delivered', after(15 * MINUTE)],
    ]);
    expect(counts(await registrationOf(server, webhook))).toEqual({ total: 2, succeeded: 2, failed: 0, pending: 0 });
    expect(await later(server, 86_400)).toBe(0);
  });

  it('come all where the clock jumps, each once', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url);
    await pack(server);
    expect(await later(server, 86_400)).toBe(2);
    expect(typesOf(receiver).toSorted()).toEqual([
      ['parcel.delivered', after(15 * MINUTE)],
      ['parcel.sent', after(10 * MINUTE)],
    ]);
    await later(server, 86_400);
    expect(receiver.received).toHaveLength(2);
  });

  it('are tried again as all others are', async () => {
    const receiver = await receive(statuses(500, 204));
    const server = await start({ webhookDelivery: 'on' });
    const webhook = await register(server, receiver.url, { events: ['parcel.sent'] });
    await pack(server);
    await later(server, 10 * MINUTE);
    expect(counts(await registrationOf(server, webhook))).toEqual({ total: 1, succeeded: 0, failed: 0, pending: 1 });
    await later(server, 1);
    expect(counts(await registrationOf(server, webhook))).toEqual({ total: 1, succeeded: 1, failed: 0, pending: 0 });
    expect(new Set(told(receiver).map(({ id }) => id)).size).toBe(1);
  });

  it('say what a later write makes of them, with the same id', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url, { events: ['parcel.delivered'] });
    const { id } = oneOf<{ id: string }>(await pack(server));
    const planned = await scheduledIds(server);
    await send(server, 'PATCH', `/api/parcels/${id}`, { label: 'Lamps' });
    expect(await scheduledIds(server)).toEqual(planned);
    await later(server, 3600);
    expect(told(receiver)).toMatchObject([{ id: planned[0], data: { object: { label: 'Lamps' } } }]);
  });

  it('are taken back with the record', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url);
    const { id } = oneOf<{ id: string }>(await pack(server));
    await server.fetch(`/api/parcels/${id}`, { method: 'DELETE' });
    expect(await later(server, 3600)).toBe(0);
    expect(receiver.received).toHaveLength(0);
    expect((await kept(server)).filter(({ collection }) => collection !== 'webhook_registrations')).toEqual([]);
  });

  it('go to nobody who registered later, and to nobody who has left', async () => {
    const [server, one, other] = [await start({ webhookDelivery: 'on' }), await receive(), await receive()];
    const first = await register(server, one.url);
    await pack(server);
    await register(server, other.url);
    await later(server, 10 * MINUTE);
    expect([one.received.length, other.received.length]).toEqual([1, 0]);
    await send(server, 'DELETE', `/api/webhooks/registrations/${first.id}`);
    expect(await later(server, 3600)).toBe(0);
    expect([one.received.length, other.received.length]).toEqual([1, 0]);
  });

  it('outlive a snapshot, and end with a reset', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url, { events: ['parcel.sent'] });
    await pack(server);
    const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
    await send(server, 'POST', '/sandboxes/default/reset');
    expect(await later(server, 3600)).toBe(0);
    await send(server, 'PUT', '/sandboxes/default/snapshot', json);
    await later(server, 10 * MINUTE);
    expect(typesOf(receiver)).toEqual([['parcel.sent', after(10 * MINUTE)]]);
  });
});

it('is a fault of ours where no domain declares the event', async () => {
  const server = await start();
  await register(server, 'http://127.0.0.1:9/');
  const answer = await pack(server, 'lost');
  expect([answer.status, answer.json['kind']]).toEqual([500, 'internal']);
  expect(server.lines.join('')).toContain('the event parcel.lost come, which no domain declares');
});

/** What is kept of webhooks. */
async function kept(server: Target): Promise<Snapshot['records']> {
  const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
  return (json as unknown as Snapshot).records.filter(({ collection }) => collection.startsWith('webhook_'));
}

async function scheduledIds(server: Target): Promise<string[]> {
  const values = (await kept(server)).map(({ value }) => value as { scheduled?: { event_id: string }[] });
  return values.flatMap(({ scheduled = [] }) => scheduled.map(({ event_id }) => event_id));
}

describe('a shop', () => {
  it('tells of an order that expires, and not of one that is paid or cancelled', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url, { events: ['order.expired', 'order.shipped'] });
    const [late, paid, cancelled] = [await placed(server), await placed(server), await placed(server)];
    await pay(server, paid.id);
    await shop(server, ['POST', `/orders/${cancelled.id}/cancel`]);
    await later(server, 15 * MINUTE);
    expect(told(receiver)).toMatchObject([{ type: 'order.expired', timestamp: late.expires_at }]);
    expect(told(receiver)[0]?.data.object).toEqual(await orderNow(server, late.id));
    await later(server, 105 * MINUTE);
    const shipped: Order = await orderNow(server, paid.id);
    expect(told(receiver)[1]).toMatchObject({ type: 'order.shipped', timestamp: shipped.shipped_at });
    expect(told(receiver)[1]?.data.object).toEqual(shipped);
    await later(server, 86_400);
    expect(receiver.received).toHaveLength(2);
  });
});

describe('an agent', () => {
  it('tells when a listing goes live and expires', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url, { events: ['listing.published', 'listing.expired'] });
    const { json } = await send(server, 'GET', `${REALESTATE}/listings/lst_0001`);
    const { id: _id, version: _v, ...given } = json['data'] as Record<string, unknown>;
    const allowed = [
      'title',
      'description',
      'kind',
      'offer',
      'price',
      'price_period',
      'bedrooms',
      'bathrooms',
      'area',
      'address',
      'location',
      'timezone',
      'features',
      'energy_rating',
      'agent_id',
      'viewing_hours',
    ];
    const body = Object.fromEntries(Object.entries(given).filter(([name]) => allowed.includes(name)));
    const answer = await send(server, 'POST', `${REALESTATE}/listings`, {
      ...body,
      publish_at: after(3600),
      expires_at: after(86_400),
    });
    expect(answer.json).toMatchObject({ data: [{ status: 'coming_soon' }] });
    await later(server, 3600);
    expect(typesOf(receiver)).toEqual([['listing.published', after(3600)]]);
    await later(server, 86_400);
    expect(typesOf(receiver).at(-1)).toEqual(['listing.expired', after(86_400)]);
    expect(told(receiver).map(({ data }) => data.object['status'])).toEqual(['active', 'expired']);
  });

  it('reminds of a viewing a day before, unless it is cancelled', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url, { events: ['viewing.reminder'] });
    const free = (await slots(server, 'lst_0001', 'from=2026-03-05&to=2026-03-10')).filter(
      ({ status }) => status === 'free',
    );
    const [one, other] = free;
    const booked = oneOf<{ starts_at: string }>(
      await book(server, 'lst_0001', String(one?.starts_at), 'ada@example.com'),
    );
    const cancelled = oneOf<{ id: string }>(await book(server, 'lst_0001', String(other?.starts_at), 'bo@example.com'));
    await server.fetch(`${REALESTATE}/viewings/${cancelled.id}`, { method: 'DELETE' });
    await later(server, 20 * 86_400);
    const reminder = new Date(Date.parse(booked.starts_at) - 86_400_000).toISOString();
    expect(typesOf(receiver)).toEqual([['viewing.reminder', reminder]]);
  });
});

describe('a restaurant', () => {
  const order = (server: TestServer, quote_id: string, more: object = {}) =>
    send(server, 'POST', '/api/food/orders', { quote_id, total: 2190, ...more });

  it('tells of each step of an order, about the order as it is then', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url);
    const { id } = firstOf<{ id: string }>(await order(server, 'qte_0001'));
    await later(server, 1800);
    const all = told(receiver).toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
    expect(all.slice(0, 3).map(({ type, timestamp }) => [type, timestamp])).toEqual([
      ['food_order.placed', NOW],
      ['food_order.accepted', after(30)],
      ['food_order.preparing', after(90)],
    ]);
    expect(all.map(({ type }) => type).slice(3)).toEqual(['food_order.picked_up', 'food_order.delivered']);
    const [shown] = all.slice(-1);
    const read = await send(server, 'GET', `/api/food/orders/${id}`);
    expect(shown?.data.object).toEqual(read.json['data']);
    // What will become of an order stands in no event of it.
    for (const { data } of all) expect(Object.keys(data.object)).not.toContain('journey');
  });

  it('tells nothing more of one that is cancelled, and when one that was scheduled is placed', async () => {
    const [server, receiver] = [await start({ webhookDelivery: 'on' }), await receive()];
    await register(server, receiver.url);
    const { id } = firstOf<{ id: string }>(await order(server, 'qte_0001'));
    await later(server, 30);
    await send(server, 'POST', `/api/food/orders/${id}/cancel`);
    await order(server, 'qte_0002', { scheduled_for: '2026-03-01T13:00' });
    await later(server, 1500 - 30.001);
    expect(typesOf(receiver).map(([type]) => type)).toEqual([
      'food_order.placed',
      'food_order.accepted',
      'food_order.cancelled',
    ]);
    await later(server, 0.001);
    expect(typesOf(receiver).at(-1)).toEqual(['food_order.placed', after(1500)]);
  });
});

describe.each(stores.filter(([name]) => name !== 'memory'))('two replicas on %s', (_name, openStore) => {
  long('deliver each once, whichever of them was written to', async () => {
    const backend = await openStore();
    ending(backend);
    const receiver = await receive();
    const settings = { webhookDelivery: 'on' };
    const replica = async () => ending(await inThisProcess(backend.address, settings, serves));
    const replicas = [await replica(), await replica()] as const;
    await register(replicas[0], receiver.url);
    await pack(replicas[0], 'One');
    await pack(replicas[1], 'Two');
    expect(await advance(replicas[1], 86_400)).toBe(4);
    await receiver.reached(4);
    const seen = told(receiver).map(({ type, data }) => `${type} ${String(data.object['label'])}`);
    expect(seen.toSorted()).toEqual([
      'parcel.delivered One',
      'parcel.delivered Two',
      'parcel.sent One',
      'parcel.sent Two',
    ]);
    await eventually(async () => {
      const [registration] = await registrations(replicas[0]);
      expect(registration && counts(registration)).toEqual({ total: 4, succeeded: 4, failed: 0, pending: 0 });
    });
    expect(receiver.received).toHaveLength(4);
  });
});
