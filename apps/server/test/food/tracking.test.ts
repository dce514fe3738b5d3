/** The stream of an order: what is in it, and that whoever was cut off misses nothing and reads nothing twice. */
import { EventSource } from 'eventsource';
import { describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { type Backend, postgresBackend, sqliteBackend } from '../stores/stores.js';
import { EventReader, eventsIn, type SentEvent } from '../streams/read-events.js';
import { inProcess, NOW, overSocket, type Target, type TestServer } from '../support.js';
import { advance, cancel, dropoff, eventsNow, freeze, orderNow, placed, restaurantNow } from './calls.js';
import { long } from '../long.js';
import { ending } from '../use.js';

const started = async (start: typeof inProcess = inProcess): Promise<TestServer> => ending(await start());

/** Two replicas on a store, which goes with them. */
async function replicasOn({ address, remove }: Backend) {
  ending({ remove });
  const start = async () => ending(await inThisProcess(address));
  return [await start(), await start()] as const;
}

const ask = (of: Target, id: string, query = 'follow=false', headers: Record<string, string> = {}) =>
  of.fetch(`/api/food/orders/${id}/tracking?${query}`, { headers });

interface Position {
  readonly location: { readonly latitude: number; readonly longitude: number };
  readonly progress: number;
  readonly eta: string;
  readonly at: string;
}
const positionsIn = (events: readonly SentEvent[]) =>
  events.filter(({ event }) => event === 'position').map(({ data }) => data as Position);
const names = (events: readonly SentEvent[]) =>
  events.map(({ event, data }) => (event === 'status' ? (data as { status: string }).status : event));

/** Expects a stream to be that of a delivery. */
async function expectDelivery(of: Target, id: string, events: readonly SentEvent[]): Promise<void> {
  const order = await orderNow(of, id);
  const twenty = Array.from({ length: 20 }, () => 'position');
  const before = order.scheduled_for === null ? [] : ['scheduled'];
  expect(names(events)).toEqual([
    ...before,
    'placed',
    'accepted',
    'preparing',
    ...twenty,
    'picked_up',
    ...twenty,
    'delivered',
    'end',
  ]);
  expect(events.map((event) => event.id)).toEqual(events.map((_, i) => String(i + 1)));
  expect(events.filter(({ event }) => event === 'status').map(({ data }) => data)).toEqual(order.history);
  const positions = positionsIn(events);
  const { location } = await restaurantNow(of, order.restaurant_id);
  expect([positions[19]?.location, positions[39]?.location]).toEqual([location, order.dropoff.location]);
  expect(positions.map(({ progress }) => progress)).toEqual(positions.map((_, i) => Math.floor((i + 1) * 2.5)));
  const [pickedUp, delivered] = order.history.slice(-2).map(({ at }) => at);
  expect([positions[19]?.at, positions[39]?.at]).toEqual([pickedUp, delivered]);
  expect(new Set(positions.map(({ eta }) => eta))).toEqual(new Set([delivered]));
  for (const way of [positions.slice(0, 20), positions.slice(20)]) {
    const spans = way.slice(1).map(({ at }, i) => Date.parse(at) - Date.parse(way[i]?.at ?? ''));
    expect(Math.max(...spans) - Math.min(...spans)).toBeLessThanOrEqual(1);
    // Straight lines: each of the steps is as long as the others, to a metre.
    const norths = way.slice(1).map((one, i) => one.location.latitude - (way[i]?.location.latitude ?? 0));
    expect(Math.max(...norths) - Math.min(...norths)).toBeLessThan(0.00003);
  }
}

describe('the events', () => {
  it('of a delivery are 46', async () => {
    const server = await started();
    const { id } = await placed(server);
    await advance(server, 3600);
    const events = await eventsNow(server, id);
    expect(events).toHaveLength(46);
    await expectDelivery(server, id, events);
  });

  it('of one that was scheduled are 47', async () => {
    const server = await started();
    const { id, status } = await placed(server, { scheduled_for: '2026-03-01T18:00' });
    expect([status, names(await eventsNow(server, id))]).toEqual(['scheduled', ['scheduled']]);
    await freeze(server, '2026-03-01T17:24:59.999Z');
    expect((await orderNow(server, id)).status).toBe('scheduled');
    await advance(server, 0.001);
    expect((await orderNow(server, id)).status).toBe('placed');
    await advance(server, 3600);
    const events = await eventsNow(server, id);
    expect(events).toHaveLength(47);
    await expectDelivery(server, id, events);
  });

  it('of a seeded order are there as well', async () => {
    const server = await started();
    await expectDelivery(server, 'fod_0001', await eventsNow(server, 'fod_0001'));
    expect(names(await eventsNow(server, 'fod_0003'))).toEqual(['placed', 'rejected', 'end']);
    expect(names(await eventsNow(server, 'fod_0004'))).toEqual(['placed', 'unanswered', 'end']);
  });

  it('end with a cancellation, after the positions that the courier had reached', async () => {
    const server = await started();
    const { id } = await placed(server);
    await advance(server, 400);
    const before = await eventsNow(server, id);
    const { data } = await cancel(server, id);
    const events = await eventsNow(server, id);
    expect(events.slice(0, before.length)).toEqual(before);
    expect(names(events.slice(before.length))).toEqual(['cancelled', 'end']);
    expect(positionsIn(before).length).toBeGreaterThan(2);
    await advance(server, 9999);
    expect(await eventsNow(server, id)).toEqual(events);
    expect(data.history.map(({ status }) => status)).toEqual(['placed', 'accepted', 'preparing', 'cancelled']);
  });

  it('show where the order says that its courier is', async () => {
    const server = await started();
    const { id } = await placed(server);
    for (let minute = 4; minute < 20; minute += 1) {
      await freeze(server, new Date(Date.parse(NOW) + minute * 60_000 + 7).toISOString());
      const { courier, status } = await orderNow(server, id);
      const last = positionsIn(await eventsNow(server, id)).at(-1);
      if (status !== 'delivered') expect(courier?.location).toEqual(last?.location);
    }
    expect((await orderNow(server, id)).courier?.location).toEqual(dropoff.location);
  });
});

long('cut after every event and resumed is the uncut one, whoever resumes it', async () => {
  for (const open of [sqliteBackend, postgresBackend]) {
    const [one, other] = await replicasOn(await open());
    const { id } = await placed(one);
    await advance(one, 3600);
    const whole = await eventsNow(one, id);
    expect(whole).toHaveLength(46);
    for (let cut = 1; cut <= 46; cut += 1) {
      const [first, second] = cut % 2 === 0 ? [one, other] : [other, one];
      const begun = eventsIn(await (await ask(first, id, `limit=${cut}&follow=false`)).text());
      const rest = await ask(second, id, 'follow=true', { 'last-event-id': begun.at(-1)?.id ?? '' });
      expect(rest.status).toBe(cut === 46 ? 204 : 200);
      expect([...begun, ...eventsIn(await rest.text())]).toEqual(whole);
    }
    expect((await ask(one, id, 'last_event_id=47')).status).toBe(400);
  }
});

it('goes on on another replica while the order is under way', async () => {
  const [one, other] = await replicasOn(await sqliteBackend());
  const { id } = await placed(one);
  const reader = new EventReader(await ask(one, id, ''));
  expect(names(await reader.take(1))).toEqual(['placed']);
  await advance(other, 300);
  const more = await reader.take(5);
  await reader.leave();
  const resumed = new EventReader(await ask(other, id, '', { 'last-event-id': more.at(-1)?.id ?? '' }));
  await advance(one, 3600);
  const rest = await resumed.take(99);
  expect(names([...more, ...rest])).toHaveLength(45);
  expect(rest.at(-1)).toMatchObject({ id: '46', event: 'end', data: { status: 'delivered' } });
});

it('stops an EventSource at its end', async () => {
  const server = await started(overSocket);
  const { id } = await placed(server, {}, { restaurant_id: 'rst_0004' });
  await advance(server, 31);
  let asked = 0;
  const source = new EventSource(`${server.origin}/api/food/orders/${id}/tracking`, {
    fetch: (url, init) => {
      asked += 1;
      return fetch(url, init);
    },
  });
  const seen: string[] = [];
  for (const name of ['status', 'position', 'end']) source.addEventListener(name, () => seen.push(name));
  await new Promise<void>((resolve) => {
    // It asks once more after the end, is answered 204, and gives up.
    source.addEventListener('error', () => source.readyState === source.CLOSED && resolve());
  });
  expect([seen, asked]).toEqual([['status', 'status', 'end'], 2]);
});
