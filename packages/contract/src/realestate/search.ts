/** What listings are searched by. */
import { z } from 'zod';
import { withinBox, withinCircle } from '../kit/area.js';
import { after, allOf, byDefault, equal, equalInAnyCase, least, most, oneOf } from '../kit/filter.js';
import { choice, instant, recordId } from '../kit/field.js';
import { listingCurrencies, listingFeatures, listingKinds, listingOffers, listingStatuses } from './listing-words.js';

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] });

/** The conditions of a search. */
export const listingFilters = {
  bbox: withinBox('location', 'Only listings in this part of the map.'),
  near: withinCircle('location', 'Only listings around this position; each then has `distance_m`.'),
  offer: equal(choice(listingOffers, 'Only listings for sale, or only those for rent.')),
  kind: oneOf(choice(listingKinds, 'Only listings of these kinds.')),
  status: byDefault('active,under_offer', oneOf(choice(listingStatuses, 'Only listings of these statuses.'))),
  features: allOf(choice(listingFeatures, 'Only listings that have all of these.')),
  city: equalInAnyCase(
    'address.city',
    z
      .string()
      .min(1)
      .max(120)
      .meta({ description: 'Only listings in this city; case is ignored.', examples: ['Lisbon'] }),
  ),
  agent_id: equal(recordId('Only listings of this agent.', 'agt_0001')),
  currency: equal(
    'price.currency',
    choice(listingCurrencies, 'Only listings with a price in this currency (ISO 4217).'),
  ),
  min_price: least('price', count('Lowest price, in minor units of `currency`, which must be given.', 20_000_000)),
  max_price: most('price', count('Highest price, in minor units of `currency`, which must be given.', 60_000_000)),
  min_bedrooms: least('bedrooms', count('Fewest bedrooms.', 2)),
  max_bedrooms: most('bedrooms', count('Most bedrooms.', 4)),
  min_area_m2: least('area_m2', count('Smallest living area in square metres.', 60)),
  max_area_m2: most('area_m2', count('Largest living area in square metres.', 120)),
  updated_after: after('updated_at', instant('Only listings that changed then or later.', '2025-06-01T00:00:00.000Z')),
};
