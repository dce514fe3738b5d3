/** The operations on rooms: one for each thing that an operation can declare. */
import {
  choice,
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
import { changes, newRoom, one, room, roomId } from './room.js';

/** The domain as it is declared. */
export const roomsContract = defineDomain({
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
