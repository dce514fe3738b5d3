/** What is settled about a seeded listing before anything else: where it is, what it is, where it stands, and since when. */
import type { Listing } from '@understudy/contract/realestate';
import {
  type Dataset,
  EPOCH,
  longRelation,
  type Place,
  placeNamed,
  type PlaceName,
  places,
  range,
} from '../../../kit/index.js';

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

/** What is settled about a listing. */
export interface Plan extends Omit<Fixed, 'city' | 'status'> {
  readonly place: Place;
}

/** Cities of agents. */
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
  return Math.floor(EPOCH - daysBefore * DAY_MS - (YEARS_MS * HALF) / (HALF + index));
}

/** When a seeded listing last changed: with all others of its import. */
export function changedAt(index: number): number {
  return pastAt(Math.floor(index / PER_IMPORT));
}

/** When a seeded listing was put on the list. */
export function listedAt(index: number): number {
  return pastAt(index / PER_IMPORT, 120);
}
