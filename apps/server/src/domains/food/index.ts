/** The food delivery domain: its handlers over its records. */
import {
  food as declared,
  type FoodOrder,
  type MenuItem,
  type Quote,
  restaurantFilters,
} from '@understudy/contract/food';
import {
  badRequest,
  type ContextOf,
  eventNumber,
  implement,
  instantText,
  listing,
  metresBetween,
  moneyIn,
  numberedId,
  type Result,
} from '../../kit/index.js';
import { type StoredRestaurant, restaurants, shownRestaurant } from './records/restaurant.js';
import { HOLDS_MS, placeOrder, quotes } from './place-order.js';
import { menuItems } from './records/menu-item.js';
import { foodOrders, lineOf, sumUp, type Wanted } from './records/order.js';
import {
  cancelled,
  isOver,
  type StoredOrder,
  nextChange,
  positionsOf,
  retryAfter,
  shownOrder,
  stepsOf,
  timesOf,
} from './journey.js';
import type { ProblemFault } from '@understudy/contract/kit';

type QuoteContext = ContextOf<typeof declared, 'createQuote'>;

/** The restaurant, and what is wanted of it: all that is not there is told at once. */
function find({ input, records }: QuoteContext): { restaurant: StoredRestaurant; wanted: Wanted[] } {
  const [restaurant, ...dishes] = records.findAll<[StoredRestaurant, ...MenuItem[]]>(
    [restaurants, input.restaurant_id],
    ...input.items.map(({ menu_item_id }) => [menuItems, menu_item_id] as const),
  );
  const wanted = input.items.flatMap(({ quantity, option_ids }, i) => {
    const dish = dishes[i];
    return dish === undefined ? [] : [{ dish, quantity, option_ids }];
  });
  return { restaurant, wanted };
}

function unknownOptions({ dish, option_ids }: Wanted, line: number): ProblemFault[] {
  const known = new Set(dish.option_groups.flatMap(({ options }) => options.map(({ id }) => id)));
  return option_ids.flatMap((id, i) => {
    const detail = `must be the id of an option of ${dish.id}`;
    return known.has(id) ? [] : [{ pointer: `#/items/${line}/option_ids/${i}`, code: 'not_found', detail }];
  });
}

/** Too few or too many options of a group; each counts as often as it is named. */
function optionFaults({ dish, option_ids }: Wanted, line: number): ProblemFault[] {
  const pointer = `#/items/${line}/option_ids`;
  const twice = option_ids.flatMap((id, i) =>
    option_ids.indexOf(id) === i
      ? []
      : [{ pointer: `${pointer}/${i}`, code: 'too_many', detail: `must name ${id} only once` }],
  );
  const groups = dish.option_groups.flatMap(({ id, name, min, max, options }) => {
    const count = options.filter((option) => option_ids.includes(option.id)).length;
    const code = count < min ? 'too_few' : 'too_many';
    const detail = `must name ${min} to ${max} options of ${id} (${name}), and names ${count}`;
    return count < min || count > max ? [{ pointer, code, detail }] : [];
  });
  return [...twice, ...groups];
}

/** What no schema can see of a basket. */
function checkBasket(restaurant: StoredRestaurant, wanted: readonly Wanted[], { problem }: QuoteContext): void {
  const unknown = wanted.flatMap(unknownOptions);
  if (unknown.length > 0) {
    const names = unknown.map(({ pointer }) => pointer).join(', ');
    throw problem('not_found', { detail: `there is no option as named in ${names}`, errors: unknown });
  }
  const foreign = wanted.flatMap(({ dish }, i) => {
    const detail = `must be a dish of ${restaurant.id}, and ${dish.id} is one of ${dish.restaurant_id}`;
    const fault = { pointer: `#/items/${i}/menu_item_id`, code: 'wrong_restaurant', detail };
    return dish.restaurant_id === restaurant.id ? [] : [fault];
  });
  const faults = [...foreign, ...wanted.flatMap(optionFaults)];
  if (faults.length > 0) throw badRequest(faults);
}

function checkAvailable(wanted: readonly Wanted[], { problem }: QuoteContext): void {
  const errors = wanted.flatMap(({ dish }, i) => {
    const detail = `${dish.id} (${dish.name}) cannot be had at present`;
    return dish.is_available ? [] : [{ pointer: `#/items/${i}/menu_item_id`, code: 'item_unavailable', detail }];
  });
  if (errors.length === 0) return;
  throw problem('item_unavailable', { detail: errors.map(({ detail }) => detail).join('; '), errors });
}

