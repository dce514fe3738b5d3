/** What a domain's handlers may do, by what its operations declare: each of these must not compile. */
import {
  defineDomain,
  defineKinds,
  get,
  listInput,
  listOf,
  nothing,
  patch,
  post,
  recordOf,
  remove,
  webhookEvent,
  writtenOf,
} from '@understudy/contract/kit';
import { z } from 'zod';
import type { Collection } from './collection.js';
import { implement } from './implement.js';
import { listing } from './listing.js';
import { ProblemError, problemsOf } from './problem-error.js';

const room = z.object({ id: z.string(), seats: z.int() }).meta({ id: 'Room', description: 'A room.' });
type Room = z.infer<typeof room>;

const rooms = defineDomain({
  name: 'rooms',
  description: 'Rooms and their seats.',
  kinds: defineKinds({
    room_closed: { status: 409, title: 'Room Closed', description: 'It is being cleaned.' },
    room_full: { status: 409, title: 'Room Full', description: 'Every seat is taken.' },
  }),
  events: {
    'room.opened': webhookEvent({ type: 'room.opened', description: 'It was opened.', object: room }),
    'room.closed': webhookEvent({ type: 'room.closed', description: 'It was closed.', object: room }),
  },
  operations: {
    getRoom: get('/api/rooms/{room_id}', {
      summary: 'Get',
      description: 'One room.',
      input: z.object({ room_id: z.string() }),
      output: recordOf(room),
    }),
    openRoom: post('/api/rooms/{room_id}/open', {
      summary: 'Open',
      description: 'Opens a room.',
      credential: 'bearer',
      kinds: ['room_closed'],
      emits: ['room.opened'],
      input: z.object({ room_id: z.string() }),
      output: writtenOf(room),
    }),
    enterRoom: get('/api/rooms/{room_id}/enter', {
      summary: 'Enter',
      description: 'Sends a browser into a room.',
      credential: 'session',
      cache: 'none',
      errors: 'redirect',
      input: listInput({ room_id: z.string() }),
      searches: ['id'],
      output: listOf(room),
    }),
    countRooms: get('/rooms', {
      summary: 'Count',
      description: 'Counts the rooms of all sandboxes.',
      scope: 'registry',
      credential: 'admin',
      cache: 'none',
      input: z.object({}),
      output: recordOf(room),
    }),
  },
});

declare const records: Collection<Room>;
declare const own: Room;

const enterRoom = () => listing(records);
const countRooms = () => ({ value: own });
const openRoom = () => ({ value: [own] });
const getRoom = () => ({ value: own });

/** What is declared compiles. */
export const right = implement(rooms, {
  collections: [records],
  handlers: (server: { readonly total: number }) => ({
    getRoom: ({ input, records: read }) => ({ value: read.find(records, input.room_id) }),
    openRoom: ({ input, records: written, credential, emit, problem }) => {
      const found = written.find(records, input.room_id);
      if (found.seats === 0) throw problem('room_closed');
      if (credential.user?.status !== 'active') throw problem('forbidden', { detail: credential.scope });
      const opened = written.put(records, { ...found, seats: found.seats + 1 });
      emit('room.opened', opened);
      return { value: [opened] };
    },
    enterRoom: {
      handle: ({ browser, credential, baseUrl }) =>
        browser.isPosted && credential !== undefined ? { redirect: { location: baseUrl } } : listing(records),
      redirectError: ({ kind }, { issuer }) => ({ location: `${issuer}?${kind}` }),
    },
    countRooms: ({ baseUrlOf }) => ({ value: { id: baseUrlOf('one'), seats: server.total } }),
  }),
});

// @ts-expect-error a handler is left out
implement(rooms, { handlers: { getRoom, openRoom, enterRoom } });

implement(rooms, {
  handlers: {
    openRoom,
    enterRoom,
    countRooms,
    getRoom: (ctx) => {
      // @ts-expect-error a read does not write
      ctx.records.put(records, own);
      // @ts-expect-error a read does not write
      ctx.records.remove(records, own.id);
      // @ts-expect-error it declares no event
      ctx.emit('room.opened', own);
      // @ts-expect-error it declares no kind
      ctx.problem('room_closed');
      // @ts-expect-error it declares no conflict
      ctx.problem('conflict');
      // @ts-expect-error it declares no credential
      void ctx.credential?.user;
      // @ts-expect-error its errors do not travel in redirects
      void ctx.browser;
      // @ts-expect-error it has not said that it needs keys
      void ctx.keys;
      // @ts-expect-error no handler knows of headers
      void ctx.authorization;
      return { value: own };
    },
  },
});

