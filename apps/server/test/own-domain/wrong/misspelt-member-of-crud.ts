// @ts-nocheck
import { crud, crudHandlers, defineDomain, implement } from '@understudy/server/domain';
import { room, rooms } from './parts.js';

const words = { one: 'room', many: 'rooms' };
const contract = defineDomain({
  name: 'rooms',
  description: 'Rooms.',
  operations: crud({ ...words, path: '/api/rooms', schema: room, serches: ['name'] }),
});

export default implement(contract, { collections: [rooms], handlers: crudHandlers(rooms, words) });
