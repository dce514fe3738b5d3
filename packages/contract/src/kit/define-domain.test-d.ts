/** A declaration gives an operation its types, and one that cannot hold does not compile. */
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { withinBox, withinCircle } from './area.js';
import { listInput, unsearchedListInput } from './controls.js';
import { defineDomain } from './define-domain.js';
import { batchOf, listOf, nothing, recordOf, writtenOf } from './envelope.js';
import { fileOf, type linesControls, linesInput, linesOf } from './lines.js';
import { after, allOf, equal, ids, least, most, noneOf, oneOf, yes } from './filter.js';
import { get, patch, post, put, remove } from './methods.js';
import { defineKinds } from './problem-kinds.js';
import { webhookEvent } from './webhook.js';

const room = z.object({ id: z.string(), seats: z.int() }).meta({ id: 'Room', description: 'A room.' });
const texts = { summary: 'Do it', description: 'Does it.' };
const one = z.object({ room_id: z.string() });
const kinds = defineKinds({ room_closed: { status: 409, title: 'Room Closed', description: 'It is being cleaned.' } });
const events = { 'room.opened': webhookEvent({ type: 'room.opened', description: 'A room is open.', object: room }) };
const domain = { name: 'rooms', description: 'Rooms and their seats.', kinds, events } as const;

test('an operation has the types of its declaration', () => {
  const rooms = defineDomain({
    ...domain,
    operations: {
      getRoom: get('/api/rooms/{room_id}', { ...texts, input: one, output: recordOf(room) }),
      getMine: get('/api/mine', { ...texts, credential: 'bearer', input: z.object({}), output: room }),
      leaveRoom: post('/api/rooms/{room_id}/leave', {
        ...texts,
        credential: 'bearer',
        credentialOptional: true,
        input: one,
        output: batchOf(room),
      }),
      openRoom: patch('/api/rooms/{room_id}', {
        ...texts,
        errors: 'oauth',
        kinds: ['room_closed', 'conflict'],
        emits: ['room.opened'],
        input: one,
        output: writtenOf(room),
      }),
    },
  });
  const { getRoom, getMine, leaveRoom, openRoom } = rooms.operations;

  expectTypeOf<z.output<typeof getRoom.input>>().toEqualTypeOf<{ room_id: string }>();
  expectTypeOf(rooms.name).toEqualTypeOf<'rooms'>();
  expectTypeOf(getRoom.name).toEqualTypeOf<'rooms.getRoom'>();
  expectTypeOf(getRoom.method).toEqualTypeOf<'GET'>();
  expectTypeOf(openRoom.method).toEqualTypeOf<'PATCH'>();
  expectTypeOf(getRoom.answers).toEqualTypeOf<'record'>();
  expectTypeOf(getMine.answers).toEqualTypeOf<'document'>();
  expectTypeOf(leaveRoom.answers).toEqualTypeOf<'batch'>();
  expectTypeOf(openRoom.answers).toEqualTypeOf<'written'>();
  expectTypeOf(getRoom.meta.credential).toEqualTypeOf<'none'>();
  expectTypeOf(getMine.meta.credential).toEqualTypeOf<'bearer'>();
  expectTypeOf(getMine.meta.credentialOptional).toEqualTypeOf<false>();
  expectTypeOf(leaveRoom.meta.credentialOptional).toEqualTypeOf<true>();
  expectTypeOf(getRoom.meta.errors).toEqualTypeOf<'problem'>();
  expectTypeOf(openRoom.meta.errors).toEqualTypeOf<'oauth'>();
  expectTypeOf(getRoom.meta.kinds).toEqualTypeOf<readonly never[]>();
  expectTypeOf(openRoom.meta.kinds).toEqualTypeOf<readonly ('room_closed' | 'conflict')[]>();
  expectTypeOf(openRoom.meta.emits).toEqualTypeOf<readonly 'room.opened'[]>();
});

test('an envelope has the members that stand beside the record, and a meta of its own', () => {
  const meta = z.object({ delayMs: z.number(), dropped: z.int() });
  const answer = listOf(room, { beside: { note: z.string() }, meta });
  expectTypeOf<z.output<typeof answer>['note']>().toEqualTypeOf<string>();
  expectTypeOf<z.output<typeof answer>['meta']>().toEqualTypeOf<{ delayMs: number; dropped: number }>();
});

