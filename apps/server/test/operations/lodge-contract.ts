/** The operations on cabins and their keepers: those of `crud`, with everything that it can declare. */
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
} from '../../src/domain.js';
import { room } from './room.js';
import { described } from '../described.js';

const version = described(z.int().min(1), 'How often it was written.', 1);
export const buildings = ['north', 'south', 'tower'] as const;
const seats = described(z.int().min(0).max(500), 'A number of seats.', 12);

const about = z.string().meta({ description: 'What there is to say.', examples: ['Good.'] });

export const cabin = room
  .extend({
    id: recordId('Id of the cabin.', 'cabin_0001'),
    version,
    about,
    updated_at: instant('When it was changed last.', '2025-06-02T09:00:00.000Z'),
  })
  .meta({ id: 'Cabin', description: 'A cabin.' });

export const keeper = z
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

export const cabinWords = { one: 'cabin', many: 'cabins' } as const;
export const keeperWords = { one: 'keeper', many: 'keepers' } as const;

/** The domain as it is declared. */
export const lodgeContract = defineDomain({
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
