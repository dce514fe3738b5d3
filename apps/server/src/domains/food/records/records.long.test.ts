/** Seeded food delivery agrees with its schemas and with itself, whatever the seed and size. */
import { allergens, type FoodOrder, type Restaurant } from '@understudy/contract/food';
import { patient } from '@understudy/tooling/patience';
import { describe, expect, test } from 'vitest';
import { allOf } from '../../../kit/all-of.fixture.js';
import {
  type AnyCollection,
  Dataset,
  EPOCH,
  localTime,
  metresBetween,
  placeNamed,
  places,
  zoneOf,
} from '../../../kit/index.js';
import { isOpenAt, restaurants } from './restaurant.js';
import { isOver } from '../journey.js';
import { eventsOf } from '../index.js';
import { menuItems } from './menu-item.js';
import { foodOrders } from './order.js';
import { quotes } from '../place-order.js';

/** The collections of the domain. */
const foodCollections: readonly AnyCollection[] = [restaurants, menuItems, quotes, foodOrders];

/** A dataset of a seed, with so many restaurants and orders. */
function datasetOf(seed: string, size: number, ordered = 150): Dataset {
  return new Dataset(seed, { restaurants: size, food_orders: ordered });
}

const cases = [
  ['understudy', 80, 150],
  ['another seed', 80, 60],
  ['', 7, 20],
  ['none', 0, 10],
  ['one', 1, 12],
  ['many', 400, 300],
] as const;

const ms = (instant: string) => Date.parse(instant);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

describe.each(cases)('seed %j, %i restaurants, %i orders', (seed, size, ordered) => {
  const dataset = datasetOf(seed, size, ordered);
  const all = allOf(dataset, restaurants);
  const dishes = allOf(dataset, menuItems);
  const orders = allOf(dataset, foodOrders);

  test(
    'records fit their schemas, and ids count up',
    () => {
      for (const collection of foodCollections) {
        for (const [i, item] of allOf(dataset, collection).entries()) {
          expect(collection.schema.parse(item)).toEqual(item);
          expect(item.id).toBe(`${collection.prefix}_${String(i + 1).padStart(4, '0')}`);
        }
      }
    },
    patient(30_000),
  );

  test('a record alone equals the record of a full walk', () => {
    for (const collection of foodCollections) {
      const count = collection.count(dataset);
      for (const index of new Set([count - 1, count >> 1, 3, 0])) {
        if (index < 0 || index >= count) continue;
        expect(collection.seeded(datasetOf(seed, size, ordered), index)).toEqual(collection.seeded(dataset, index));
      }
    }
  });

  test('restaurants have 8 to 20 dishes, of which the first can be had without a choice', () => {
    for (const { id, currency } of all) {
      const own = dishes.filter(({ restaurant_id }) => restaurant_id === id);
      expect(own.length >= 8 && own.length <= 20).toBe(true);
      expect(Array.from(menuItems.lookup?.restaurant_id?.(dataset, id) ?? [])).toEqual(
        own.map((dish) => dishes.indexOf(dish)),
      );
      expect(new Set(own.map(({ name }) => name)).size).toBe(own.length);
      expect(own[0]).toMatchObject({ section: 'mains', is_available: true });
      expect(own[0]?.option_groups.every(({ min }) => min === 0)).toBe(true);
      for (const { price, option_groups, ...dish } of own) {
        expect(price.currency).toBe(currency);
        expect(price.amount).toBeGreaterThan(0);
        expect(dish.allergens.every((one) => allergens.includes(one))).toBe(true);
        for (const { min, max, options } of option_groups) expect(min <= max && max <= options.length).toBe(true);
      }
    }
    for (const id of ['rst_99999', 'x', '']) expect(menuItems.lookup?.restaurant_id?.(dataset, id)).toHaveLength(0);
  });

  test('restaurants are where their city is, with its clock and its money', () => {
    for (const one of all) {
      const place = places.find(({ name }) => name === one.address.city) ?? placeNamed('Taveuni');
      expect([place.currency, place.timezone, place.code]).toEqual([one.currency, one.timezone, one.address.country]);
      expect([one.delivery_fee.currency, one.minimum_order.currency]).toEqual([one.currency, one.currency]);
      expect(one.name).not.toContain('{');
    }
  });

  test('orders add up, and were delivered to where their restaurant goes', () => {
    for (const order of orders) {
      const { items, items_total, delivery_fee, service_fee, tip, total, refund, status } = order;
      for (const { unit_price, quantity, total: line } of items) expect(line.amount).toBe(unit_price.amount * quantity);
      expect(sum(items.map((item) => item.total.amount))).toBe(items_total.amount);
      expect(service_fee.amount).toBe(Math.floor((items_total.amount * 5 + 50) / 100));
      expect(total.amount).toBe(items_total.amount + delivery_fee.amount + service_fee.amount + tip.amount);
      expect(refund.amount > 0).toBe(status !== 'delivered');
      expect(refund.amount).toBeLessThanOrEqual(total.amount);
      const from = all.find(({ id }) => id === order.restaurant_id);
      expect(metresBetween(from?.location ?? order.dropoff.location, order.dropoff.location)).toBeLessThan(2000);
      expect(items_total.amount).toBeGreaterThanOrEqual(from?.minimum_order.amount ?? 0);
      for (const { menu_item_id, quantity, option_ids } of items) {
        const dish = dishes.find(({ id }) => id === menu_item_id);
        expect(dish).toMatchObject({ restaurant_id: order.restaurant_id, is_available: true });
        expect(quantity <= 20).toBe(true);
        for (const { min, max, options } of dish?.option_groups ?? []) {
          const count = options.filter(({ id }) => option_ids.includes(id)).length;
          expect(count >= min && count <= max).toBe(true);
        }
      }
    }
  });

  test('orders are over, before the epoch, in order of index, and tell of themselves in order', () => {
    const made = orders.map(({ created_at }) => ms(created_at));
    expect(made).toEqual(made.toSorted((one, other) => one - other));
    for (const order of orders) {
      expect(isOver(order)).toBe(true);
      const times = order.history.map(({ at }) => ms(at));
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
      expect([order.history[0]?.at, order.history.at(-1)]).toEqual([
        order.created_at,
        { status: order.status, at: order.updated_at },
      ]);
      expect(ms(order.updated_at)).toBeLessThan(EPOCH);
      const isScheduled = order.scheduled_for !== null;
      const count = { delivered: 46, rejected: 3, unanswered: 3 }[String(order.status)];
      if (count !== undefined) expect(eventsOf(order)).toHaveLength(count + (isScheduled ? 1 : 0));
    }
  });

  test('orders were placed while the restaurant was open', () => {
    for (const { restaurant_id, scheduled_for, journey, created_at } of orders) {
      const from = all.find(({ id }) => id === restaurant_id);
      if (from === undefined) throw new Error(`${restaurant_id} is not there`);
      const due = scheduled_for === null ? ms(created_at) : ms(journey.starts_at) + 35 * 60_000;
      expect([restaurant_id, isOpenAt(from, due)]).toEqual([restaurant_id, !from.is_paused]);
      if (scheduled_for !== null) expect(localTime(zoneOf(from), due)).toContain(`${scheduled_for}:00`);
    }
  });
});

