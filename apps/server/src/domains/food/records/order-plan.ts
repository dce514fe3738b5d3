/** What is settled about a seeded order: where it was placed and when, what was ordered, and what became of it. */
import type { MenuItem } from '@understudy/contract/food';
import { type Dataset, EPOCH, localTime, type Random } from '../../../kit/index.js';
import type { Wanted } from '../basket.js';
import { isOpenAt, zoneOf } from '../opening.js';
import { firstDish } from './menu-plan.js';
import { menuItems } from './menu-item.js';
import { type KeptRestaurant, restaurants } from './restaurant.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How long before its delivery a scheduled order is placed, in ms. */
export const LEAD_MS = 35 * MINUTE_MS;

/** What became of a seeded order. */
export type Fate = 'delivered' | 'cancelled' | 'rejected' | 'unanswered';

/** Orders that are always there, by index: what a client must cope with first. The fifth was scheduled. */
const fixed: readonly Fate[] = ['delivered', 'cancelled', 'rejected', 'unanswered', 'delivered'];

/** One of so many orders was scheduled: the fifth, and those after it. */
const SCHEDULED = { of: 10, at: 4 };

/** Indexes of the restaurants that reject every order, and that answer none. */
const UNWILLING: Readonly<Partial<Record<Fate, number>>> = { rejected: 3, unanswered: 4 };

/** Orders were placed from then on, in the order of index, and left time for all that became of them. */
const PLACED = { from: Date.UTC(2025, 0, 2, 11), to: EPOCH - 10 * DAY_MS, half: 20 };

/** When a seeded order was made, in ms since 1970. */
function createdAt(index: number): number {
  const { from, to, half } = PLACED;
  return Math.floor(to - ((to - from) * half) / (half + index));
}

function drawFate(random: Random): Fate {
  const drawn = random.fraction();
  if (drawn < 0.85) return 'delivered';
  if (drawn < 0.93) return 'cancelled';
  return drawn < 0.97 ? 'rejected' : 'unanswered';
}

/** Draws before the first restaurant is taken, which is always open. */
const MAX_DRAWS = 12;

/** Index of a restaurant that was open at an instant, and took orders. */
function drawRestaurant(dataset: Dataset, random: Random, at: number): number {
  const unwilling = Object.values(UNWILLING);
  for (let i = 0; i < MAX_DRAWS; i++) {
    const index = random.int(0, dataset.size('restaurants') - 1);
    if (!unwilling.includes(index) && isOpenAt(dataset.record(restaurants.name, index, restaurants.seeded), at)) {
      return index;
    }
  }
  return 0;
}

/** Options of a dish, as many as must be and some more. */
function drawOptions({ option_groups }: MenuItem, random: Random): string[] {
  return option_groups.flatMap(({ min, max, options }) => {
    const chosen = random.sample(options, random.int(min, max));
    return options.filter((option) => chosen.includes(option)).map(({ id }) => id);
  });
}

/** What was ordered of a restaurant: at least for what it asks. */
function drawWanted(dataset: Dataset, random: Random, index: number): readonly Wanted[] {
  const first = firstDish(dataset, index);
  const all = Array.from({ length: firstDish(dataset, index + 1) - first }, (_, i) =>
    dataset.record(menuItems.name, first + i, menuItems.seeded),
  ).filter((dish) => dish.is_available);
  const [main] = all;
  const least = dataset.record(restaurants.name, index, restaurants.seeded).minimum_order.amount;
  const [own, others] = [random.pick([1, 1, 2, 2, 3]), random.sample(all.slice(1), random.int(0, 3))];
  const enough = main === undefined ? own : Math.max(own, Math.ceil(least / main.price.amount));
  return [...(main === undefined ? [] : [main]), ...others].map((dish, i) => ({
    dish,
    quantity: i === 0 ? enough : random.pick([1, 1, 2]),
    option_ids: drawOptions(dish, random),
  }));
}

/** The plan of an order. */
export interface OrderPlan {
  readonly fate: Fate;
  readonly restaurant: KeptRestaurant;
  /** Index of the restaurant. */
  readonly index: number;
  readonly wanted: readonly Wanted[];
  /** When it was made, and when it was placed: in ms since 1970. */
  readonly createdAt: number;
  readonly startsAt: number;
  readonly scheduled_for: string | null;
}

/** The plan of the order at an index. */
export function orderPlan(dataset: Dataset, order: number): OrderPlan {
  const random = dataset.random('food_orders', order);
  const drawn = drawFate(random);
  const fate = fixed[order] ?? drawn;
  const created = createdAt(order);
  // To the full minute, some hours later.
  const due = (Math.floor(created / MINUTE_MS) + random.int(2, 40) * 30) * MINUTE_MS;
  const isScheduled = order % SCHEDULED.of === SCHEDULED.at;
  const settled = UNWILLING[fate];
  const open = drawRestaurant(dataset, random, isScheduled ? due : created);
  const index = settled !== undefined && settled < dataset.size('restaurants') ? settled : open;
  const restaurant = dataset.record(restaurants.name, index, restaurants.seeded);
  return {
    fate,
    restaurant,
    index,
    wanted: drawWanted(dataset, random, index),
    createdAt: created,
    startsAt: isScheduled ? due - LEAD_MS : created,
    scheduled_for: isScheduled ? localTime(zoneOf(restaurant), due).slice(0, 16) : null,
  };
}

/** How many orders are seeded: none where there is nowhere to order. */
export function orderCount(dataset: Dataset): number {
  return dataset.size('restaurants') === 0 ? 0 : dataset.size('food_orders');
}