test('kinds and events are those of the domain', () => {
  defineDomain({
    ...domain,
    operations: {
      // @ts-expect-error a kind that nobody declares
      closeRoom: post('/api/rooms/{room_id}', { ...texts, kinds: ['sold_out'], input: one, output: writtenOf(room) }),
      // @ts-expect-error a kind that every operation has
      findRoom: post('/api/find/{room_id}', { ...texts, kinds: ['not_found'], input: one, output: writtenOf(room) }),
      // @ts-expect-error an event that nobody declares
      sealRoom: post('/api/seal/{room_id}', { ...texts, emits: ['room.sealed'], input: one, output: writtenOf(room) }),
    },
  });
  defineDomain({
    name: 'rooms',
    description: 'Rooms without kinds.',
    operations: {
      // @ts-expect-error another domain's kind
      closeRoom: post('/api/rooms/{room_id}', {
        ...texts,
        kinds: ['room_closed'],
        input: one,
        output: writtenOf(room),
      }),
    },
  });
  defineDomain({
    name: 'rooms',
    description: 'Rooms with an event under another name.',
    operations: {},
    // @ts-expect-error its schema has another type
    events: { 'room.closed': events['room.opened'] },
  });
});

test('an input fits its path and its controls', () => {
  // @ts-expect-error the path has a parameter that the input lacks
  get('/api/rooms/{room_id}', { ...texts, input: z.object({}), output: recordOf(room) });
  // @ts-expect-error q searches nothing
  get('/api/rooms', { ...texts, input: listInput({}), output: listOf(room) });
  // @ts-expect-error nothing is searched without q
  get('/api/rooms', { ...texts, searches: ['name'], input: unsearchedListInput({}), output: listOf(room) });
  // @ts-expect-error a control of every call
  get('/api/rooms', { ...texts, input: z.object({ delay: z.number() }), output: recordOf(room) });
  // @ts-expect-error a misspelt member
  get('/api/rooms', { ...texts, kind: ['conflict'], input: z.object({}), output: recordOf(room) });
  // @ts-expect-error no credential that there is
  get('/api/rooms', { ...texts, credential: 'cookie', input: z.object({}), output: recordOf(room) });
});

test('a header is read into a member that is not in the path', () => {
  const input = one.extend({ locale: z.string() });
  const output = recordOf(room);
  get('/api/rooms/{room_id}', { ...texts, headers: { locale: 'Accept-Language' }, input, output });
  // @ts-expect-error no member of the input
  get('/api/rooms/{room_id}', { ...texts, headers: { language: 'Accept-Language' }, input, output });
  // @ts-expect-error a member of the path
  get('/api/rooms/{room_id}', { ...texts, headers: { room_id: 'X-Room' }, input, output });
});

test('versions are for one record that has a version', () => {
  const board = room.extend({ version: z.int() });
  const versioned = 'optional';
  const getBoard = get('/api/{room_id}', { ...texts, versioned, input: one, output: recordOf(board) });
  const setBoard = patch('/api/{room_id}', { ...texts, versioned: 'required', input: one, output: writtenOf(board) });
  const putBoard = put('/api/{room_id}', { ...texts, versioned, input: one, output: writtenOf(board) });
  remove('/api/{room_id}', { ...texts, versioned, input: one, output: nothing });
  expectTypeOf<z.output<typeof getBoard.declared.input>>().toEqualTypeOf<{ room_id: string }>();
  expectTypeOf<z.output<typeof setBoard.declared.input>>().toEqualTypeOf<{
    room_id: string;
    if_match?: string | number | undefined;
  }>();
  expectTypeOf<keyof z.output<typeof putBoard.declared.input>>().toEqualTypeOf<
    'room_id' | 'if_match' | 'if_none_match'
  >();
  expectTypeOf<NonNullable<typeof setBoard.types>['versioned']>().toEqualTypeOf<'required'>();
  // @ts-expect-error its record has no version
  get('/api/{room_id}', { ...texts, versioned, input: one, output: recordOf(room) });
  // @ts-expect-error its version is no number
  get('/api/{room_id}', { ...texts, versioned, input: one, output: recordOf(room.extend({ version: z.string() })) });
  // @ts-expect-error a list has many
  get('/api/{room_id}', { ...texts, versioned, input: listInput(one.shape), searches: ['id'], output: listOf(board) });
  // @ts-expect-error a read of nothing
  get('/api/{room_id}', { ...texts, versioned, input: one, output: nothing });
  const own = one.extend({ if_match: z.string() });
  // @ts-expect-error the kit adds it
  patch('/api/{room_id}', { ...texts, versioned, input: own, output: writtenOf(board) });
});

