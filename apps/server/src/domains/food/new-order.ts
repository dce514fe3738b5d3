/** Makes orders of what a quote has priced: placed at once, or scheduled. */
import { type FoodOrder, type Quote, vehicles } from '@understudy/contract/food';
import { drawName, instantText, moneyIn, type Random } from '../../kit/index.js';
import type { Journey, KeptOrder } from './journey.js';
import type { KeptRestaurant } from './records/restaurant.js';

/** What an order is made of. */
export interface OrderParts extends Pick<FoodOrder, 'id' | 'quote_id' | 'scheduled_for' | 'pace'> {
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
  { location }: Pick<KeptRestaurant, 'location'>,
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
export function newOrder({ quote, tip, createdAt, startsAt, journey, ...own }: OrderParts): KeptOrder {
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
