/** Restaurants, and when they are open. */
import { cuisines, restaurant as restaurantSchema, type Restaurant } from '@understudy/contract/food';
import {
  type Collection,
  type Dataset,
  drawAddress,
  moneyIn,
  type Opening,
  openingAt,
  type Place,
  type PlacedAddress,
  type PlaceName,
  placeNamed,
  places,
  type Random,
  seededId,
  type z,
  zoneOf,
} from '../../../kit/index.js';
import { cuisineWords } from '../words/cuisines.js';
import { currencies, type Currency, LATEST_INSTANT, type Money } from '@understudy/contract/kit';

/** How many of each currency a euro counts for, and the step of its prices in minor units. */
const rates: Readonly<Record<Currency, readonly [minor: number, step: number]>> = {
  EUR: [100, 50],
  USD: [115, 50],
  GBP: [90, 50],
  JPY: [160, 10],
  KWD: [340, 50],
};

/** The price in a currency next to some euros. */
export function priceIn(currency: Currency, euros: number): Money {
  const [minor, step] = rates[currency];
  return moneyIn(currency, Math.round((euros * minor) / step) * step);
}

type Hours = Restaurant['hours'];

interface Fixed {
  readonly city: PlaceName;
  readonly cuisine: Restaurant['cuisine'];
  readonly hours: Hours;
  readonly district?: string;
  readonly isPaused?: true;
}

interface RestaurantPlan extends Pick<Restaurant, 'cuisine' | 'hours' | 'closures'> {
  readonly place: Place;
  readonly currency: Currency;
  readonly district: string | undefined;
  readonly isPaused: boolean;
  /** How dear it is: 1 is the price of the word list. */
  readonly dearness: number;
}

const WEEK = [1, 2, 3, 4, 5, 6, 7] as const;

/** The same hours on some days of the week. */
const on = (days: readonly number[], ...hours: readonly (readonly [opens: string, closes: string])[]): Hours =>
  days.flatMap((weekday) => hours.map(([opens, closes]) => ({ weekday, opens, closes })));

/** At any time. */
const allHours = on(WEEK, ['00:00', '00:00']);

const near = { city: 'Lisbon', district: 'Alvalade', hours: allHours } as const;

/** Restaurants that are always the same special case, by index. */
const fixed: Readonly<Record<number, Fixed>> = {
  0: { ...near, cuisine: 'pizza' },
  1: { ...near, cuisine: 'burgers', isPaused: true },
  2: { ...near, cuisine: 'thai' },
  3: { ...near, cuisine: 'mexican' },
  4: { ...near, cuisine: 'indian' },
  5: { city: 'Berlin', cuisine: 'mediterranean', hours: on(WEEK, ['18:00', '03:00']) },
  6: { city: 'Tokyo', cuisine: 'sushi', hours: on(WEEK, ['11:00', '23:00']) },
};

const isCurrency = (currency: string): currency is Currency => currencies.some((known) => known === currency);

function currencyOf({ name, currency }: Place): Currency {
  if (isCurrency(currency)) return currency;
  throw new RangeError(`no prices can be in the currency of ${name}`);
}

/** Cities whose currency the domains deal in. */
const cities = places.filter(({ currency }) => isCurrency(currency));

const usual = [
  (days: readonly number[]) => on(days, ['11:30', '14:30'], ['17:30', '22:00']),
  (days: readonly number[]) => on(days, ['11:00', '23:00']),
  (days: readonly number[]) => on(days, ['17:00', '00:30']),
  (days: readonly number[]) => on(days, ['12:00', '22:30']),
  (days: readonly number[]) => on(days, ['18:00', '02:00']),
] as const;

function drawHours(random: Random, cuisine: Restaurant['cuisine']): Hours {
  const [form, rest] = [random.pick(usual), random.int(1, 14)];
  if (cuisine === 'breakfast') return on(WEEK, ['07:00', '15:00']);
  // One day off, or none.
  return form(WEEK.filter((day) => day !== rest));
}

function drawClosures(random: Random): Restaurant['closures'] {
  const [christmas, newYear] = [random.chance(0.6), random.chance(0.4)];
  return [
    ...(newYear ? [{ month_day: '01-01', reason: 'New Year' }] : []),
    ...(christmas ? [{ month_day: '12-25', reason: 'Christmas' }] : []),
  ];
}