test('a list is sorted by what all its records have', () => {
  const note = z.object({
    id: z.string(),
    text: z.string().nullable(),
    tags: z.array(z.string()),
    at: z.string().optional(),
  });
  const notes = { ...texts, input: unsearchedListInput({}), output: listOf(note) };
  const listNotes = get('/api/notes', { ...notes, sorts: ['text', 'id'] });
  expectTypeOf<z.input<typeof listNotes.declared.input>['sort']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.input<typeof listNotes.declared.input>['page']>().toEqualTypeOf<number | undefined>();
  // @ts-expect-error no member of a record
  get('/api/notes', { ...notes, sorts: ['text', 'title'] });
  // @ts-expect-error lists have no order
  get('/api/notes', { ...notes, sorts: ['tags'] });
  // @ts-expect-error by nothing at all
  get('/api/notes', { ...notes, sorts: [] });
  // @ts-expect-error one record has no order
  get('/api/notes', { ...notes, output: recordOf(note), sorts: ['text'] });
  // @ts-expect-error a sort of its own
  get('/api/notes', { ...notes, input: unsearchedListInput({ sort: z.string() }) });
  const either = z.union([note, z.object({ id: z.string() })]);
  get('/api/notes', { ...notes, output: listOf(either), sorts: ['id'] });
  // @ts-expect-error only some records have it
  get('/api/notes', { ...notes, output: listOf(either), sorts: ['text'] });
});

const home = z.object({
  id: z.string(),
  kind: z.enum(['house', 'flat']),
  price: z.number().nullable(),
  tags: z.array(z.string()),
  rooms: z.int().optional(),
  is_new: z.boolean(),
  listed_at: z.string(),
  location: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
});
const homes = { ...texts, input: unsearchedListInput({}), output: listOf(home) };

test('a list is filtered by members that its records have, with values that they can have', () => {
  const listHomes = get('/api/homes', {
    ...homes,
    sorts: ['price'],
    filters: {
      kind: equal(z.enum(['house', 'flat'])),
      min_rooms: least('rooms', z.int()),
      max_price: most('price', z.number()),
      tag: equal('tags', z.string()),
      tags: allOf(z.string()),
      is_new: yes(z.boolean()),
      not_kind: noneOf('kind', z.enum(['house', 'flat'])),
      listed_after: after('listed_at', z.iso.datetime()),
      bbox: withinBox('location', 'Only homes there.'),
      near: withinCircle('location', 'Only homes around here.'),
      ids: ids(z.string()),
    },
  });
  type Input = z.input<typeof listHomes.declared.input>;
  expectTypeOf<Input['kind']>().toEqualTypeOf<'house' | 'flat' | undefined>();
  expectTypeOf<Input['min_rooms']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Input['is_new']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<Input['ids']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Input['bbox']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Input['near']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Input['radius_m']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Input['sort']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Input['page']>().toEqualTypeOf<number | undefined>();
});

test('a condition that no record can pass does not compile', () => {
  // @ts-expect-error "the records have no cost"
  get('/api/homes', { ...homes, filters: { min_cost: least('cost', z.number()) } });
  // @ts-expect-error "the records have no colour"
  get('/api/homes', { ...homes, filters: { colour: equal(z.string()) } });
  // @ts-expect-error "kind is not a number"
  get('/api/homes', { ...homes, filters: { min_kind: least('kind', z.number()) } });
  // @ts-expect-error "price is not a text"
  get('/api/homes', { ...homes, filters: { after: after('price', z.iso.datetime()) } });
  // @ts-expect-error "kind never has such a value"
  get('/api/homes', { ...homes, filters: { kind: equal(z.enum(['castle'])) } });
  // @ts-expect-error "is_new never has such a value"
  get('/api/homes', { ...homes, filters: { is_new: oneOf(z.string()) } });
  // @ts-expect-error "kind is not a list"
  get('/api/homes', { ...homes, filters: { kind: allOf(z.enum(['house', 'flat'])) } });
  // @ts-expect-error "price is not an object with latitude and longitude"
  get('/api/homes', { ...homes, filters: { bbox: withinBox('price', 'There.') } });
  // @ts-expect-error "price is not an object with latitude and longitude"
  get('/api/homes', { ...homes, filters: { near: withinCircle('price', 'Around here.') } });
  const near = withinCircle('location', 'Around here.');
  const radius = unsearchedListInput({ radius_m: z.int() });
  // @ts-expect-error "radius_m is in the input already"
  get('/api/homes', { ...homes, input: radius, filters: { near } });
  // @ts-expect-error "radius_m is in the input already"
  get('/api/homes', { ...homes, filters: { near, radius_m: least('price', z.number()) } });
  // @ts-expect-error "radius_m is in the input already"
  get('/api/homes', { ...homes, filters: { near, far: withinCircle('location', 'Around there.') } });
  // @ts-expect-error a number is not compared by whether it is true
  get('/api/homes', { ...homes, filters: { price: yes(z.number()) } });
  // @ts-expect-error "per_page is a control"
  get('/api/homes', { ...homes, filters: { per_page: equal('kind', z.string()) } });
  // @ts-expect-error "delay is a control"
  get('/api/homes', { ...homes, filters: { delay: equal('kind', z.string()) } });
  const taken = unsearchedListInput({ kind: z.string() });
  // @ts-expect-error "kind is in the input already"
  get('/api/homes', { ...homes, input: taken, filters: { kind: equal(z.string()) } });
  // @ts-expect-error "only a list has filters"
  get('/api/homes', { ...homes, output: recordOf(home), filters: { kind: equal(z.string()) } });
});

