/** Orders of food: those that are seeded are over; of all others the clock makes what is to come. */
import {
  type Dataset,
  drawAddress,
  metresBetween,
  type Random,
  seededId,
  type VersionedCollection,
} from '../../../kit/index.js';
import { lineOf, sumUp } from '../basket.js';
import { type KeptOrder, keptOrder, timesOf } from '../journey.js';
import { drawJourney, newOrder } from '../new-order.js';
import { priceIn } from '../prices.js';
import { cancelled, dueOf, nextStep, stepsOf } from '../steps.js';
import { orderCount, type OrderPlan, orderPlan } from './order-plan.js';
import { addressOf } from './restaurant.js';
import { restaurantPlan } from './restaurant-plan.js';

/** Somewhere in the part of the city that the restaurant is in, so that it is delivered there. */
function drawDropoff(dataset: Dataset, random: Random, { index }: OrderPlan): KeptOrder['dropoff'] {
  const { place } = restaurantPlan(dataset, index);
  const { line1, location } = drawAddress(place, random, addressOf(dataset, index).district);
  const note = random.chance(0.3) ? random.pick(['Ring twice.', 'Third floor.', 'Please call.']) : null;
  return { line1, city: place.name, location, note };
}

/** An order as the clock has left it in the end, or its client before that. */
function ended(order: KeptOrder, cancelAt: number): KeptOrder {
  let last = order;
  for (const { at, record } of stepsOf(order)) {
    if (at > cancelAt) return { ...cancelled(last, cancelAt), version: last.version + 1 };
    last = { ...record, version: last.version + 1 };
  }
  return last;
}

function seeded(dataset: Dataset, index: number): KeptOrder {
  const plan = orderPlan(dataset, index);
  const { restaurant, fate, createdAt, startsAt, scheduled_for } = plan;
  const random = dataset.random('food_orders/way', index);
  const dropoff = drawDropoff(dataset, random, plan);
  const distance_m = Math.round(metresBetween(restaurant.location, dropoff.location));
  const sums = sumUp(plan.wanted.map(lineOf), restaurant);
  const tip = priceIn(restaurant.currency, random.pick([0, 0, 1, 2, 3])).amount;
  const outcome = fate === 'cancelled' ? 'delivered' : fate;
  const order = newOrder({
    id: seededId('fod', index),
    quote_id: null,
    scheduled_for,
    pace: 'real',
    quote: { restaurant_id: restaurant.id, dropoff, distance_m, ...sums },
    tip,
    createdAt,
    startsAt,
    journey: drawJourney(random, restaurant, { outcome, distance_m }),
  });
  const { placed, pickedUp } = timesOf(order);
  const cancelAt = placed + Math.floor((pickedUp - placed) * random.fraction() * 0.95);
  return ended(order, fate === 'cancelled' ? cancelAt : Number.POSITIVE_INFINITY);
}

/** Orders of food. */
export const foodOrders: VersionedCollection<KeptOrder> = {
  name: 'food_orders',
  prefix: 'fod',
  noun: 'order',
  schema: keptOrder,
  defaultSize: 150,
  versioned: true,
  count: orderCount,
  seeded,
  transition: nextStep,
  due: dueOf,
  // A courier is then where the last step says.
  shows: ({ journey: _journey, ...order }) => order,
};