test('what a record is does not depend on how many others there are', () => {
  const [few, many] = [datasetOf('x', 20), datasetOf('x', 200)];
  expect(allOf(many, restaurants).slice(0, 20)).toEqual(allOf(few, restaurants));
  expect(allOf(many, menuItems).slice(0, 200)).toEqual(allOf(few, menuItems).slice(0, 200));
});

test('shows every state, and most orders were delivered', () => {
  const orders = allOf(datasetOf('understudy', 80, 300), foodOrders);
  const share = (status: FoodOrder['status']) =>
    orders.filter((order) => order.status === status).length / orders.length;
  expect(share('delivered')).toBeGreaterThan(0.78);
  for (const status of ['cancelled', 'rejected', 'unanswered'] as const) expect(share(status)).toBeGreaterThan(0.01);
  const refunds = orders.filter(({ status }) => status === 'cancelled');
  expect(new Set(refunds.map(({ refund, total }) => refund.amount === total.amount)).size).toBe(2);
});

test.each(['understudy', 'x', ''])('the fixed records are what they are said to be, with seed %j', (seed) => {
  const dataset = datasetOf(seed, 8);
  const expected: readonly Partial<Restaurant>[] = [
    { currency: 'EUR', is_paused: false, cuisine: 'pizza' },
    { is_paused: true },
    { currency: 'EUR', is_paused: false },
    { is_paused: false },
    { is_paused: false },
    { timezone: 'Europe/Berlin' },
    { currency: 'JPY' },
  ];
  const first = allOf(dataset, restaurants).slice(0, 7);
  expect(first).toMatchObject(expected);
  for (const index of [0, 2, 3, 4]) {
    const isOpen = (hour: number) =>
      first.slice(index, index + 1).every((one) => isOpenAt(one, EPOCH + hour * 3_600_000));
    expect(Array.from({ length: 24 * 8 }, (_, hour) => isOpen(hour))).not.toContain(false);
  }
  expect(allOf(dataset, menuItems).slice(0, 3)).toMatchObject([
    { name: 'Margherita', price: { amount: 900, currency: 'EUR' }, is_available: true, option_groups: [] },
    { is_available: false },
    { is_available: true, option_groups: [{ min: 1, max: 1 }, { min: 0 }] },
  ]);
  expect(allOf(dataset, quotes)[0]).toMatchObject({ status: 'open', expires_at: null, total: { amount: 2190 } });
  expect(
    allOf(dataset, foodOrders)
      .slice(0, 5)
      .map(({ status, scheduled_for }) => [status, scheduled_for !== null]),
  ).toEqual([
    ['delivered', false],
    ['cancelled', false],
    ['rejected', false],
    ['unanswered', false],
    ['delivered', true],
  ]);
});
