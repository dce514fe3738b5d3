/** A right domain, of which each wrong one differs in one thing. */
import {
  type Collection,
  defineDomain,
  get,
  implement,
  listing,
  listInput,
  listOf,
  recordOf,
  seededId,
  z,
} from '@understudy/server/domain';

export const room = z
  .object({ id: z.string(), name: z.string(), seats: z.int(), tags: z.array(z.string()) })
  .meta({ id: 'Room', description: 'A room.' });

export type Room = z.infer<typeof room>;

export const rooms: Collection<Room> = {
  name: 'rooms',
  prefix: 'room',
  schema: room,
  defaultSize: 20,
  count: (dataset) => dataset.size('rooms'),
  seeded: (_, index) => ({ id: seededId('room', index), name: `Room ${index + 1}`, seats: 10, tags: [] }),
};

export const texts = { summary: 'Do it', description: 'Does it.' };

export const listRooms = get('/api/rooms', {
  ...texts,
  input: listInput({}),
  searches: ['name'],
  output: listOf(room),
});

export const getRoom = get('/api/rooms/{id}', {
  ...texts,
  input: z.object({ id: z.string() }),
  output: recordOf(room),
});

export const declared = { name: 'rooms', description: 'Rooms.', operations: { listRooms, getRoom } } as const;

export const contract = defineDomain(declared);

export const handlers = {
  listRooms: () => listing(rooms),
  getRoom: ({
    input,
    records,
  }: {
    input: { id: string };
    records: { find: (of: typeof rooms, id: string) => Room };
  }) => ({
    value: records.find(rooms, input.id),
  }),
};

/** The right domain. */
export const right = implement(contract, { collections: [rooms], handlers });