function createQuote(ctx: QuoteContext): Result<readonly Quote[]> {
  const { input, records, now, problem } = ctx;
  const { restaurant, wanted } = find(ctx);
  checkBasket(restaurant, wanted, ctx);
  checkAvailable(wanted, ctx);
  const { id: restaurant_id, delivery_radius_m: radius, minimum_order: least } = restaurant;
  const metres = metresBetween(restaurant.location, input.dropoff.location);
  const distance_m = Math.round(metres);
  if (metres > radius) {
    const detail = `${restaurant_id} delivers up to ${radius} m away, and the dropoff is ${distance_m} m away`;
    throw problem('out_of_range', { detail });
  }
  const sums = sumUp(wanted.map(lineOf), restaurant);
  if (sums.items_total.amount < least.amount) {
    const detail = `the items cost ${sums.items_total.amount} in minor units of ${least.currency}, and ${restaurant_id} takes orders from ${least.amount} on`;
    throw problem('below_minimum', { detail });
  }
  const quote = records.put(quotes, {
    id: numberedId(records, quotes.prefix),
    previous_id: null,
    restaurant_id,
    dropoff: input.dropoff,
    ...sums,
    distance_m,
    status: 'open',
    expires_at: instantText(now + HOLDS_MS),
    created_at: instantText(now),
    next_id: null,
  });
  return { value: [quote], location: `/api/food/quotes/${quote.id}` };
}

type UpdateContext = ContextOf<typeof declared, 'updateFoodOrder'>;
type CancelContext = ContextOf<typeof declared, 'cancelFoodOrder'>;
type AnyContext = UpdateContext | CancelContext;

/** How long after the delivery a tip can be changed, in ms. */
const TIP_MS = 3_600_000;

/** The order that a call is about, as its read shows it. */
function orderNow({ input, records, now }: AnyContext): FoodOrder {
  return shownOrder(records.find(foodOrders, input.order_id), now);
}

function tooLate({ problem, now }: AnyContext, order: StoredOrder, what: string) {
  const detail = `${order.id} is ${order.status}, and ${what}`;
  return problem('too_late', { detail, current: shownOrder(order, now) });
}

const isUnderway = ({ status }: StoredOrder): boolean => status === 'picked_up' || status === 'delivered';

function takesTip(order: StoredOrder, now: number): boolean {
  if (order.status !== 'delivered') return !isOver(order);
  return now <= Date.parse(order.history.at(-1)?.at ?? '') + TIP_MS;
}

/** Changes the note and the tip. What is as it is wanted already is no change. */
function updateOrder(ctx: UpdateContext): Result<readonly FoodOrder[]> {
  const { input, records, patch, now } = ctx;
  const order = records.find(foodOrders, input.order_id);
  const { tip = order.tip.amount, note = order.dropoff.note } = patch;
  const [isTip, isNote] = [tip !== order.tip.amount, note !== order.dropoff.note];
  if (!isTip && !isNote) return { value: [shownOrder(order, now)] };
  if (isNote && (isOver(order) || isUnderway(order))) throw tooLate(ctx, order, 'its note no longer changes');
  if (isTip && !takesTip(order, now)) throw tooLate(ctx, order, 'its tip no longer changes');
  const { currency, amount } = order.total;
  const changed = records.put(foodOrders, {
    ...order,
    dropoff: { ...order.dropoff, note },
    tip: moneyIn(currency, tip),
    total: moneyIn(currency, amount - order.tip.amount + tip),
    updated_at: instantText(now),
  });
  return { value: [shownOrder(changed, now)] };
}

/** Cancels an order. One that is cancelled stays as it is. */
function cancelOrder(ctx: CancelContext): Result<readonly FoodOrder[]> {
  const { input, records, now, emit } = ctx;
  const order = records.find(foodOrders, input.order_id);
  if (order.status === 'cancelled') return { value: [shownOrder(order, now)] };
  if (isOver(order) || isUnderway(order)) throw tooLate(ctx, order, 'can no longer be cancelled');
  const shown = shownOrder(records.put(foodOrders, cancelled(order, now)), now);
  emit('food_order.cancelled', shown);
  return { value: [shown] };
}