implement(rooms, {
  handlers: {
    getRoom,
    enterRoom,
    countRooms,
    openRoom: (ctx) => {
      // @ts-expect-error it declares another event of the domain
      ctx.emit('room.closed', own);
      // @ts-expect-error the event is about a room
      ctx.emit('room.opened', { id: 'room_1' });
      // @ts-expect-error it declares another kind of the domain
      ctx.problem('room_full');
      // @ts-expect-error a bearer that is required is not a session
      void ctx.credential.sid;
      return { value: [own] };
    },
  },
});

implement(rooms, {
  handlers: {
    getRoom,
    openRoom,
    enterRoom,
    // @ts-expect-error the registry has no records
    countRooms: (ctx) => ({ value: ctx.records.get(records, 'room_1') }),
  },
});

implement(rooms, {
  handlers: {
    // @ts-expect-error only operations whose errors travel in redirects send browsers elsewhere
    getRoom: () => ({ redirect: { location: '/' } }),
    openRoom,
    enterRoom,
    countRooms,
  },
});

implement(rooms, {
  handlers: {
    // @ts-expect-error only they take problems back in redirects
    getRoom: { handle: getRoom, redirectError: () => ({ location: '/' }) },
    openRoom,
    enterRoom,
    countRooms,
  },
});

export const common = new ProblemError('sandbox_full');
// @ts-expect-error not every operation can answer a conflict
export const conflict = new ProblemError('conflict');
// @ts-expect-error nor a kind of a domain
export const closed = new ProblemError('room_closed');

const problem = problemsOf(rooms.kinds);
export const made = [problem('room_closed'), problem('conflict'), problem('not_found')];
// @ts-expect-error a kind of another domain
problem('sold_out');

const changing = defineDomain({
  name: 'changing',
  description: 'Rooms that change.',
  operations: {
    updateRoom: patch('/api/rooms/{room_id}', {
      summary: 'Change',
      description: 'Changes a room.',
      patch: 'merge',
      input: room.pick({ seats: true }).extend({ room_id: z.string() }),
      output: writtenOf(room),
    }),
    renameRoom: patch('/api/rooms/{room_id}/name', {
      summary: 'Rename',
      description: 'Renames a room.',
      status: 202,
      input: z.object({ room_id: z.string() }),
      output: writtenOf(room),
    }),
    closeRoom: remove('/api/rooms/{room_id}', {
      summary: 'Close',
      description: 'Closes a room.',
      input: z.object({ room_id: z.string() }),
      output: nothing,
    }),
  },
});

const renameRoom = () => ({ value: [own], location: '/api/rooms/room_0001', retryAfter: 30, existed: true });
const closeRoom = () => ({ value: null });

/** A patch is given apart from what else is in the input. */
export const changes = implement(changing, {
  handlers: {
    updateRoom: ({ patch: change, merged, input }) => {
      const seats: number | undefined = change.seats;
      // @ts-expect-error it is no part of the patch
      void change.room_id;
      const next: Room = merged(own, { seats: seats ?? input.room_id.length });
      // @ts-expect-error nothing that may be changed
      merged(own, { id: 'room_0002' });
      return { value: [next] };
    },
    renameRoom,
    closeRoom,
  },
});

/** Only an operation that takes a patch is given one. */
export const unpatched = implement(changing, {
  handlers: {
    updateRoom: renameRoom,
    // @ts-expect-error it declares none
    renameRoom: ({ merged }) => ({ value: [merged(own, {})] }),
    closeRoom,
  },
});

/** What has no body has no value. */
export const saying = implement(changing, {
  handlers: {
    updateRoom: renameRoom,
    renameRoom,
    // @ts-expect-error it answers nothing
    closeRoom: () => ({ value: [own] }),
  },
});
