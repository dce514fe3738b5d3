/** Restaurants. Whether each of them is open follows from its hours and the present. */
import { restaurant } from '@understudy/contract/food';
import {
  type Collection,
  type Dataset,
  drawAddress,
  type PlacedAddress,
  seededId,
  type z,
} from '../../../kit/index.js';
import { priceIn } from '../prices.js';
import { allCuisines } from '../words/all-cuisines.js';
import { type RestaurantPlan, restaurantPlan } from './restaurant-plan.js';

/** What is shown of it beside that follows from the present, and from who asks. */
const keptRestaurant = restaurant.omit({ is_open: true, next_change_at: true, distance_m: true });

/** A restaurant as it is kept. */
export type KeptRestaurant = z.infer<typeof keptRestaurant>;

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

function seeded(dataset: Dataset, index: number): KeptRestaurant {
  const plan = restaurantPlan(dataset, index);
  const { place, cuisine, currency } = plan;
  const random = dataset.random('restaurants', index);
  const { line1, district, location } = addressOf(dataset, index, random);
  const { names, about } = allCuisines[cuisine];
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
export const restaurants: Collection<KeptRestaurant> = {
  name: 'restaurants',
  prefix: 'rst',
  noun: 'restaurant',
  schema: keptRestaurant,
  defaultSize: 80,
  count: (dataset) => dataset.size('restaurants'),
  seeded,
};
