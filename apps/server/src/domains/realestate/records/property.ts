/** What a seeded property is like: its rooms, its size, its price and its texts. */
import { type Listing, listingFeatures } from '@understudy/contract/realestate';
import type { Random } from '../../../kit/index.js';
import { marketOf } from '../words/markets.js';
import { texts } from '../words/texts.js';
import type { Plan } from './plan.js';

type Rooms = Pick<Listing, 'bedrooms' | 'bathrooms' | 'area_m2' | 'plot_m2' | 'year_built'>;

/** Smallest and largest living area, and how much of it goes with each bedroom. */
const areas = { house: [90, 260, 45], apartment: [45, 140, 38], studio: [22, 42, 0] } as const;

/** The kind of a property. */
export function drawKind({ kind }: Plan, random: Random): Listing['kind'] {
  const chance = random.fraction();
  if (kind !== undefined) return kind;
  if (chance < 0.45) return 'apartment';
  if (chance < 0.75) return 'house';
  return chance < 0.9 ? 'studio' : 'land';
}

/** Rooms and sizes: land has no rooms. */
export function drawRooms(kind: Listing['kind'], random: Random): Rooms {
  if (kind === 'land') {
    return { bedrooms: null, bathrooms: null, area_m2: null, plot_m2: random.int(40, 500) * 10, year_built: null };
  }
  const [least, most, each] = areas[kind];
  const area = random.int(least, most);
  const bedrooms = each === 0 ? 0 : Math.max(1, Math.round(area / each) - 1);
  return {
    bedrooms,
    bathrooms: 1 + Math.floor(bedrooms / 3),
    area_m2: area,
    plot_m2: kind === 'house' ? area + random.int(10, 90) * 10 : null,
    year_built: random.chance(0.1) ? null : random.int(1890, 2023),
  };
}

/** A number as people name prices: with three digits that say something. */
function rounded(value: number): number {
  const step = 10 ** Math.max(0, String(Math.floor(value)).length - 3);
  return Math.round(value / step) * step;
}

/** The price of a property, as its city has it. */
export function drawPrice(
  { place }: Plan,
  { offer, area_m2, plot_m2 }: Pick<Listing, 'offer' | 'area_m2' | 'plot_m2'>,
  random: Random,
): Listing['price'] {
  const { sale, rent, minor } = marketOf(place.name);
  const usual = area_m2 === null ? (plot_m2 ?? 0) * sale * 0.12 : area_m2 * (offer === 'rent' ? rent : sale);
  const amount = rounded((usual * random.int(80, 125)) / 100) * minor;
  // The currencies of places are those of listings, which a test holds.
  return { amount, currency: place.currency as Listing['price']['currency'] };
}

/** Cities from whose houses the sea may be seen. */
const coasts: ReadonlySet<string> = new Set(['Lisbon', 'San Francisco', 'Taveuni']);

/** What properties of some kinds never have. */
const foreign: Readonly<Record<Listing['kind'], readonly Listing['features'][number][]>> = {
  house: ['elevator', 'balcony'],
  apartment: ['garage', 'solar_panels', 'pool'],
  studio: ['garage', 'solar_panels', 'pool', 'fireplace', 'cellar', 'garden'],
  land: listingFeatures.filter((feature) => feature !== 'garden' && feature !== 'parking' && feature !== 'sea_view'),
};

/** What a property has. */
export function drawFeatures({ place }: Plan, kind: Listing['kind'], random: Random): Listing['features'] {
  const isCoast = coasts.has(place.name);
  const possible = listingFeatures.filter(
    (feature) => !foreign[kind].includes(feature) && (isCoast || feature !== 'sea_view'),
  );
  const drawn = new Set(random.sample(possible, random.int(kind === 'land' ? 0 : 1, 5)));
  return possible.filter((feature) => drawn.has(feature));
}

/** Title and description of a property. */
export function drawTexts(
  { kind, bedrooms }: Pick<Listing, 'kind' | 'bedrooms'>,
  district: string,
  random: Random,
): Pick<Listing, 'title' | 'description'> {
  const { titles, sentences } = texts[kind];
  const possible = bedrooms === 1 ? titles.filter((title) => !title.includes('{rooms}')) : titles;
  const title = random
    .pick(possible)
    .replace('{district}', district)
    .replace('{rooms}', String(bedrooms ?? 0));
  return { title, description: random.sample(sentences, random.int(2, 3)).join(' ') };
}
