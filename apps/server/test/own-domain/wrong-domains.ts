/** Wrong domains, each with the line that refuses it: `FILE` is the path of the file that the source is in. */

/** What each source begins with: its own first line is the third of its file. */
export const HEAD = `import { collection, crud, crudHandlers, defineDomain, defineKinds, equal, get, implement, listInput, listOf, post, recordOf, seededId, unsearchedListInput, withinCircle, writtenOf, z } from '@understudy/server/domain';
import { contract, declared, handlers, right, room, rooms, texts } from './parts.js';
`;

/** A domain whose only operation is wrong. */
const operation = (declaration: string): string => `const wrong = ${declaration};
const contractOfIt = defineDomain({ ...declared, operations: { wrong } });
export default implement(contractOfIt, { handlers: { wrong: handlers.getRoom } });`;

/** The operation of a path with some members more. */
const getting = (path: string, more = '', output = 'recordOf(room)'): string =>
  operation(`get('${path}', { ...texts, ${more} input: z.object({ id: z.string() }), output: ${output} })`);

/** A list with some members more. */
const listing = (more: string): string =>
  operation(`get('/api/rooms', { ...texts, ${more}, input: listInput({}), output: listOf(room) })`);

/** The right contract, implemented with something wrong. */
const implemented = (parts: string): string => `export default implement(contract, { ${parts} });`;

/** A collection with a wrong member. */
const collected = (member: string): string => implemented(`collections: [{ ...rooms, ${member} }], handlers`);

/** The domain with another declaration. */
const declaring = (member: string): string => `export default implement(defineDomain({ ...declared, ${member} }), {
  collections: [rooms],
  handlers,
});`;

/** A second domain beside the right one. */
const beside = ({ name = 'desks', path = '/api/desks/{id}', parameter = 'id', kinds = '', collections = '' }): string =>
  `const desks = defineDomain({
  name: '${name}',
  description: 'Desks.',
  ${kinds}
  operations: {
    getDesk: get('${path}', { ...texts, input: z.object({ ${parameter}: z.string() }), output: recordOf(room) }),
  },
});
export { right };
export const other = implement(desks, { collections: [${collections}], handlers: { getDesk: handlers.getRoom } });`;

/** A list of rooms that are somewhere, with filters beside others. */
const placed = (filters: string, input: string): string =>
  `const location = z.object({ latitude: z.number(), longitude: z.number() });
const circle = (text) => withinCircle('location', text);
${operation(`get('/api/rooms', {
  ...texts, filters: ${filters}, input: unsearchedListInput(${input}), output: listOf(room.extend({ location })),
})`)}`;

const JSON_ONLY = 'declare what JSON has, such as z.iso.datetime() for a time, and convert it in the handler';
const HAVE = 'which its records do not have; they have id, name, seats, tags';

