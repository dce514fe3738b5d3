/** Calls of food delivery, as its tests make them: baskets that are priced, ordered, followed and cancelled. */
import type { FoodOrder, Quote, Restaurant } from '@understudy/contract';
import { type SentEvent, eventsIn } from '../streams/read-events.js';
import { type Answered, calling } from '../calling.js';
import type { Target } from '../support.js';

/** Sends a request to the food domain. */
export const send = calling('/api/food');

/** Somewhere near the first restaurants. */
export const dropoff = {
  line1: 'Rua do Norte 7',
  city: 'Lisbon',
  location: { latitude: 38.74512, longitude: -9.14873 },
};

/** What a basket has instead of two of the first dish of the first restaurant. */
export interface Basket {
  readonly restaurant_id?: string;
  readonly items?: readonly object[];
  readonly dropoff?: object;
}

/** Asks for a quote: of two of the first dish, where no items are named. */
export async function askQuote(of: Target, basket: Basket = {}): Promise<Answered<Quote>> {
  const { restaurant_id = 'rst_0001', items } = basket;
  const found = items ?? [{ menu_item_id: await firstDish(of, restaurant_id), quantity: 2 }];
  return send<Quote>(of, ['POST', '/quotes'], { body: { dropoff, ...basket, restaurant_id, items: found } });
}

const dishes = new Map<string, string>();

async function firstDish(of: Target, restaurant: string): Promise<string> {
  const cached = dishes.get(restaurant);
  if (cached !== undefined) return cached;
  const { data } = await send<{ id: string }[]>(of, ['GET', `/restaurants/${restaurant}/menu?per_page=1`]);
  const id = data[0]?.id ?? '';
  dishes.set(restaurant, id);
  return id;
}

/** Orders a quote. */
export const askOrder = (of: Target, quote: Pick<Quote, 'id' | 'total'>, more: object = {}) =>
  send<FoodOrder>(of, ['POST', '/orders'], { body: { quote_id: quote.id, total: quote.total.amount, ...more } });

/** An order that was just placed, or scheduled. */
export async function placed(of: Target, more: object = {}, basket: Basket = {}): Promise<FoodOrder> {
  return (await askOrder(of, (await askQuote(of, basket)).data, more)).data;
}

/** An order as it is now. */
export const orderNow = async (of: Target, id: string): Promise<FoodOrder> =>
  (await send<FoodOrder>(of, ['GET', `/orders/${id}`])).data;

/** A restaurant as it is now. */
export const restaurantNow = async (of: Target, id: string): Promise<Restaurant> =>
  (await send<Restaurant>(of, ['GET', `/restaurants/${id}`])).data;

/** Cancels an order. */
export const cancel = (of: Target, id: string, tag?: string) =>
  send<FoodOrder>(of, ['POST', `/orders/${id}/cancel`], { tag });

/** Moves the clock of a sandbox. */
export const advance = (of: Target, seconds: number, clock = '//sandboxes/default/clock') =>
  send(of, ['POST', clock], { body: { action: 'advance', seconds } });

/** Freezes the clock at an instant. */
export const freeze = (of: Target, at: string) =>
  send(of, ['POST', '//sandboxes/default/clock'], { body: { action: 'freeze', at } });

/** The events of a stream that there are by now. */
export async function eventsNow(of: Target, id: string, last?: string): Promise<SentEvent[]> {
  const after = last === undefined ? '' : `&last_event_id=${last}`;
  return eventsIn(await (await of.fetch(`/api/food/orders/${id}/tracking?follow=false${after}`)).text());
}
