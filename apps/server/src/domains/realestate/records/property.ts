/** What a seeded property is like: its rooms, its size, its price and its texts. */
import { type Listing, listingFeatures } from '@understudy/contract/realestate';
import {
  Allocation,
  approaching,
  type Dataset,
  EPOCH,
  itemAt,
  longRelation,
  type Place,
  type PlaceName,
  placeNamed,
  places,
  type Random,
  range,
} from '../../../kit/index.js';
import { marketOf } from '../words/markets.js';
import { texts } from '../words/texts.js';

/** Listings of each agent. */
export const PER_AGENT = 12;

/** Seeded listings that came in one import, and share its instant. */
const PER_IMPORT = 40;

const DAY_MS = 86_400_000;
const YEARS_MS = 730 * DAY_MS;

/** How many imports it takes to get half-way from the first to the present. */
const HALF = 6;

interface Fixed {
  readonly city: PlaceName;
  readonly district?: string;
  readonly kind?: Listing['kind'];
  readonly offer?: Listing['offer'];
  readonly status?: Listing['status'];
  readonly isAroundTheClock?: true;
}

/** Listings that are always the same special case, by index. */
const fixed: Readonly<Record<number, Fixed>> = {
  0: { city: 'Lisbon' },
  1: { city: 'Lisbon', status: 'under_offer' },
  2: { city: 'London', status: 'closed' },
  3: { city: 'London', status: 'withdrawn' },
  4: { city: 'Berlin', kind: 'apartment', isAroundTheClock: true },
  5: { city: 'Berlin', kind: 'land', offer: 'sale' },
  6: { city: 'Tokyo', kind: 'apartment' },
  7: { city: 'Taveuni', district: 'Vuna', kind: 'house' },
  8: { city: 'Taveuni', district: 'Waiyevo', kind: 'house' },
  9: { city: 'Melbourne' },
};

interface Plan extends Omit<Fixed, 'city' | 'status'> {
  readonly place: Place;
}

const agentPlaces = places.filter(({ code }) => code !== 'FJ');

/** The city of a seeded agent; the first one has listings all over the world. */
export function placeOfAgent(dataset: Dataset, agent: number): Place {
  return agent === 0 ? placeNamed('London') : dataset.random('agents/place', agent).pick(agentPlaces);
}

/** The plan of the listing at an index. */
export function planOf(dataset: Dataset, index: number): Plan {
  const { city, ...rest } = fixed[index] ?? {};
  return {
    ...rest,
    place: city === undefined ? placeOfAgent(dataset, Math.floor(index / PER_AGENT)) : placeNamed(city),
  };
}

/** Where a seeded listing stands. It is drawn by itself, so that all of a million are known soon. */
export function statusOf(dataset: Dataset, index: number): Listing['status'] {
  const settled = fixed[index];
  if (settled !== undefined) return settled.status ?? 'active';
  const chance = dataset.random('listings/status', index).fraction();
  if (chance < 0.7) return 'active';
  if (chance < 0.82) return 'under_offer';
  if (chance < 0.92) return 'closed';
  return chance < 0.97 ? 'withdrawn' : 'expired';
}

/** Listings between two steps of what is built over all of them. */
const STEP = 2048;

/** The seeded listings of each status. */
export const listingsByStatus = longRelation('listings/statuses', function* build(dataset): Generator<
  void,
  Map<string, Uint32Array>
> {
  const found = new Map<string, number[]>();
  for (let index = 0; index < dataset.size('listings'); index++) {
    if (index % STEP === 0) yield;
    const status = statusOf(dataset, index);
    const known = found.get(status);
    if (known === undefined) found.set(status, [index]);
    else known.push(index);
  }
  return new Map(Array.from(found, ([status, indexes]) => [status, Uint32Array.from(indexes)]));
});

/** The seeded listings of an agent. */
export function listingsOfAgent(dataset: Dataset, agent: number) {
  const first = agent * PER_AGENT;
  return range(first, Math.min(first + PER_AGENT, dataset.size('listings')));
}

/** An instant before the present, later for each index, and never there: in ms since 1970. */
export function pastAt(index: number, daysBefore = 0): number {
  const to = EPOCH - daysBefore * DAY_MS;
  return approaching({ from: to - YEARS_MS, to, half: HALF })(index);
}

/** When a seeded listing last changed: with all others of its import. */
export function changedAt(index: number): number {
  return pastAt(Math.floor(index / PER_IMPORT));
}

/** When a seeded listing was put on the list. */
export function listedAt(index: number): number {
  return pastAt(index / PER_IMPORT, 120);
}

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

/** How many photos each listing of a block has. */
const PHOTOS = [3, 4, 5, 6, 7, 8];
const allocation = new Allocation('photos/count', PHOTOS.length);

/** Photos of the seeded listing at an index. */
export function photoCount(dataset: Dataset, listing: number): number {
  return itemAt(PHOTOS, allocation.slot(dataset, listing));
}

/** The photos of listings. */
export const photosOf = allocation.of(() => PHOTOS);
