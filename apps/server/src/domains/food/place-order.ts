/** Places orders: at once, or for later. One quote makes one order. */
import type { contract } from '@understudy/contract';
import {
  badRequest,
  type ContextOf,
  type Dataset,
  instantsAt,
  instantText,
  localTime,
  numberedId,
  wallAt,
  type Zone,
} from '../../kit/index.js';
import { raisedLine, sumUp } from './basket.js';
import type { Journey, KeptOrder } from './journey.js';
import { drawJourney, newOrder } from './new-order.js';
import { isOpenAt, shownRestaurant, zoneOf } from './opening.js';
import { foodOrders } from './records/order.js';
import { LEAD_MS } from './records/order-plan.js';
import { HOLDS_MS, type KeptQuote, quotes } from './records/quote.js';
import { type KeptRestaurant, restaurants } from './records/restaurant.js';
import { retryAfter, shownOrder } from './shown-order.js';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** How far ahead an order can be scheduled, in ms. */
const AHEAD = { least: 45 * MINUTE_MS, most: 7 * DAY_MS };

function fault(code: string, detail: string) {
  return badRequest([{ pointer: '#/scheduled_for', code, detail }]);
}

/** The instant of a time with an offset, which must be the one that the zone has then. */
function withOffset(text: string, zone: Zone): number {
  const instant = Date.parse(text);
  const wall = Date.parse(`${text.slice(0, 16)}:00.000Z`);
  if (wallAt(zone, instant) === wall) return instant;
  const right = instantsAt(zone, wall).map((one) => localTime(zone, one));
  const detail =
    right.length === 0
      ? `names a time that the clocks in ${zone.name} skip`
      : `must have the offset of ${zone.name}: ${right.join(' or ')}`;
  throw fault(right.length === 0 ? 'nonexistent_local_time' : 'wrong_offset', detail);
}

/** The instant at which the clock on the wall shows a time. */
function onTheWall(text: string, zone: Zone): number {
  const wall = Date.parse(`${text.slice(0, 16)}:00.000Z`);
  const [instant, other] = instantsAt(zone, wall);
  if (instant === undefined) {
    throw fault('nonexistent_local_time', `names a time that the clocks in ${zone.name} skip`);
  }
  if (other === undefined) return instant;
  const both = [instant, other].map((one) => localTime(zone, one)).join(' or ');
  throw fault('ambiguous_local_time', `names a time that the clocks in ${zone.name} show twice: send ${both}`);
}

/**
 * The instant of a time, which may have an offset.
 *
 * @param text - a time to the minute, as its schema has accepted it
 * @throws ProblemError 400 that says what is wrong with it, and what would be right
 */
function scheduledInstant(text: string, zone: Zone, now: number): number {
  const instant = /(?:Z|[+-]\d{2}:\d{2})$/.test(text.slice(16)) ? withOffset(text, zone) : onTheWall(text, zone);
  const ahead = instant - now;
  if (ahead < AHEAD.least) {
    throw fault('too_soon', `must be at least 45 minutes ahead; it is ${localTime(zone, now)} there`);
  }
  if (ahead > AHEAD.most) throw fault('too_far', `must be at most 7 days ahead; it is ${localTime(zone, now)} there`);
  return instant;
}

type PlaceContext = ContextOf<typeof contract.food, 'placeOrder'>;

/** A restaurant whose prices rise between quote and order, and by how much an item, in minor units. */
const RISING = { id: 'rst_0003', by: 50 };

/** Restaurants that do not accept what is ordered. */
const outcomes: Readonly<Record<string, Journey['outcome']>> = { rst_0004: 'rejected', rst_0005: 'unanswered' };

function answer(order: KeptOrder, now: number) {
  const location = `/api/food/orders/${order.id}`;
  return { value: [shownOrder(order, now)], location, retryAfter: retryAfter(order, now) };
}

/** The quote that holds where the prices of another have risen: the same one, however often it is asked for. */
function risen({ records, now }: PlaceContext, quote: KeptQuote, restaurant: KeptRestaurant): KeptQuote {
  if (quote.next_id !== null) return records.find(quotes, quote.next_id);
  const id = numberedId(records, quotes.prefix);
  const items = quote.items.map((item) => raisedLine(item, RISING.by));
  records.put(quotes, { ...quote, next_id: id });
  return records.put(quotes, {
    ...quote,
    id,
    previous_id: quote.id,
    ...sumUp(items, restaurant),
    expires_at: instantText(now + HOLDS_MS),
    created_at: instantText(now),
  });
}

function checkOpen({ problem, now }: PlaceContext, restaurant: KeptRestaurant, at: number): void {
  if (isOpenAt(restaurant, at)) return;
  const { shown } = shownRestaurant(restaurant, now);
  const then = `closed at ${localTime(zoneOf(restaurant), at)}`;
  const detail = `${restaurant.id} is ${restaurant.is_paused ? 'paused, and takes no orders' : then}`;
  throw problem('restaurant_closed', { detail, current: shown });
}

/** What an order is drawn by: the number of its quote, which no other quote of its kind has. */
function drawn(dataset: Dataset, { id }: KeptQuote) {
  const [, kind = '', number = '0'] = /^qte_(n?)0*(\d+)$/.exec(id) ?? [];
  return dataset.random(`food_orders/of quotes ${kind}`, Number(number));
}

/** Places an order. */
export function placeOrder(ctx: PlaceContext) {
  const { input, records, now, problem, onlyId, emit } = ctx;
  const quote = records.find(quotes, input.quote_id);
  const id = onlyId(foodOrders, [quote.id]);
  const placed = records.get(foodOrders, id);
  if (placed !== undefined) return answer(placed, now);
  const restaurant = records.find(restaurants, quote.restaurant_id);
  const zone = zoneOf(restaurant);
  const { scheduled_for: wanted } = input;
  const due = wanted === null ? undefined : scheduledInstant(wanted, zone, now);
  if (quote.status === 'expired') {
    throw problem('quote_expired', { detail: `${quote.id} held until ${quote.expires_at}`, current: quote });
  }
  checkOpen(ctx, restaurant, due ?? now);
  const current = restaurant.id === RISING.id && quote.previous_id === null ? risen(ctx, quote, restaurant) : quote;
  if (current !== quote || input.total !== quote.total.amount) {
    const detail = `#/total is ${input.total}, and the order costs ${current.total.amount} in minor units of ${current.total.currency}: order ${current.id} with that total`;
    const errors = [{ pointer: '#/total', code: 'price_changed', detail: `must be ${current.total.amount}` }];
    return { failure: problem('price_changed', { detail, errors, current }) };
  }
  records.put(quotes, { ...quote, status: 'used' });
  const outcome = outcomes[restaurant.id] ?? 'delivered';
  const { distance_m } = quote;
  const order = records.put(
    foodOrders,
    newOrder({
      id,
      quote_id: quote.id,
      scheduled_for: due === undefined ? null : localTime(zone, due).slice(0, 16),
      pace: input.pace,
      quote,
      tip: input.tip,
      createdAt: now,
      startsAt: due === undefined ? now : due - LEAD_MS,
      journey: drawJourney(drawn(records.dataset, quote), restaurant, { outcome, distance_m }),
    }),
  );
  if (order.status === 'placed') emit('food_order.placed', shownOrder(order, now));
  return answer(order, now);
}