/** The plan of the restaurant at an index. */
export function restaurantPlan(dataset: Dataset, index: number): RestaurantPlan {
  const random = dataset.random('restaurants/plan', index);
  const [drawnPlace, drawnCuisine] = [random.pick(cities), random.pick(cuisines)];
  const [isPaused, dearness] = [random.chance(0.04), random.int(85, 125) / 100];
  const [hours, closures] = [drawHours(random, drawnCuisine), drawClosures(random)];
  const known = fixed[index];
  if (known === undefined) {
    const place = drawnPlace;
    const own = { place, currency: currencyOf(place), district: undefined, cuisine: drawnCuisine };
    return { ...own, hours, closures, isPaused, dearness };
  }
  const place = placeNamed(known.city);
  const { cuisine, district, hours: settled } = known;
  const own = { place, currency: currencyOf(place), district, cuisine, hours: settled };
  return { ...own, closures: [], isPaused: known.isPaused === true, dearness: 1 };
}

/** What is shown of it beside that follows from the present, and from who asks. */
const storedRestaurant = restaurantSchema.omit({ is_open: true, next_change_at: true, distance_m: true });

/** A restaurant as it is kept. */
export type StoredRestaurant = z.infer<typeof storedRestaurant>;

/** Restaurants that deliver at least to the whole of their city, so that one basket goes to each. */
const FAR = 7;

const levelOf = ({ dearness }: RestaurantPlan): number =>
  dearness < 0.95 ? 1 : dearness < 1.06 ? 2 : dearness < 1.16 ? 3 : 4;

/** Where a seeded restaurant is; its generator has been drawn from then. */
export function addressOf(
  dataset: Dataset,
  index: number,
  random = dataset.random('restaurants', index),
): PlacedAddress {
  const { place, district } = restaurantPlan(dataset, index);
  return drawAddress(place, random, district);
}

function seeded(dataset: Dataset, index: number): StoredRestaurant {
  const plan = restaurantPlan(dataset, index);
  const { place, cuisine, currency } = plan;
  const random = dataset.random('restaurants', index);
  const { line1, district, location } = addressOf(dataset, index, random);
  const { names, about } = cuisineWords[cuisine];
  const name = index === 0 ? names[0] : random.pick(names);
  const [isUnrated, rating, radius] = [random.chance(0.08), random.int(31, 50) / 10, random.int(4, 16) * 500];
  return {
    id: seededId('rst', index),
    name: String(name).replace('{district}', district),
    cuisine,
    description: random.pick(about),
    address: { line1, city: place.name, country: place.code },
    location,
    timezone: place.timezone,
    currency,
    hours: plan.hours,
    closures: plan.closures,
    is_paused: plan.isPaused,
    rating: isUnrated ? null : rating,
    price_level: levelOf(plan),
    delivery_radius_m: index < FAR ? 8000 : radius,
    delivery_fee: priceIn(currency, index === 0 ? 3 : random.int(3, 10) / 2),
    minimum_order: priceIn(currency, index < FAR ? 10 : random.int(8, 16)),
  };
}

/** Restaurants. */
export const restaurants: Collection<StoredRestaurant> = {
  name: 'restaurants',
  prefix: 'rst',
  noun: 'restaurant',
  schema: storedRestaurant,
  defaultSize: 80,
  count: (dataset) => dataset.size('restaurants'),
  seeded,
};

const paused: Opening = { isOpen: false, until: undefined };

function openingOf(restaurant: StoredRestaurant, instant: number): Opening {
  if (restaurant.is_paused) return paused;
  const closedOn = restaurant.closures.map(({ month_day }) => month_day);
  return openingAt({ hours: restaurant.hours, closedOn }, zoneOf(restaurant), instant);
}

/** Whether a restaurant is open at an instant. */
export function isOpenAt(restaurant: StoredRestaurant, instant: number): boolean {
  return openingOf(restaurant, instant).isOpen;
}

/** A restaurant as it is shown, and how long that is so, in ms since 1970. */
export function shownRestaurant(restaurant: StoredRestaurant, now: number): { shown: Restaurant; until: number } {
  const { isOpen, until = Number.POSITIVE_INFINITY } = openingOf(restaurant, now);
  const next_change_at = until > LATEST_INSTANT ? null : new Date(until).toISOString();
  return { shown: { ...restaurant, is_open: isOpen, next_change_at }, until };
}