/** An event without its number, and its instant in ms since 1970. */
interface Timed {
  readonly at: number;
  readonly event: 'status' | 'position' | 'end';
  readonly data: object;
}

/** All events of an order, those that the clock will bring among them: whoever cancels it takes those back. */
export function eventsOf(order: StoredOrder): readonly Timed[] {
  let last = order;
  for (const { record } of stepsOf(order)) last = record;
  const statuses = last.history.map(({ status, at }): Timed => ({
    at: Date.parse(at),
    event: 'status',
    data: { status, at },
  }));
  const end = statuses.at(-1)?.at ?? 0;
  const eta = instantText(timesOf(order).delivered);
  const positions = positionsOf(order)
    .filter(({ at }) => at <= end)
    .map(({ at, location, progress }): Timed => {
      return { at, event: 'position', data: { location, progress, eta, at: instantText(at) } };
    });
  // Sorting keeps what comes first of one instant: a status follows the position of its instant.
  const all = [...positions, ...statuses].toSorted((one, other) => one.at - other.at);
  return [...all, { at: end, event: 'end', data: { status: last.status } }];
}

/** What there is of the stream by now. */
function trackOrder({ input, records, now }: ContextOf<typeof declared, 'trackFoodOrder'>) {
  const order = records.find(foodOrders, input.order_id);
  const all = eventsOf(order).map(({ at, ...event }, i) => ({ at, sent: { id: String(i + 1), ...event } }));
  const past = all.filter(({ at }) => at <= now);
  const after = eventNumber(input, past.length) ?? 0;
  const events = past.slice(after).map(({ sent }) => sent);
  return { events, next: all[past.length]?.at, isOver: isOver(order) };
}

const MINUTE_MS = 60_000;

function searchRestaurants({ input, now }: ContextOf<typeof declared, 'listRestaurants'>) {
  const [centre] = input.near === undefined ? [] : restaurantFilters.near.values(input.near, input);
  const distance = ({ location }: StoredRestaurant) =>
    centre === undefined ? null : Math.round(metresBetween(centre, location));
  const show = (restaurant: StoredRestaurant) => {
    const { shown } = shownRestaurant(restaurant, now);
    const metres = distance(restaurant);
    return metres === null ? shown : { ...shown, distance_m: metres };
  };
  const fee = ({ currency, delivery_fee }: StoredRestaurant) =>
    currency === input.currency ? delivery_fee.amount : null;
  // Hours begin and end with a minute, in every zone.
  const until = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  return listing(restaurants, {}, { show, until, compute: { distance_m: distance, delivery_fee: fee } });
}

function listOrders({ records, now }: ContextOf<typeof declared, 'listFoodOrders'>) {
  // What is seeded is over.
  const changes = records.changed(foodOrders).flatMap((order) => nextChange(order, now) ?? []);
  const until = changes.reduce((first, at) => Math.min(first, at), Number.POSITIVE_INFINITY);
  return listing(foodOrders, {}, { newestFirst: true, until, show: (order) => shownOrder(order, now) });
}

/** The food delivery domain. */
export const food = implement(declared, {
  collections: [restaurants, menuItems, quotes, foodOrders],
  handlers: {
    listRestaurants: searchRestaurants,

    getRestaurant: ({ input, records, now }) => {
      const { shown, until } = shownRestaurant(records.find(restaurants, input.restaurant_id), now);
      return { value: shown, until };
    },

    listMenuItems: ({ input, records }) => {
      const { id: restaurant_id } = records.find(restaurants, input.restaurant_id);
      return listing(menuItems, { restaurant_id });
    },

    createQuote,

    getQuote: ({ input, records }) => ({ value: records.find(quotes, input.quote_id) }),

    placeOrder,

    listFoodOrders: listOrders,

    getFoodOrder: ({ input, records, now }) => {
      const order = records.find(foodOrders, input.order_id);
      return { value: shownOrder(order, now), retryAfter: retryAfter(order, now) };
    },

    updateFoodOrder: { current: orderNow, handle: updateOrder },

    cancelFoodOrder: { current: orderNow, handle: cancelOrder },

    trackFoodOrder: trackOrder,
  },
});
