/** Orders of food: those that are seeded are over; of all others the clock makes what is to come. */
import {
  approaching,
  type Dataset,
  drawAddress,
  drawName,
  EPOCH,
  instantText,
  localTime,
  metresBetween,
  moneyIn,
  type Random,
  seededId,
  shareOf,
  type VersionedCollection,
  zoneOf,
} from '../../../kit/index.js';
import {
  cancelled,
  dueOf,
  type Journey,
  type StoredOrder,
  storedOrder,
  nextStep,
  stepsOf,
  timesOf,
} from '../journey.js';
import { addressOf, isOpenAt, type StoredRestaurant, priceIn, restaurantPlan, restaurants } from './restaurant.js';
import { type BasketItem, type FoodOrder, type MenuItem, type Quote, vehicles } from '@understudy/contract/food';
import { menuItems, menusOf } from './menu-item.js';
import type { Currency } from '@understudy/contract/kit';

/** Part of the items that the service costs, in percent. */
const SERVICE = 5;

/** What somebody wants of a dish. */
export interface Wanted {
  readonly dish: MenuItem;
  readonly quantity: number;
  readonly option_ids: readonly string[];
}

/** A line of a basket. Each unit may cost some minor units more than the menu says. */
export function lineOf({ dish, quantity, option_ids }: Wanted): BasketItem {
  const { id, name, price, option_groups } = dish;
  const chosen = option_groups.flatMap(({ options }) => options).filter((option) => option_ids.includes(option.id));
  const unit = chosen.reduce((sum, { extra }) => sum + extra.amount, price.amount);
  return pricedLine({ menu_item_id: id, name, quantity, option_ids: [...option_ids] }, unit, price.currency);
}

function pricedLine(line: Omit<BasketItem, 'unit_price' | 'total'>, unit: number, currency: Currency): BasketItem {
  return { ...line, unit_price: moneyIn(currency, unit), total: moneyIn(currency, unit * line.quantity) };
}

/** The same line at a price that has risen by some minor units. */
export function raisedLine({ unit_price, total: _total, ...line }: BasketItem, by: number): BasketItem {
  return pricedLine(line, unit_price.amount + by, unit_price.currency);
}

/** The lines of a basket, and the sums that follow from them. */
export function sumUp(
  items: BasketItem[],
  { currency, delivery_fee }: Pick<StoredRestaurant, 'currency' | 'delivery_fee'>,
): Pick<Quote, 'items' | 'items_total' | 'delivery_fee' | 'service_fee' | 'total'> {
  const sum = items.reduce((amount, { total }) => amount + total.amount, 0);
  const service = shareOf(sum, SERVICE, 100);
  return {
    items,
    items_total: moneyIn(currency, sum),
    delivery_fee,
    service_fee: moneyIn(currency, service),
    total: moneyIn(currency, sum + delivery_fee.amount + service),
  };
}

interface OrderParts extends Pick<FoodOrder, 'id' | 'quote_id' | 'scheduled_for' | 'pace'> {
  readonly quote: Omit<Quote, 'id' | 'previous_id' | 'status' | 'expires_at' | 'created_at'>;
  /** In minor units. */
  readonly tip: number;
  /** When it is made, and when it is placed: in ms since 1970. */
  readonly createdAt: number;
  readonly startsAt: number;
  readonly journey: Omit<Journey, 'starts_at'>;
}

/** Degrees that a courier is away from the restaurant at first: up to some 1.5 km. */
const AWAY = 0.012;

/** Draws the way of an order. */
export function drawJourney(
  random: Random,
  { location }: Pick<StoredRestaurant, 'location'>,
  { outcome, distance_m }: Pick<Journey, 'outcome' | 'distance_m'>,
): Omit<Journey, 'starts_at'> {
  const kitchen_s = random.int(600, 900);
  const near = (degrees: number) => Number((degrees + (random.fraction() * 2 - 1) * AWAY).toFixed(5));
  const from = { latitude: near(location.latitude), longitude: near(location.longitude) };
  const { first, last } = drawName(random);
  const courier = { name: `${first} ${last}`, vehicle: random.pick(vehicles) };
  return { outcome, kitchen_s, distance_m, restaurant: location, from, courier };
}

