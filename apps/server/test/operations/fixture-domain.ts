/** A domain with an operation for each thing that an operation can declare, for the suites over those that declare it. */
import {
  choice,
  instant,
  recordId,
  defineDomain,
  get,
  listInput,
  listOf,
  nothing,
  patch,
  post,
  put,
  recordOf,
  remove,
  webhookEvent,
  writtenOf,
} from '@understudy/contract';
import { z } from 'zod';
import { described } from '../described.js';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import type { Collection } from '../../src/kit/collection.js';
import { type Dataset, EPOCH } from '../../src/kit/dataset.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';
import { type Given, inProcess, type OwnServer } from '../support.js';

const name = described(z.string().min(1).max(120), 'Name of the room, which no other has.', 'Aquarium');
const building = choice(['north', 'south', 'tower'], 'Building that it is in.');
const seats = described(z.int().min(1).max(500), 'How many people can sit in it.', 12);
const note = described(z.string().max(2000).nullable(), 'What to know of it; null for nothing.', 'The door jams.');
const tags = described(z.array(z.string().min(1).max(40)).max(50), 'What it is good for.', ['quiet']);

const screen = described(
  z
    .object({
      inches: z
        .int()
        .min(10)
        .max(200)
        .meta({ description: 'Diagonal in inches.', examples: [55] }),
      maker: z
        .string()
        .min(1)
        .max(120)
        .nullable()
        .meta({ description: 'Who made it; null where unknown.', examples: ['Vista'] }),
    })
    .nullable(),
  'Its screen; null where it has none.',
  { inches: 55, maker: 'Vista' },
);

const equipment = described(
  z.object({
    screen,
    board: z.boolean().meta({ description: 'Whether there is a board to write on.', examples: [true] }),
  }),
  'What stands in it.',
  { screen: { inches: 55, maker: 'Vista' }, board: true },
);

const phone = described(
  z.string().min(1).max(20).optional(),
  'Number of its telephone; missing where it has none.',
  '4711',
);

/** A room. */
export const room = z
  .object({
    id: recordId('Id of the room.', 'room_0001'),
    name,
    building,
    seats,
    note,
    tags,
    equipment,
    phone,
    is_locked: z.boolean().meta({ description: 'Whether it is locked.', examples: [false] }),
    clean_at: instant('When it is, or was, clean; null where nobody asked.', '2026-03-01T12:00:30.000Z').nullable(),
    created_at: instant('When it was built.', '2025-06-01T09:00:00.000Z'),
  })
  .meta({ id: 'Room', description: 'A room.' });

/** A room. */
export type Room = z.infer<typeof room>;

const roomId = recordId('Id of the room.', 'room_0001');
const one = z.object({ room_id: roomId });
const newRoom = z.object({ name, building, seats });
const changes = z.object({ name, building, seats, note, tags, equipment, phone });

/** The domain as it is declared. */
const roomsContract = defineDomain({
  name: 'rooms',
  description: 'Rooms to meet in.',
  events: { 'room.changed': webhookEvent({ type: 'room.changed', description: 'A room was changed.', object: room }) },
  operations: {
    listRooms: get('/api/rooms', {
      summary: 'List rooms',
      description: 'All rooms.',
      searches: ['name'],
      input: listInput({}),
      output: listOf(room),
    }),
    getRoom: get('/api/rooms/{room_id}', {
      summary: 'Get a room',
      description: 'One room by its id.',
      input: one,
      output: recordOf(room),
    }),
    createRoom: post('/api/rooms', {
      summary: 'Create a room',
      description: 'Adds a room; where one has the name, answers that.',
      status: 201,
      input: newRoom,
      output: writtenOf(room),
    }),
    putRoom: put('/api/room-names/{name}', {
      summary: 'Put a room',
      description: 'Makes the room of a name be as the body says.',
      status: 201,
      input: newRoom,
      output: writtenOf(room),
    }),
    cleanRoom: post('/api/rooms/{room_id}/cleaning', {
      summary: 'Have a room cleaned',
      description: 'Asks for it; the cleaning says when it is done.',
      status: 202,
      input: one,
      output: writtenOf(room),
    }),
    getCleaning: get('/api/rooms/{room_id}/cleaning', {
      summary: 'Get the cleaning of a room',
      description: 'How far it has come.',
      cache: 'none',
      input: one,
      output: recordOf(
        z.object({ state: choice(['none', 'running', 'done'], 'How far it has come.') }).meta({ id: 'Cleaning' }),
      ),
    }),
    lockRoom: post('/api/rooms/{room_id}/lock', {
      summary: 'Lock a room',
      description: 'Locks a room; a locked one stays so.',
      input: one,
      output: nothing,
    }),
    deleteRoom: remove('/api/rooms/{room_id}', {
      summary: 'Remove a room',
      description: 'Removes a room for good.',
      input: one,
      output: nothing,
    }),
    checkLock: get('/api/rooms/{room_id}/lock', {
      summary: 'Check that there is a room',
      description: 'Says nothing but that there is one.',
      input: one,
      output: nothing,
    }),
    updateRoom: patch('/api/rooms/{room_id}', {
      summary: 'Change a room',
      description: 'Changes some members of a room.',
      patch: 'merge',
      emits: ['room.changed'],
      input: changes.extend({ room_id: roomId }),
      output: writtenOf(room),
    }),
  },
});