test('fields are those of records that are read', () => {
  const listHomes = get('/api/homes', { ...homes, fields: true });
  const getHome = get('/api/homes/{room_id}', { ...texts, fields: true, input: one, output: recordOf(home) });
  const { operations } = defineDomain({ ...domain, operations: { listHomes, getHome } });
  expectTypeOf<z.input<typeof listHomes.declared.input>['fields']>().toEqualTypeOf<string | undefined>();
  type Listed = z.output<typeof operations.listHomes.output>['data'][number];
  expectTypeOf<Listed['id']>().toEqualTypeOf<string>();
  expectTypeOf<Listed['is_new']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<z.output<typeof operations.getHome.output>['data']['is_new']>().toEqualTypeOf<boolean | undefined>();
  expectTypeOf<z.output<typeof operations.getHome.whole>['data']['is_new']>().toEqualTypeOf<boolean>();
  // @ts-expect-error it follows from fields: true
  get('/api/homes', { ...homes, input: unsearchedListInput({ fields: z.string() }) });
  // @ts-expect-error a document has no records
  get('/api/homes', { ...texts, fields: true, input: z.object({}), output: home });
  // @ts-expect-error a write answers the whole record
  post('/api/homes/{room_id}', { ...texts, fields: true, input: one, output: writtenOf(home) });
});

test('an answer for one caller is kept for nobody else', () => {
  const mine = { ...texts, input: z.object({}), output: recordOf(room) };
  get('/api/mine', { ...mine, credential: 'bearer' });
  get('/api/mine', { ...mine, credential: 'bearer', cache: 'none' });
  // @ts-expect-error it would be kept
  get('/api/mine', { ...mine, credential: 'bearer', cache: 'revision' });
  // @ts-expect-error by caches on the way as well
  get('/api/mine', { ...mine, credential: 'session', cache: 'static' });
});

test('what a viewer or a member may see is kept by them alone', () => {
  const mine = { ...texts, input: z.object({}), output: recordOf(room) };
  get('/api/mine', { ...mine, credential: 'member', cache: 'private' });
  get('/api/mine', { ...mine, credential: 'viewer', cache: 'none' });
  // @ts-expect-error it would be given to others
  get('/api/mine', { ...mine, credential: 'viewer', cache: 'revision' });
  // @ts-expect-error nobody in particular asks
  get('/api/mine', { ...mine, cache: 'private' });
});

test('lines are read, of what their rows have', () => {
  const listed = room.extend({ rooms: z.int() });
  const input = linesInput({});
  const lines = get('/api/homes/export', {
    ...texts,
    searches: ['id'],
    sorts: ['rooms'],
    filters: { rooms: equal(z.int()) },
    input,
    output: linesOf(listed, { name: 'homes', columns: ['rooms'] }),
  });
  expectTypeOf(lines.declared.input.shape.format).toEqualTypeOf<typeof linesControls.format>();
  // @ts-expect-error no row has it
  linesOf(listed, { name: 'homes', columns: ['doors'] });
  // @ts-expect-error no row has it
  get('/api/homes', { ...texts, searches: ['id'], sorts: ['doors'], input, output: linesOf(listed, { name: 'h' }) });
  // @ts-expect-error a write answers none
  post('/api/homes', { ...texts, searches: ['id'], input, output: linesOf(listed, { name: 'homes' }) });
});

test('a read emits nothing', () => {
  // @ts-expect-error nothing is committed that the event could belong to
  get('/api/rooms/{room_id}', { ...texts, emits: ['room.opened'], input: one, output: recordOf(room) });
  post('/api/rooms/{room_id}', { ...texts, emits: ['room.opened'], input: one, output: writtenOf(room) });
});

