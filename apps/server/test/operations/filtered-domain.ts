/** A domain whose lists have every condition, fields and marks of removal, for the suites over those that declare them. */
import {
  choice,
  instant,
  recordId,
  after,
  allOf,
  before,
  defineDomain,
  equal,
  equalInAnyCase,
  get,
  ids,
  least,
  listInput,
  listOf,
  most,
  noneOf,
  nothing,
  oneOf,
  post,
  recordOf,
  remove,
  unsearchedListInput,
  withinBox,
  withinCircle,
  writtenOf,
  yes,
} from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';
import type { AnyImplementation } from '../../src/call/domain.js';
import { type Collection, isRemoved, nowhere, type Removal } from '../../src/kit/collection.js';
import { type Dataset, EPOCH } from '../../src/kit/dataset.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';

const cities = ['Lisbon', 'Porto', 'Suva', 'Nadi'] as const;
const features = ['balcony', 'garden', 'garage', 'pool'] as const;
const kinds = ['house', 'flat', 'land'] as const;

const text = (description: string, example: string) => described(z.string().min(1).max(120), description, example);
const price = described(z.number().min(0).max(1_000_000), 'A price.', 100.5);
const rooms = described(z.int().min(0).max(100), 'A number of rooms.', 2);
const day = z.iso.date().meta({ description: 'A day.', examples: ['1990-06-01'] });

const home = z
  .object({
    title: text('What it is called.', 'Home 1'),
    id: recordId('Id of the home.', 'home_0001'),
    city: text('Where it is.', 'Lisbon'),
    kind: choice(kinds, 'What it is.'),
    price: price.nullable(),
    rooms: rooms.nullable(),
    is_new: z.boolean().meta({ description: 'Whether nobody has lived in it.', examples: [true] }),
    features: z.array(choice(features, 'What it has.')).meta({ description: 'What it has.', examples: [['garden']] }),
    built_on: day.nullable(),
    listed_at: instant('Since when it is listed.', '2025-06-01T09:00:00.000Z'),
    location: z
      .object({
        latitude: z.number().meta({ description: 'Degrees north.', examples: [38.7] }),
        longitude: z.number().meta({ description: 'Degrees east.', examples: [-9.1] }),
      })
      .nullable()
      .meta({ description: 'Where it is on the map; null where nobody knows.' }),
  })
  .meta({ id: 'Home', description: 'A home.' });

const city = z
  .object({
    id: recordId('Id of the city.', 'city_0001'),
    name: text('Its name.', 'Lisbon'),
    country: text('Where it is.', 'Portugal'),
    people: described(z.int().nullable(), 'Who lives there; null where nobody counted.', 550_000),
  })
  .meta({ id: 'City', description: 'A city.' });

const keptHome = home.extend({ removed_at: z.iso.datetime().nullable() });
type KeptHome = z.infer<typeof keptHome>;

const homeId = recordId('Id of the home.', 'home_0001');
const one = z.object({ home_id: homeId });

const contract = defineDomain({
  name: 'homes',
  description: 'Homes and where they are.',
  operations: {
    listHomes: get('/api/homes', {
      summary: 'List homes',
      description: 'All homes.',
      searches: ['title', 'features'],
      sorts: ['price', 'city', 'listed_at', 'cost'],
      fields: true,
      filters: {
        city: equalInAnyCase(text('Only homes in this city; case is ignored.', 'Lisbon')),
        in_city: equal('city', text('Only homes in this city.', 'Porto')),
        cities: oneOf('city', text('Only homes in one of these.', 'Suva')),
        kind: oneOf(choice(kinds, 'Only homes of these kinds.')),
        not_kind: noneOf('kind', choice(kinds, 'Only homes of other kinds.')),
        not_rooms: noneOf('rooms', rooms),
        rooms: equal(rooms),
        any_rooms: oneOf('rooms', rooms),
        min_rooms: least('rooms', rooms),
        max_rooms: most('rooms', rooms),
        min_price: least('price', price),
        max_price: most('price', price),
        is_new: yes(z.boolean().meta({ description: 'Only new homes, or only others.', examples: [true] })),
        feature: equal('features', choice(features, 'Only homes that have it.')),
        features: allOf(choice(features, 'Only homes that have all of these.')),
        some_features: oneOf('features', choice(features, 'Only homes that have one of these.')),
        built_after: after('built_on', day),
        built_before: before('built_on', day),
        listed_after: after('listed_at', instant('Only homes listed from then on.', '2025-06-01T09:00:00.000Z')),
        listed_before: before(
          'listed_at',
          described(z.iso.datetime({ offset: true }), 'Only homes listed by then.', '2025-09-01T11:00:00+02:00'),
        ),
        bbox: withinBox('location', 'Only homes in this part of the map.'),
        near: withinCircle('location', 'Only homes around here.'),
        ids: ids(homeId),
        min_cost: least('cost', price),
        max_cost: most('cost', price),
      },
      computes: { cost: { needs: 'currency' } },
      input: listInput({ currency: choice(['EUR', 'JPY'], 'Currency of costs.').optional() }),
      output: listOf(home),
    }),
    getHome: get('/api/homes/{home_id}', {
      summary: 'Get a home',
      description: 'One home by its id.',
      fields: true,
      input: one,
      output: recordOf(home),
    }),
    createHome: post('/api/homes', {
      summary: 'List a home',
      description: 'Adds a home.',
      input: z.object({ title: home.shape.title, city: home.shape.city }),
      output: writtenOf(home),
    }),
    deleteHome: remove('/api/homes/{home_id}', {
      summary: 'Take a home away',
      description: 'Marks a home as removed; one that is stays so.',
      input: one,
      output: nothing,
    }),
    listCities: get('/cities', {
      summary: 'List cities',
      description: 'The cities that homes are in, for all sandboxes.',
      scope: 'registry',
      sorts: ['name'],
      fields: true,
      filters: {
        name: equalInAnyCase(text('Only the city of this name.', 'Lisbon')),
        min_people: least('people', z.int().meta({ description: 'At least so many people.', examples: [100] })),
        countries: oneOf('country', text('Only cities in one of these.', 'Fiji')),
      },
      input: unsearchedListInput({}),
      output: listOf(city),
    }),
    restoreHome: post('/api/homes/{home_id}/restoration', {
      summary: 'Bring a home back',
      description: 'Takes the mark away.',
      input: one,
      output: nothing,
    }),
  },
});

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
function costIn(currency: 'EUR' | 'JPY' | undefined, { price: own }: KeptHome): number | null {
  if (currency === undefined || own === null) return null;
  return currency === 'EUR' ? own : 1000 - own;
}

/** What homes are made of, where a test wants other ones. */
interface HomesParts {
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
        listing(homes, {}, { show: shown, compute: { cost: (found) => costIn(currency, found) } }),
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