/** How long a room is cleaned, in seconds. */
const CLEANING_SECONDS = 30;

/** The room at an index. */
function seeded(dataset: Dataset, index: number): Room {
  const random = dataset.random('rooms', index);
  return {
    id: seededId('room', index),
    name: `Room ${index + 1}`,
    building: random.pick(['north', 'south', 'tower'] as const),
    seats: random.int(2, 40),
    note: random.chance(0.5) ? 'The door jams.' : null,
    tags: random.sample(['bright', 'cool', 'large', 'quiet'], random.int(0, 3)),
    equipment: {
      screen: index % 2 === 0 ? { inches: random.pick([43, 55, 75]), maker: random.pick(['Vista', null]) } : null,
      board: random.chance(0.5),
    },
    is_locked: false,
    clean_at: null,
    created_at: new Date(EPOCH - (20 - index) * 86_400_000).toISOString(),
  };
}

/** Its records. */
const roomRecords: Collection<Room> = {
  name: 'rooms',
  prefix: 'room',
  noun: 'room',
  schema: room,
  defaultSize: 20,
  count: (dataset) => dataset.size('rooms'),
  seeded,
};

const bare = { note: null, tags: [], equipment: { screen: null, board: false }, is_locked: false, clean_at: null };

const locationOf = ({ id }: Room) => `/api/rooms/${id}`;

/** The domain as it is served. */
export const rooms = implement(roomsContract, {
  collections: [roomRecords],
  handlers: {
    listRooms: () => listing(roomRecords),

    getRoom: ({ input, records }) => ({ value: records.find(roomRecords, input.room_id) }),

    createRoom: ({ input, records, onlyId, now }) => {
      const id = onlyId(roomRecords, [input.name]);
      const existing = records.get(roomRecords, id);
      if (existing !== undefined) return { value: [existing], location: locationOf(existing), existed: true };
      const made = { id, ...input, ...bare, created_at: new Date(now).toISOString() };
      return { value: [records.put(roomRecords, made)], location: locationOf(made) };
    },

    putRoom: ({ input, records, onlyId, now }) => {
      const id = onlyId(roomRecords, [input.name]);
      const known = records.get(roomRecords, id);
      const made = { ...bare, created_at: new Date(now).toISOString(), ...known, id, ...input };
      records.put(roomRecords, made);
      return { value: [made], location: locationOf(made), existed: known !== undefined };
    },

    cleanRoom: ({ input, records, now }) => {
      const found = records.find(roomRecords, input.room_id);
      const clean_at = new Date(now + CLEANING_SECONDS * 1000).toISOString();
      const begun = records.put(roomRecords, { ...found, clean_at });
      return { value: [begun], location: `${locationOf(found)}/cleaning`, retryAfter: CLEANING_SECONDS };
    },

    getCleaning: ({ input, records, now }) => {
      const { clean_at } = records.find(roomRecords, input.room_id);
      const left = clean_at === null ? 0 : Math.ceil((Date.parse(clean_at) - now) / 1000);
      if (left > 0) return { value: { state: 'running' as const }, retryAfter: left };
      return { value: { state: clean_at === null ? ('none' as const) : ('done' as const) } };
    },

    lockRoom: ({ input, records }) => {
      const found = records.find(roomRecords, input.room_id);
      if (!found.is_locked) records.put(roomRecords, { ...found, is_locked: true });
      return { value: null };
    },

    deleteRoom: ({ input, records }) => {
      records.remove(roomRecords, records.find(roomRecords, input.room_id).id);
      return { value: null };
    },

    checkLock: ({ input, records }) => {
      records.find(roomRecords, input.room_id);
      return { value: null };
    },

    updateRoom: ({ input, patch: changed, merged, records, emit }) => {
      const found = records.find(roomRecords, input.room_id);
      const next = merged(found, changed);
      if (next !== found) {
        records.put(roomRecords, next);
        emit('room.changed', next);
      }
      return { value: [next] };
    },
  },
});

/** The API of our domains and this one. */
export const apiWithRooms = apiOf([...ourDomains, rooms]);

/** A server of our domains and this one. */
export const withRooms = (given: Given = {}): Promise<OwnServer> => inProcess({ serves: apiWithRooms, ...given });