/** Makes an order. */
export function newOrder({ quote, tip, createdAt, startsAt, journey, ...own }: OrderParts): StoredOrder {
  const { restaurant_id, items, dropoff, items_total, delivery_fee, service_fee, total } = quote;
  const { currency } = total;
  const status = startsAt > createdAt ? 'scheduled' : 'placed';
  const at = instantText(createdAt);
  return {
    ...own,
    version: 1,
    restaurant_id,
    status,
    items,
    dropoff,
    items_total,
    delivery_fee,
    service_fee,
    tip: moneyIn(currency, tip),
    total: moneyIn(currency, total.amount + tip),
    refund: moneyIn(currency, 0),
    eta: null,
    courier: null,
    history: [{ status, at }],
    created_at: at,
    updated_at: at,
    journey: { starts_at: instantText(startsAt), ...journey },
  };
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How long before its delivery a scheduled order is placed, in ms. */
export const LEAD_MS = 35 * MINUTE_MS;

/** What became of a seeded order. */
type Fate = 'delivered' | 'cancelled' | 'rejected' | 'unanswered';

/** Orders that are always there, by index: what a client must cope with first. The fifth was scheduled. */
const fixed: readonly Fate[] = ['delivered', 'cancelled', 'rejected', 'unanswered', 'delivered'];

/** One of so many orders was scheduled: the fifth, and those after it. */
const SCHEDULED = { of: 10, at: 4 };

/** Indexes of the restaurants that reject every order, and that answer none. */
const UNWILLING: Readonly<Partial<Record<Fate, number>>> = { rejected: 3, unanswered: 4 };

/** Orders were placed in the order of index, and left time for all that became of them. */
const createdAtOf = approaching({ from: Date.UTC(2025, 0, 2, 11), to: EPOCH - 10 * DAY_MS, half: 20 });

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
  const first = menusOf.start(dataset, index);
  const all = Array.from({ length: menusOf.start(dataset, index + 1) - first }, (_, i) =>
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
  readonly restaurant: StoredRestaurant;
  /** Index of the restaurant. */
  readonly index: number;
  readonly wanted: readonly Wanted[];
  /** When it was made, and when it was placed: in ms since 1970. */
  readonly createdAt: number;
  readonly startsAt: number;
  readonly scheduled_for: string | null;
}

function orderPlan(dataset: Dataset, order: number): OrderPlan {
  const random = dataset.random('food_orders', order);
  const drawn = drawFate(random);
  const fate = fixed[order] ?? drawn;
  const created = createdAtOf(order);
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
function orderCount(dataset: Dataset): number {
  return dataset.size('restaurants') === 0 ? 0 : dataset.size('food_orders');
}

/** Somewhere in the part of the city that the restaurant is in, so that it is delivered there. */
function drawDropoff(dataset: Dataset, random: Random, { index }: OrderPlan): StoredOrder['dropoff'] {
  const { place } = restaurantPlan(dataset, index);
  const { line1, location } = drawAddress(place, random, addressOf(dataset, index).district);
  const note = random.chance(0.3) ? random.pick(['Ring twice.', 'Third floor.', 'Please call.']) : null;
  return { line1, city: place.name, location, note };
}

/** An order as the clock has left it in the end, or its client before that. */
function ended(order: StoredOrder, cancelAt: number): StoredOrder {
  let last = order;
  for (const { at, record } of stepsOf(order)) {
    if (at > cancelAt) return { ...cancelled(last, cancelAt), version: last.version + 1 };
    last = { ...record, version: last.version + 1 };
  }
  return last;
}

function seeded(dataset: Dataset, index: number): StoredOrder {
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
export const foodOrders: VersionedCollection<StoredOrder> = {
  name: 'food_orders',
  prefix: 'fod',
  noun: 'order',
  schema: storedOrder,
  defaultSize: 150,
  versioned: true,
  count: orderCount,
  seeded,
  transition: nextStep,
  due: dueOf,
  // A courier is then where the last step says.
  shows: ({ journey: _journey, ...order }) => order,
};
