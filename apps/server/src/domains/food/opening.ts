/** Whether a restaurant is open, and what is shown of it therefore. */
import type { Restaurant } from '@understudy/contract/food';
import { LATEST_INSTANT } from '@understudy/contract/kit';
import { type Opening, openingAt, type Zone, zoneNamed } from '../../kit/index.js';
import type { KeptRestaurant } from './records/restaurant.js';

/** The zone that a restaurant is in. */
export function zoneOf({ timezone }: Pick<KeptRestaurant, 'timezone'>): Zone {
  const zone = zoneNamed(timezone);
  if (zone === undefined) throw new RangeError(`there is no time zone ${timezone}`);
  return zone;
}

const paused: Opening = { isOpen: false, until: undefined };

function openingOf(restaurant: KeptRestaurant, instant: number): Opening {
  if (restaurant.is_paused) return paused;
  const closedOn = restaurant.closures.map(({ month_day }) => month_day);
  return openingAt({ hours: restaurant.hours, closedOn }, zoneOf(restaurant), instant);
}

/** Whether a restaurant is open at an instant. */
export function isOpenAt(restaurant: KeptRestaurant, instant: number): boolean {
  return openingOf(restaurant, instant).isOpen;
}

/** A restaurant as it is shown, and how long that is so, in ms since 1970. */
export function shownRestaurant(restaurant: KeptRestaurant, now: number): { shown: Restaurant; until: number } {
  const { isOpen, until = Number.POSITIVE_INFINITY } = openingOf(restaurant, now);
  const next_change_at = until > LATEST_INSTANT ? null : new Date(until).toISOString();
  return { shown: { ...restaurant, is_open: isOpen, next_change_at }, until };
}
