/** What is true of food delivery whatever its clients do: any history keeps sums and states right, equally on every store. */
import type { FoodOrder, Quote } from '@understudy/contract';
import fc from 'fast-check';
import { expect } from 'vitest';
import { alwaysTrue } from '../always-true.js';
import type { SentEvent } from '../streams/read-events.js';
import { NOW, type Target } from '../support.js';
import { advance, askOrder, askQuote, cancel, eventsNow, orderNow, send } from './calls.js';

const size = { restaurants: 7, food_orders: 4 };

/** A step of a history: which quote or order it is about is counted from those that there are. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('order' as const),
      restaurant: fc.constantFrom('rst_0001', 'rst_0003', 'rst_0004', 'rst_0005', 'rst_0006'),
      quantity: fc.integer({ min: 1, max: 6 }),
      tip: fc.constantFrom(0, 150),
      pace: fc.constantFrom('real', 'fast'),
      scheduled_for: fc.constantFrom(null, null, null, '2026-03-01T20:00'),
      off: fc.constantFrom(0, 0, 0, 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('order again' as const), quote: fc.nat(9) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('cancel' as const), order: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('change' as const),
      order: fc.nat(9),
      body: fc.constantFrom({ tip: 300 }, { note: 'Ring.' }, { note: null, tip: 0 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 400_000 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
const histories = fc.array(step, { minLength: 4, maxLength: 14 });

/** What a history has made. */
interface Known {
  readonly quotes: Quote[];
  readonly orders: string[];
  /** What was read of each stream so far. */
  readonly read: Map<string, SentEvent[]>;
}

const oneOf = <Item>(items: readonly Item[], n: number): Item | undefined => items[n % items.length];

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function expectSums({
  items,
  items_total,
  delivery_fee,
  service_fee,
}: Pick<Quote, 'items' | 'items_total' | 'delivery_fee' | 'service_fee'>): number {
  for (const { unit_price, quantity, total } of items) expect(total.amount).toBe(unit_price.amount * quantity);
  expect(sum(items.map(({ total }) => total.amount))).toBe(items_total.amount);
  expect(service_fee.amount).toBe(Math.floor((items_total.amount * 5 + 50) / 100));
  return items_total.amount + delivery_fee.amount + service_fee.amount;
}

/** Takes a step, and gives the status of its answer. */
async function take(of: Target, known: Known, one: Step): Promise<number> {
  if (one.does === 'wait') return (await advance(of, one.ms / 1000, '//clock')).status;
  if (one.does === 'order') {
    const { restaurant: restaurant_id, quantity, tip, pace, scheduled_for, off } = one;
    const place = restaurant_id === 'rst_0006' ? { latitude: 52.49, longitude: 13.37 } : undefined;
    const dropoff = place && { dropoff: { line1: 'x', city: 'Berlin', location: place } };
    const menu = await send<{ id: string }[]>(of, ['GET', `/restaurants/${restaurant_id}/menu?per_page=1`]);
    const items = [{ menu_item_id: menu.data[0]?.id, quantity }];
    const asked = await askQuote(of, { restaurant_id, items, ...dropoff });
    if (asked.status !== 201) return asked.status;
    expect(asked.data.total.amount).toBe(expectSums(asked.data));
    known.quotes.push(asked.data);
    const total = asked.data.total.amount + off;
    let answer = await askOrder(of, asked.data, { total, tip, pace, scheduled_for });
    if (answer.kind === 'price_changed') {
      const current = answer.current as unknown as Quote;
      known.quotes.push(current);
      answer = await askOrder(of, current, { tip, pace, scheduled_for });
    }
    if (answer.status === 202) known.orders.push(answer.data.id);
    return answer.status;
  }
  if (one.does === 'order again') {
    const quote = oneOf(known.quotes, one.quote);
    const answer = quote && (await askOrder(of, quote));
    if (answer?.status === 202 && !known.orders.includes(answer.data.id)) known.orders.push(answer.data.id);
    return answer?.status ?? 0;
  }
  const id = oneOf(known.orders, one.order);
  if (id === undefined) return 0;
  if (one.does === 'cancel') return (await cancel(of, id)).status;
  return (await send(of, ['PATCH', `/orders/${id}`], { body: one.body })).status;
}

/** What can follow what. */
const following: Readonly<Record<string, readonly string[]>> = {
  scheduled: ['placed', 'cancelled'],
  placed: ['accepted', 'rejected', 'unanswered', 'cancelled'],
  accepted: ['preparing', 'cancelled'],
  preparing: ['picked_up', 'cancelled'],
  picked_up: ['delivered'],
};

/** Expects an order and its stream to be as they must always be. */
async function expectRight(of: Target, known: Known, order: FoodOrder): Promise<void> {
  const { id, status, total, tip, refund, history } = order;
  expect(total.amount).toBe(expectSums(order) + tip.amount);
  expect(refund.amount).toBeLessThanOrEqual(total.amount);
  if (!['cancelled', 'rejected', 'unanswered'].includes(status)) expect(refund.amount).toBe(0);
  expect(history.at(-1)?.status).toBe(status);
  for (const [i, { status: next, at }] of history.slice(1).entries()) {
    const before = history[i];
    expect(following[before?.status ?? '']).toContain(next);
    const passed = Date.parse(at) - Date.parse(before?.at ?? '');
    // A client may cancel at the very instant of something else; the clock never does two things at once.
    expect(next === 'cancelled' ? passed >= 0 : passed > 0).toBe(true);
  }
  // What was read before is what the stream begins with, and resuming gives the rest.
  const before = known.read.get(id) ?? [];
  const rest = await eventsNow(of, id, before.at(-1)?.id);
  const events = [...before, ...rest];
  expect(events).toEqual(await eventsNow(of, id));
  known.read.set(id, events);
  expect(events.filter(({ event }) => event === 'status').map(({ data }) => data)).toEqual(history);
  const positions = events
    .filter(({ event }) => event === 'position')
    .map(({ data }) => data as { progress: number; location: object });
  const progress = positions.map((position) => position.progress);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  if (status === 'delivered') {
    expect([positions.length, positions.at(-1)?.location]).toEqual([40, order.dropoff.location]);
    expect(events).toHaveLength(order.scheduled_for === null ? 46 : 47);
  }
  const isOver = following[status] === undefined;
  expect(events.at(-1)?.event === 'end').toBe(isOver);
}

/** Lives through a history, and gives what is left of it. */
async function live(of: Target, steps: readonly Step[]) {
  const known: Known = { quotes: [], orders: [], read: new Map() };
  const statuses: number[] = [];
  const check = async () => {
    for (const id of known.orders) await expectRight(of, known, await orderNow(of, id));
  };
  for (const one of steps) {
    statuses.push(await take(of, known, one));
    await check();
  }
  // One quote makes one order.
  const { data } = await send<FoodOrder[]>(of, ['GET', `/orders?created_after=${NOW}&per_page=50`]);
  const quotes = data.map(({ quote_id }) => quote_id);
  expect([new Set(quotes).size, data.map(({ id }) => id).toSorted()]).toEqual([
    quotes.length,
    [...new Set(known.orders)].toSorted(),
  ]);
  await advance(of, 8 * 86_400, '//clock');
  await check();
  return { statuses, data, streams: [...known.read] };
}

alwaysTrue({ size, histories, live, runs: { inMemory: 200, onStores: 40 } });
