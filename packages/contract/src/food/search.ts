/** What restaurants are searched by. */
import { z } from 'zod';
import { withinCircle } from '../kit/area.js';
import { choice } from '../kit/field.js';
import { equal, equalInAnyCase, least, most, yes } from '../kit/filter.js';
import { currencyCode } from '../kit/money.js';
import { cuisines } from './words.js';

/** The conditions of a search. */
export const restaurantFilters = {
  near: withinCircle('location', 'Only restaurants around this position; each then has `distance_m`.'),
  cuisine: equal(choice(cuisines, 'Only restaurants that cook this.')),
  city: equalInAnyCase(
    'address.city',
    z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'Only restaurants in this city; case is ignored.', examples: ['Lisbon'] }),
  ),
  open_now: yes(
    'is_open',
    z
      .boolean()
      .meta({ description: 'Only restaurants that are open now, or only those that are not.', examples: [true] }),
  ),
  currency: equal(currencyCode('Only restaurants with prices in this currency.')),
  min_rating: least(
    'rating',
    z
      .number()
      .min(1)
      .max(5)
      .meta({ description: 'Lowest rating.', examples: [4] }),
  ),
  max_price_level: most(
    'price_level',
    z
      .int()
      .min(1)
      .max(4)
      .meta({ description: 'Highest price level.', examples: [3] }),
  ),
};
