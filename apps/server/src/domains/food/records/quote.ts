/** Quotes: twenty are seeded, which never expire; all others hold for five minutes. */
import { type Quote, quote } from '@understudy/contract/food';
import {
  type Collection,
  type Dataset,
  EPOCH,
  metresBetween,
  seededId,
  type Transition,
  z,
} from '../../../kit/index.js';
import { lineOf, sumUp } from '../basket.js';
import { menuItems } from './menu-item.js';
import { restaurants } from './restaurant.js';

/** How long a quote holds, in ms. */
export const HOLDS_MS = 5 * 60_000;

const keptQuote = quote.extend({
  /** The quote that came in its place, since prices had changed; null where none has. */
  next_id: z.string().nullable(),
});

/** A quote as it is kept. */
export type KeptQuote = z.infer<typeof keptQuote>;

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
function seeded(dataset: Dataset, index: number): KeptQuote {
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

function transition(record: KeptQuote): Transition<KeptQuote> | undefined {
  const { status, expires_at } = record;
  if (status !== 'open' || expires_at === null) return undefined;
  return { at: Date.parse(expires_at), record: { ...record, status: 'expired' } };
}

/** Quotes. They are found by their id alone. */
export const quotes: Collection<KeptQuote> = {
  name: 'quotes',
  prefix: 'qte',
  noun: 'quote',
  schema: keptQuote,
  unlisted: true,
  count: (dataset) => (dataset.size('restaurants') === 0 ? 0 : COUNT),
  seeded,
  transition,
};
