/** Lists orders as they are now: couriers move without a write. */
import type { contract } from '@understudy/contract';
import { type ContextOf, listing } from '../../kit/index.js';
import { foodOrders } from './records/order.js';
import { nextChange, shownOrder } from './shown-order.js';

/** Lists orders. */
export function listOrders({ records, now }: ContextOf<typeof contract.food, 'listFoodOrders'>) {
  // What is seeded is over.
  const changes = records.changed(foodOrders).flatMap((order) => nextChange(order, now) ?? []);
  const until = changes.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  return listing(foodOrders, {}, { newestFirst: true, until, show: (order) => shownOrder(order, now) });
}
