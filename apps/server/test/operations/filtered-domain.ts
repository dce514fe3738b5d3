/** A domain whose lists have every condition, fields and marks of removal, for the suites over those that declare them. */
import type { AnyImplementation } from '../../src/call/domain.js';
import { type Collection, isRemoved, nowhere, type Removal } from '../../src/kit/collection.js';
import { type Dataset, EPOCH } from '../../src/kit/dataset.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';
import { cities, features, keptHome, type KeptHome, kinds } from './home.js';
import { contract } from './homes-contract.js';

/** Some are a few kilometres apart, also at a pole and on both sides of the meridian of 180°. */
const latitudes = [-90, -89.99, -18, -17.97, 0, 7, 38.7, 38.73];
const longitudes = [-180, -179.98, -179, -9.1, -9.14, 0, 9, 179, 179.98, 180];

/** The home at an index: every tenth is marked as removed. */
export function seededHome(dataset: Dataset, index: number): KeptHome {
  const random = dataset.random('homes', index);
  return {
    title: `Home ${index + 1}`,
    id: seededId('home', index),
    city: cities[index % cities.length] ?? 'Lisbon',
    kind: random.pick(kinds),
    price: random.chance(0.2) ? null : random.int(100, 2000) / 4,
    rooms: random.chance(0.2) ? null : random.int(0, 6),
    is_new: random.chance(0.5),
    features: random.sample(features, random.int(0, 4)),
    built_on: random.chance(0.2) ? null : `19${random.int(10, 99)}-06-01`,
    listed_at: new Date(EPOCH - random.int(1, 400) * 86_400_000).toISOString(),
    location: random.chance(0.2) ? null : { latitude: random.pick(latitudes), longitude: random.pick(longitudes) },
    removed_at: index % 10 === 9 ? '2025-12-31T00:00:00.000Z' : null,
  };
}

/** Every position below a length that is some steps from the first. */
const every = (length: number, step: number, first: number) =>
  Uint32Array.from({ length: Math.max(0, Math.ceil((length - first) / step)) }, (_, i) => first + i * step);

/** How homes are marked as removed, and which of the seeded ones are. */
export const removal: Removal<KeptHome> = {
  at: ({ removed_at }) => removed_at,
  seeded: (dataset) => every(dataset.size('homes'), 10, 9),
};

/** What a home costs in a currency: those that are dear in one are cheap in the other. */
function costIn(currency: 'EUR' | 'JPY' | undefined, { price }: KeptHome): number | null {
  if (currency === undefined || price === null) return null;
  return currency === 'EUR' ? price : 1000 - price;
}

/** What homes are made of, where a test wants other ones. */
export interface HomesParts {
  readonly seeded?: (dataset: Dataset, index: number) => KeptHome;
  readonly removal?: Removal<KeptHome> | undefined;
}

/** The domain as it is served. */
export function homesWith({ seeded = seededHome, ...more }: HomesParts = {}): AnyImplementation {
  const marks = 'removal' in more ? more.removal : removal;
  const homes: Collection<KeptHome> = {
    name: 'homes',
    prefix: 'home',
    noun: 'home',
    schema: keptHome,
    defaultSize: 60,
    count: (dataset) => dataset.size('homes'),
    seeded,
    ...(marks === undefined ? {} : { removal: marks }),
    lookup: {
      city: (dataset, value) => {
        const first = cities.findIndex((known) => known === value);
        return first < 0 ? nowhere : every(dataset.size('homes'), cities.length, first);
      },
    },
  };
  const shown = (kept: KeptHome) => {
    const { removed_at: _, ...rest } = kept;
    return rest;
  };
  return implement(contract, {
    collections: [homes],
    handlers: {
      listCities: () => ({
        entries: cities.map((name, i) => ({
          position: i,
          item: {
            id: seededId('city', i),
            name,
            country: i < 2 ? 'Portugal' : 'Fiji',
            people: [550, 230, 90, null][i] ?? null,
          },
        })),
      }),
      listHomes: ({ input: { currency } }) =>
        listing(homes, {}, { show: shown, compute: { cost: (home) => costIn(currency, home) } }),
      getHome: ({ input, records }) => ({ value: shown(records.find(homes, input.home_id)) }),
      createHome: ({ input, records, newId, now }) => {
        const id = newId(homes, [input.title]);
        const bare = { price: null, rooms: null, is_new: true, features: [], built_on: null, location: null };
        const made = { ...bare, ...input, id, kind: 'land' as const, listed_at: new Date(now).toISOString() };
        records.put(homes, { ...made, removed_at: null });
        return { value: [made] };
      },
      deleteHome: ({ input, records, now }) => {
        const found = records.find(homes, input.home_id);
        if (!isRemoved(homes, found)) records.put(homes, { ...found, removed_at: new Date(now).toISOString() });
        return { value: null };
      },
      restoreHome: ({ input, records }) => {
        records.put(homes, { ...records.find(homes, input.home_id), removed_at: null });
        return { value: null };
      },
    },
  });
}
