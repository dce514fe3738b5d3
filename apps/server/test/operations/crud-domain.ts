/** A domain whose operations `crud` alone declares, with everything that it can declare, for the suites over all of that. */
import { z } from 'zod';
import {
  after,
  choice,
  crud,
  crudEvents,
  defineDomain,
  equal,
  ids,
  instant,
  least,
  most,
  noneOf,
  oneOf,
  recordId,
  yes,
  collection,
  crudHandlers,
  implement,
} from '../../src/domain.js';
import { room } from './fixture-domain.js';
import { described } from '../described.js';
import type { Declared } from './declared-calls.js';

const version = described(z.int().min(1), 'How often it was written.', 1);
const buildings = ['north', 'south', 'tower'] as const;
const seats = described(z.int().min(0).max(500), 'A number of seats.', 12);

const about = z.string().meta({ description: 'What there is to say.', examples: ['Good.'] });

const cabin = room
  .extend({
    id: recordId('Id of the cabin.', 'cabin_0001'),
    version,
    about,
    updated_at: instant('When it was changed last.', '2025-06-02T09:00:00.000Z'),
  })
  .meta({ id: 'Cabin', description: 'A cabin.' });

const keeper = z
  .object({
    id: recordId('Id of the keeper.', 'keeper_0001'),
    name: described(z.string().min(1).max(80), 'Name.', 'Ada Perez'),
    shift: choice(['early', 'late', 'night'], 'When they work.'),
    age: described(z.int().min(16).max(99), 'Age in years.', 40),
    grade: described(z.number().min(0).max(9).default(1.5), 'How good they are.', 1.5),
    is_head: z.boolean().meta({ description: 'Whether they lead the others.', examples: [false] }),
    cabin_id: recordId('Id of the cabin that they live in; null for none.', 'cabin_0001').nullable(),
    about,
    version,
  })
  .meta({ id: 'Keeper', description: 'Who looks after cabins.' });

const cabinWords = { one: 'cabin', many: 'cabins' } as const;
const keeperWords = { one: 'keeper', many: 'keepers' } as const;

/** The domain as it is declared. */
const lodgeContract = defineDomain({
  name: 'lodge',
  description: 'Cabins and their keepers.',
  events: { ...crudEvents({ one: 'cabin', schema: cabin }), ...crudEvents({ one: 'keeper', schema: keeper }) },
  operations: {
    ...crud({
      ...cabinWords,
      path: '/api/cabins',
      schema: cabin,
      made: ['about', 'is_locked', 'clean_at', 'created_at', 'updated_at'],
      searches: ['name', 'note'],
      filters: {
        building: oneOf(choice(buildings, 'Only cabins of these buildings.')),
        not_building: noneOf('building', choice(buildings, 'Only cabins of other buildings.')),
        tag: equal('tags', choice(['bright', 'cool', 'large', 'quiet'], 'Only cabins that are good for it.')),
        min_seats: least('seats', seats),
        max_seats: most('seats', seats),
        is_locked: yes(z.boolean().meta({ description: 'Only locked cabins, or only others.', examples: [true] })),
        created_after: after('created_at', instant('Only cabins built from then on.', '2025-06-01T09:00:00.000Z')),
        ids: ids(cabin.shape.id),
      },
      sorts: ['seats', 'created_at'],
      emits: true,
      versioned: 'optional',
      fields: true,
    }),
    ...crud({
      ...keeperWords,
      path: '/api/keepers',
      schema: keeper,
      made: ['about'],
      searches: ['name'],
      filters: ['shift', 'age', 'grade', 'is_head', 'cabin_id'],
      sorts: ['age'],
      emits: true,
      versioned: 'required',
      fields: true,
    }),
  },
});

/** Long enough to be compressed where it may be. */
const ABOUT = 'Good. '.repeat(250);

const cabins = collection({
  name: 'cabins',
  prefix: 'cabin',
  noun: 'cabin',
  size: 40,
  versioned: true,
  schema: cabin,
  // The first is what the merge patches of the suite begin with.
  seed: ({ index, pick, int, chance, random, instant: at }) => ({
    name: `Room ${index + 1}`,
    building: pick(buildings),
    seats: int(2, 40),
    note: index > 0 && chance(0.5) ? 'The door jams.' : null,
    tags: index === 0 ? [] : random.sample(['bright', 'cool', 'large', 'quiet'], int(0, 3)),
    equipment: { screen: index % 2 === 0 ? { inches: 55, maker: null } : null, board: index === 0 || chance(0.5) },
    about: ABOUT,
    is_locked: index > 0 && chance(0.3),
    clean_at: null,
    created_at: at('2025-03'),
    updated_at: at('2025-04'),
  }),
});

const keepers = collection({
  name: 'keepers',
  prefix: 'keeper',
  noun: 'keeper',
  size: 40,
  versioned: true,
  schema: keeper,
  seed: ({ person, pick, int, chance, number, one }) => ({
    name: person().name,
    shift: pick(['early', 'late', 'night']),
    age: int(20, 24),
    grade: number(1, 2, 1),
    is_head: chance(0.2),
    cabin_id: chance(0.8) ? one(cabins) : null,
    about: ABOUT,
  }),
});

const present = ({ now }: { readonly now: number }): string => new Date(now).toISOString();

/** The domain as it is served. */
export const lodge = implement(lodgeContract, {
  collections: [cabins, keepers],
  handlers: {
    ...crudHandlers(cabins, {
      ...cabinWords,
      made: {
        about: () => ABOUT,
        is_locked: () => false,
        clean_at: () => null,
        created_at: present,
        updated_at: present,
      },
      remade: ['updated_at'],
    }),
    ...crudHandlers(keepers, { ...keeperWords, made: { about: () => ABOUT } }),
  },
});

const equipment = { screen: null, board: false };
const onCabin = {
  prefix: 'cabin',
  read: (id: string) => `/api/cabins/${id}`,
  changes: true,
  missing: 'cabin_9999',
  other: { name: 'Another' },
} as const;
const onKeeper = { ...onCabin, prefix: 'keeper', read: (id: string) => `/api/keepers/${id}`, missing: 'keeper_9999' };

const whole = (n: number) => ({ name: `Room ${n}`, building: 'tower', seats: n + 1, note: null, tags: [], equipment });
const person = (n: number) => ({ name: `Eve ${n}`, shift: 'night', age: 30, is_head: true, cabin_id: null });

/** A call of each operation on a record with versions, by its name. */
export const lodgeCalls: Readonly<Record<string, Declared>> = {
  'lodge.getCabin': { ...onCabin, input: (cabin_id) => ({ cabin_id }) },
  'lodge.replaceCabin': { ...onCabin, input: (cabin_id, n) => ({ cabin_id, ...whole(n) }) },
  'lodge.updateCabin': { ...onCabin, input: (cabin_id, n) => ({ cabin_id, name: `Name ${n}` }) },
  'lodge.deleteCabin': { ...onCabin, input: (cabin_id) => ({ cabin_id }) },
  'lodge.getKeeper': { ...onKeeper, input: (keeper_id) => ({ keeper_id }) },
  'lodge.replaceKeeper': { ...onKeeper, input: (keeper_id, n) => ({ keeper_id, ...person(n) }) },
  'lodge.updateKeeper': { ...onKeeper, input: (keeper_id, n) => ({ keeper_id, name: `Name ${n}` }) },
  'lodge.deleteKeeper': { ...onKeeper, input: (keeper_id) => ({ keeper_id }) },
};
