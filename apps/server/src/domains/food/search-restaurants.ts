/** Searches restaurants: by what they cook, around a position, and by whether they are open. */
import type { contract } from '@understudy/contract';
import { restaurantFilters } from '@understudy/contract/food';
import { type ContextOf, listing, metresBetween } from '../../kit/index.js';
import { shownRestaurant } from './opening.js';
import { type KeptRestaurant, restaurants } from './records/restaurant.js';

type SearchContext = ContextOf<typeof contract.food, 'listRestaurants'>;

const MINUTE_MS = 60_000;

/** Searches restaurants. */
export function searchRestaurants({ input, now }: SearchContext) {
  const [centre] = input.near === undefined ? [] : restaurantFilters.near.values(input.near, input);
  const distance = ({ location }: KeptRestaurant) =>
    centre === undefined ? null : Math.round(metresBetween(centre, location));
  const show = (restaurant: KeptRestaurant) => {
    const { shown } = shownRestaurant(restaurant, now);
    const metres = distance(restaurant);
    return metres === null ? shown : { ...shown, distance_m: metres };
  };
  const fee = ({ currency, delivery_fee }: KeptRestaurant) =>
    currency === input.currency ? delivery_fee.amount : null;
  // Hours begin and end with a minute, in every zone.
  const until = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
  return listing(restaurants, {}, { show, until, compute: { distance_m: distance, delivery_fee: fee } });
}
