/** A domain with an operation for each thing that an operation can declare, for the suites over those that declare it. */
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import type { Collection } from '../../src/kit/collection.js';
import { type Dataset, EPOCH } from '../../src/kit/dataset.js';
import { seededId } from '../../src/kit/random.js';
import { implement } from '../../src/kit/implement.js';
import { listing } from '../../src/kit/listing.js';
import { type Given, inProcess, type OwnServer } from '../support.js';
import { type Room, room } from './room.js';
import { roomsContract } from './rooms-contract.js';

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
export const roomRecords: Collection<Room> = {
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
      const known = records.get(roomRecords, id);
      if (known !== undefined) return { value: [known], location: locationOf(known), existed: true };
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
