/** What is settled about a seeded restaurant before anything else: where it is, what it cooks, and when it is open. */
import { cuisines, type Restaurant } from '@understudy/contract/food';
import { type Currency, currencies } from '@understudy/contract/kit';
import { type Dataset, type Place, placeNamed, type PlaceName, places, type Random } from '../../../kit/index.js';

type Hours = Restaurant['hours'];

interface Fixed {
  readonly city: PlaceName;
  readonly cuisine: Restaurant['cuisine'];
  readonly hours: Hours;
  readonly district?: string;
  readonly isPaused?: true;
}

/** The plan of a restaurant. */
export interface RestaurantPlan extends Pick<Restaurant, 'cuisine' | 'hours' | 'closures'> {
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

/** The currency of a place. */
function currencyOf({ name, currency }: Place): Currency {
  if (isCurrency(currency)) return currency;
  throw new RangeError(`no prices can be in the currency of ${name}`);
}

/** Cities whose currency the domains deal in. */
const cities = places.filter(({ currency }) => isCurrency(currency));

/** Hours that restaurants have. */
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