test('a scope and a credential are types of their own', () => {
  const rooms = defineDomain({
    ...domain,
    operations: {
      countRooms: get('/rooms', { ...texts, scope: 'registry', input: z.object({}), output: recordOf(room) }),
      enterRoom: get('/api/rooms/{room_id}', { ...texts, credential: 'session', input: one, output: recordOf(room) }),
    },
  });
  const { countRooms, enterRoom } = rooms.operations;
  expectTypeOf(countRooms.meta.scope).toEqualTypeOf<'registry'>();
  expectTypeOf(enterRoom.meta.scope).toEqualTypeOf<'sandbox'>();
  expectTypeOf(enterRoom.meta.credential).toEqualTypeOf<'session'>();
  expectTypeOf(enterRoom.meta.credentialOptional).toEqualTypeOf<true>();
});

test('a status goes with the method and the answer', () => {
  const wrote = { ...texts, input: one, output: writtenOf(room) };
  post('/api/rooms/{room_id}', { ...wrote, status: 201 });
  put('/api/rooms/{room_id}', { ...wrote, status: 202 });
  remove('/api/rooms/{room_id}', { ...texts, input: one, output: nothing });
  remove('/api/rooms/{room_id}', { ...texts, status: 204, input: one, output: nothing });
  // @ts-expect-error a 204 has no body
  remove('/api/rooms/{room_id}', { ...wrote, status: 204 });
  // @ts-expect-error nothing is answered, where a 201 has a body
  post('/api/rooms/{room_id}', { ...texts, status: 201, input: one, output: nothing });
  // @ts-expect-error a read creates nothing
  get('/api/rooms/{room_id}', { ...texts, status: 201, input: one, output: recordOf(room) });
  // @ts-expect-error no status of an answer that succeeds
  post('/api/rooms/{room_id}', { ...wrote, status: 206 });
  // @ts-expect-error there is nothing to keep
  get('/api/rooms/{room_id}', { ...texts, cache: 'revision', input: one, output: nothing });
});

test('a merge patch changes what is declared, and each of it alone', () => {
  const hall = z.object({
    id: z.string(),
    name: z.string(),
    note: z.string().nullable(),
    phone: z.string().optional(),
    level: z.int().default(1),
    size: z.object({ width: z.int(), unit: z.string().optional() }),
    tags: z.array(z.object({ key: z.string() })),
    labels: z.record(z.string(), z.string()),
  });
  const input = hall.omit({ id: true }).extend({ hall_id: z.string(), locale: z.string().optional() });
  const headers = { locale: 'Accept-Language' } as const;
  const changed = { ...texts, patch: 'merge', headers, input, output: writtenOf(hall) } as const;
  const updateHall = patch('/api/halls/{hall_id}', changed);
  type Sent = z.input<typeof updateHall.declared.input>;
  type Read = z.output<typeof updateHall.declared.input>;

  expectTypeOf<Sent['hall_id']>().toEqualTypeOf<string>();
  expectTypeOf<Sent['locale']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Sent['name']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Sent['note']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Sent['phone']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Read['phone']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Sent['level']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<NonNullable<Sent['size']>['width']>().toEqualTypeOf<number | undefined>();
  expectTypeOf<NonNullable<Sent['size']>['unit']>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<Sent['tags']>().toEqualTypeOf<{ key: string }[] | undefined>();
  expectTypeOf<NonNullable<Sent['labels']>[string]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<keyof typeof updateHall.patched.shape>().toEqualTypeOf<Exclude<keyof z.infer<typeof hall>, 'id'>>();

  // @ts-expect-error a POST carries no patch
  post('/api/halls/{hall_id}', changed);
  // @ts-expect-error a patch is JSON
  patch('/api/halls/{hall_id}', { ...changed, bodies: ['form'] });
});

test('only a read of a sandbox can answer with a file', () => {
  const file = get('/api/rooms/{room_id}/plan', { ...texts, input: one, output: fileOf(['image/png']) });
  expectTypeOf(file.declared.output.mediaTypes).toEqualTypeOf<readonly ['image/png', ...'image/png'[]]>();
  // @ts-expect-error a write has no ranges
  post('/api/rooms/{room_id}/plan', { ...texts, input: one, output: fileOf(['image/png']) });
  // @ts-expect-error the registry has no files
  get('/api/plan', { ...texts, scope: 'registry', input: z.object({}), output: fileOf(['image/png']) });
});
