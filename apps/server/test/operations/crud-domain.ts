/** A domain whose operations `crud` alone declares, with everything that it can declare, for the suites over all of that. */
import { collection, crudHandlers, implement } from '../../src/domain.js';
import type { Declared } from './declared-calls.js';
import { buildings, cabin, cabinWords, keeper, keeperWords, lodgeContract } from './lodge-contract.js';

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