/** By what is wrong: the source of the file, and what is said of it. */
export const wrongDomains: Readonly<Record<string, readonly [source: string, says: string]>> = {
  'an address of ours': [
    getting('/api/education/courses/{id}'),
    'the address GET /api/education/courses/{} is declared twice: by education.getCourse and by rooms.wrong (FILE); give one of them another',
  ],
  'a seed that is async': [
    collected('seeded: async (dataset, index) => rooms.seeded(dataset, index)'),
    'FILE: the seeded record 1 of rooms is a promise; a seed must not be async',
  ],
  'a control in an input': [
    operation(
      "get('/api/rooms/{id}', { ...texts, input: z.object({ id: z.string(), delay: z.int() }), output: recordOf(room) })",
    ),
    'FILE:3: GET /api/rooms/{id}: its input has delay, which is a control of every call; give it another name',
  ],
  'a date in an output': [
    getting('/api/rooms/{id}', '', 'recordOf(room.extend({ opened: z.date() }))'),
    `FILE: rooms.wrong: data.opened of its output cannot be described as JSON Schema: Date cannot be represented in JSON Schema; ${JSON_ONLY}`,
  ],
  'a transform in an output': [
    getting('/api/rooms/{id}', '', 'recordOf(z.object({ id: z.string(), name: z.string().transform(Number) }))'),
    `FILE: rooms.wrong: data.name of its output cannot be described as JSON Schema: Transforms cannot be represented in JSON Schema; ${JSON_ONLY}`,
  ],
  'a filter that adds what the input has': [
    placed("{ near: circle('Here.') }", '{ radius_m: z.int().optional() }'),
    'FILE:5: GET /api/rooms: filters has radius_m, which its input has already; leave it out of one of them',
  ],
  'filters that add the same': [
    placed("{ near: circle('Here.'), far: circle('There.') }", '{}'),
    'FILE:5: GET /api/rooms: filters has radius_m, which another of them has already; give it another name',
  ],
  'a filter by no member': [
    listing(
      "searches: ['name'], filters: { rank: equal(z.string().meta({ description: 'Rank.', examples: ['first'] })) }",
    ),
    `FILE:3: GET /api/rooms: filters has rank, ${HAVE}`,
  ],
  'a search in no member': [listing("searches: ['title']"), `FILE:3: GET /api/rooms: searches has title, ${HAVE}`],
  'a sort by no member': [
    listing("searches: ['name'], sorts: ['size']"),
    `FILE:3: GET /api/rooms: sorts has size, ${HAVE}`,
  ],
  'a sort by what has no order': [
    listing("searches: ['name'], sorts: ['tags']"),
    'FILE:3: GET /api/rooms: sorts has tags, whose values have no order: it is of type array; leave it out',
  ],
  'a prefix of ours in the seed': [
    collected("prefix: 'crs', seeded: (...of) => ({ ...rooms.seeded(...of), id: seededId('crs', of[1]) })"),
    'FILE: the seeded record 1 of rooms has the id "crs_0001", but must have rooms_crs_0001, as seededId(rooms.prefix, index) gives it',
  ],
  'an id of another prefix': [
    collected("seeded: (...of) => ({ ...rooms.seeded(...of), id: seededId('r', of[1]) })"),
    'FILE: the seeded record 1 of rooms has the id "r_0001", but must have room_0001, as seededId(rooms.prefix, index) gives it',
  ],
  'a record that breaks its schema': [
    collected("seeded: (...of) => ({ ...rooms.seeded(...of), seats: of[1] === 19 ? 'many' : 5 })"),
    'FILE: the seeded record 20 of rooms breaks its schema at seats: Invalid input: expected number, received string',
  ],
  'a seed that throws': [
    collected('seeded: (dataset, index) => rooms.names[index]'),
    "FILE: the seeded record 1 of rooms cannot be made: TypeError: Cannot read properties of undefined (reading '0')",
  ],
  'a size that is no number': [
    collected("defaultSize: 'many'"),
    'FILE: rooms: the size of the collection rooms is "many", but must be a whole number from 0 to 10000000',
  ],
  'a schema that is none': [
    collected("schema: { id: 'string' }"),
    'FILE: rooms: the schema of the collection rooms is no schema; give it the z.object of its records',
  ],
  'an input that is no object': [
    operation("get('/api/rooms/{id}', { ...texts, input: z.string(), output: recordOf(room) })"),
    'FILE:3: GET /api/rooms/{id}: its input is not a z.object; write z.object({}) if it takes nothing',
  ],
  'an output that is no schema': [
    getting('/api/rooms/{id}', '', '{ room }'),
    'FILE:3: GET /api/rooms/{id}: its output is not a schema, such as recordOf(…)',
  ],
  'a path outside of /api': [
    getting('/rooms/{id}'),
    'FILE: rooms.wrong: its path is /rooms/{id}, but must begin with /api/, such as /api/rooms/{id}',
  ],
  'a parameter of the path that the input lacks': [
    getting('/api/rooms/{room_id}'),
    'FILE:3: GET /api/rooms/{room_id}: its input has no room_id, which is in the path; add it, such as room_id: z.string()',
  ],
  'a path with a colon': [
    getting('/api/rooms/:id'),
    'FILE:3: GET /api/rooms/:id: its path has :id; a parameter is a whole part of the path, such as {id}',
  ],
  'a migration that is no function': [
    implemented('collections: [rooms], handlers, migrate: { rooms: { seats: 2 } }'),
    'FILE:3: rooms: migrate.rooms is not a function; write rooms: (record) => ({ ...record })',
  ],
  'a migration of no collection': [
    implemented('handlers, migrate: { chairs: (record) => record }'),
    'FILE:3: rooms: migrate names chairs, which is not one of its collections; it has ',
  ],
  'an import of no file': [
    "export { right as default } from './elsewhere.js';",
    "FILE: it imports './elsewhere.js', which cannot be found",
  ],
  'a handler that is missing': [
    implemented('handlers: { listRooms: handlers.listRooms }'),
    'FILE:3: rooms.getRoom: it has no handler; write getRoom: ({ input, records }) => … in handlers',
  ],
  'a handler of no operation': [
    implemented('handlers: { ...handlers, fetchRoom: handlers.getRoom }'),
    'FILE:3: rooms: there is a handler fetchRoom, but no operation of that name; did you mean getRoom? the operations are listRooms, getRoom',
  ],
  'a misspelt member of a collection': [
    `const seed = () => ({ name: 'A', seats: 1, tags: [] });
const wrong = collection({ name: 'rooms', prefix: 'room', size: 20, schema: room, seed, transitions: () => undefined });
${implemented('collections: [wrong], handlers')}`,
    'FILE:4: the collection rooms has no member transitions; did you mean transition? its members are name, prefix, noun, size, schema, versioned, transition, due, shows, seed',
  ],
  'a misspelt member of crud': [
    `const words = { one: 'room', many: 'rooms' };
const operations = crud({ ...words, path: '/api/rooms', schema: room, serches: ['name'] });
export default implement(defineDomain({ ...declared, operations }), {
  collections: [rooms],
  handlers: crudHandlers(rooms, words),
});`,
    'FILE:4: crud has no member serches; did you mean searches? its members are path, one, many, schema, made, searches, filters, sorts, create, update, only, emits, kinds, versioned, fields, includes',
  ],
  'a misspelt member of a domain': [
    declaring('evnts: {}'),
    'FILE:3: the domain rooms has no member evnts; did you mean events? its members are name, description, operations, kinds, events',
  ],
  'a misspelt member of an implementation': [
    implemented('collections: [rooms], handlers, migrations: {}'),
    'FILE:3: the implementation of rooms has no member migrations; did you mean migrate? its members are collections, handlers, showcase, examples, document, findApiKey, limits, migrate',
  ],
  'a misspelt member of an operation': [
    getting('/api/rooms/{id}', "creditential: 'bearer',"),
    'FILE:3: GET /api/rooms/{id}: an operation has no member creditential; did you mean credential? its members are summary, description, input, output, searches, filters, sorts, open, computes, fields, includes, arrivals, formats, holds, status, headers, versioned, patch, bare, raw, kinds, current, limit, sends, emits, beginsSession, renewsSession, signed, cache, scope, credential, credentialOptional, errors, inputError, aliases, bodies, bodyLimit, empty, extension',
  ],
  'a name that is always ours': [
    declaring("name: 'auth'"),
    'FILE: auth is a domain of Understudy itself; choose another name',
  ],
  'a name of ours': [
    declaring("name: 'education'"),
    'FILE: education is a domain of Understudy itself; choose another name, or do not serve that one with it (--with)',
  ],
  'a reserved name': [declaring("name: 'trpc'"), 'FILE: trpc is a reserved name; choose another for the domain'],
  'an odd name': [
    declaring("name: 'my rooms'"),
    'FILE:3: the name of a domain is "my rooms", but must begin with a letter, and have letters, digits, _ and - only',
  ],
  'a file that exports no domain': [
    'export const name = contract.name;',
    'FILE: it exports no domain; write export default implement(…)',
  ],
  'a file that exports a domain without handlers': [
    'export { contract as rooms };',
    'FILE: it exports a domain without handlers; export implement(…) of it',
  ],
  'a file that throws': [
    'const { seats } = undefined;\nexport default { ...right, seats };',
    "FILE:3: it throws while it is loaded: TypeError: Cannot destructure property 'seats' of 'undefined' as it is undefined.",
  ],
  'a kind of ours': [
    beside({ kinds: "kinds: defineKinds({ sold_out: { status: 409, title: 'Sold', description: 'Sold out.' } })," }),
    'the problem kind sold_out is declared twice: by events and by desks (FILE); give one of them another',
  ],
  'two of one address': [
    beside({ path: '/api/rooms/{number}', parameter: 'number' }),
    'the address GET /api/rooms/{} is declared twice: by desks.getDesk (FILE) and by rooms.getRoom (FILE); give one of them another',
  ],
  'two collections of one name': [
    beside({ collections: "{ ...rooms, prefix: 'desk' }" }),
    'the collection rooms is declared twice: by desks (FILE) and by rooms (FILE); give one of them another',
  ],
  'two collections of one prefix': [
    beside({ collections: "{ ...rooms, name: 'desks' }" }),
    'the id prefix room is declared twice: by desks (desks, FILE) and by rooms (rooms, FILE); give one of them another',
  ],
  'two domains of one name': [
    beside({ name: 'rooms' }),
    'the domain rooms is declared twice: by rooms (FILE) and by rooms (FILE); give one of them another',
  ],
  'two schemas of one id': [
    `const small = room.omit({ seats: true }).meta({ id: 'Room', description: 'A small room.' });
const getSmall = get('/api/small/{id}', { ...texts, input: z.object({ id: z.string() }), output: recordOf(small) });
export default implement(defineDomain({ ...declared, operations: { ...declared.operations, getSmall } }), {
  handlers: { ...handlers, getSmall: handlers.getRoom },
});`,
    'FILE: rooms: two schemas that differ have the id Room in their meta; give one of them another',
  ],
  'an event that is not declared': [
    operation("post('/api/rooms', { ...texts, emits: ['room.opened'], input: z.object({}), output: writtenOf(room) })"),
    "FILE:4: rooms.wrong: the event room.opened is not declared; name it in the domain's events",
  ],
  'a kind that is not declared': [
    getting('/api/rooms/{id}', "kinds: ['closed'],"),
    "FILE:4: rooms.wrong: the problem kind closed is not declared; name it in the domain's kinds",
  ],
};
