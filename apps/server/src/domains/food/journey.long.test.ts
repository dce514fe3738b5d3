/** A cancellation and the courier: at any instant, one of them is too late. */
import { expect, it } from 'vitest';
import { Dataset } from '../../kit/index.js';
import { applyTransitions } from '../../kit/apply-transitions.js';
import { cancelled, dueOf, isOver, type StoredOrder, nextStep, timesOf } from './journey.js';
import { foodOrders, newOrder } from './records/order.js';

const AT = Date.UTC(2026, 2, 1, 12);

function orderWith(pace: StoredOrder['pace'], kitchen_s: number): StoredOrder {
  const seeded = foodOrders.seeded(new Dataset('understudy', { restaurants: 8, food_orders: 150 }), 0);
  const journey = { ...seeded.journey, outcome: 'delivered' as const, kitchen_s };
  const quote = { ...seeded, distance_m: journey.distance_m };
  const own = { id: 'fod_x', quote_id: null, scheduled_for: null, pace };
  return newOrder({ ...own, quote, tip: 0, createdAt: AT, startsAt: AT, journey });
}

it('either is cancelled and never picked up, or delivered: at 1,000 instants', () => {
  let won = 0;
  for (let n = 0; n < 1000; n += 1) {
    const order = orderWith(n % 2 === 0 ? 'real' : 'fast', 600 + (n % 301));
    const { pickedUp } = timesOf(order);
    const at = pickedUp + (n % 11) - 5;
    const { record } = applyTransitions(foodOrders, order, at);
    expect(record.status).toBe(at < pickedUp ? 'preparing' : 'picked_up');
    if (record.status === 'preparing') won += 1;
    const left = record.status === 'preparing' ? cancelled(record, at) : record;
    const { record: end } = applyTransitions(foodOrders, left, at + 86_400_000);
    expect(isOver(end)).toBe(true);
    expect(end.status).toBe(at < pickedUp ? 'cancelled' : 'delivered');
    expect(end.history.some(({ status }) => status === 'picked_up')).toBe(at >= pickedUp);
    if (end.status === 'cancelled') expect([nextStep(end), dueOf(end)]).toEqual([undefined, []]);
  }
  expect([won > 400, won < 600]).toEqual([true, true]);
});
