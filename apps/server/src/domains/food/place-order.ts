/** Places orders: at once, or for later. One quote makes one order. */
import {
  badRequest,
  type Collection,
  type ContextOf,
  type Dataset,
  EPOCH,
  instantsAt,
  instantText,
  localTime,
  metresBetween,
  numberedId,
  seededId,
  type Transition,
  wallAt,
  z,
  type Zone,
  zoneOf,
} from '../../kit/index.js';
import { drawJourney, foodOrders, LEAD_MS, lineOf, newOrder, raisedLine, sumUp } from './records/order.js';
import { type Journey, type StoredOrder, retryAfter, shownOrder } from './journey.js';
import { isOpenAt, type StoredRestaurant, restaurants, shownRestaurant } from './records/restaurant.js';
import { type Quote, quote as quoteSchema, type food as declared } from '@understudy/contract/food';
import { menuItems } from './records/menu-item.js';

/** How long a quote holds, in ms. */
export const HOLDS_MS = 5 * 60_000;

const storedQuote = quoteSchema.extend({
  /** The quote that came in its place, since prices had changed; null where none has. */
  next_id: z.string().nullable(),
});

type StoredQuote = z.infer<typeof storedQuote>;

const COUNT = 20;

const CREATED = new Date(EPOCH - 3_600_000).toISOString();

/** Where the seeded quotes are delivered, in the city of the first restaurant. */
const dropoff: Quote['dropoff'] = {
  line1: 'Rua do Norte 7',
  city: 'Lisbon',
  location: { latitude: 38.74512, longitude: -9.14873 },
  note: null,
};

/** A quote of two of the first dish of the first restaurant, which cost the same whatever the seed. */
function seeded(dataset: Dataset, index: number): StoredQuote {
  const from = dataset.record(restaurants.name, 0, restaurants.seeded);
  const dish = dataset.record(menuItems.name, 0, menuItems.seeded);
  const items = [lineOf({ dish, quantity: 2, option_ids: [] })];
  return {
    id: seededId('qte', index),
    previous_id: null,
    restaurant_id: from.id,
    dropoff,
    ...sumUp(items, from),
    distance_m: Math.round(metresBetween(from.location, dropoff.location)),
    status: 'open',
    expires_at: null,
    created_at: CREATED,
    next_id: null,
  };
}

function transition(record: StoredQuote): Transition<StoredQuote> | undefined {
  const { status, expires_at } = record;
  if (status !== 'open' || expires_at === null) return undefined;
  return { at: Date.parse(expires_at), record: { ...record, status: 'expired' } };
}

/** Quotes. They are found by their id alone. */
export const quotes: Collection<StoredQuote> = {
  name: 'quotes',
  prefix: 'qte',
  noun: 'quote',
  schema: storedQuote,
  unlisted: true,
  count: (dataset) => (dataset.size('restaurants') === 0 ? 0 : COUNT),
  seeded,
  transition,
};

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

type PlaceContext = ContextOf<typeof declared, 'placeOrder'>;

/** A restaurant whose prices rise between quote and order, and by how much an item, in minor units. */
const RISING = { id: 'rst_0003', by: 50 };

/** Restaurants that do not accept what is ordered. */
const outcomes: Readonly<Record<string, Journey['outcome']>> = { rst_0004: 'rejected', rst_0005: 'unanswered' };

function answer(order: StoredOrder, now: number) {
  const location = `/api/food/orders/${order.id}`;
  return { value: [shownOrder(order, now)], location, retryAfter: retryAfter(order, now) };
}

/** The quote that holds where the prices of another have risen: the same one, however often it is asked for. */
function risen({ records, now }: PlaceContext, quote: StoredQuote, restaurant: StoredRestaurant): StoredQuote {
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

function checkOpen({ problem, now }: PlaceContext, restaurant: StoredRestaurant, at: number): void {
  if (isOpenAt(restaurant, at)) return;
  const { shown } = shownRestaurant(restaurant, now);
  const then = `closed at ${localTime(zoneOf(restaurant), at)}`;
  const detail = `${restaurant.id} is ${restaurant.is_paused ? 'paused, and takes no orders' : then}`;
  throw problem('restaurant_closed', { detail, current: shown });
}

/** What an order is drawn by: the number of its quote, which no other quote of its kind has. */
function drawn(dataset: Dataset, { id }: StoredQuote) {
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
