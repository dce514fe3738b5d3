/** What operations are understood as, case by case. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model.js';
import { apiOf, type Sketch } from './document.fixture.js';
import { understand } from './index.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

const Pet = objectOf({
  id: integer,
  name: text,
  status: { type: 'string', enum: ['available', 'adopted', 'cancelled', 'in_progress'] },
  archived: { type: 'boolean' },
  owner_id: integer,
  created_at: { type: 'string', format: 'date-time' },
});
const NewPet = objectOf({ name: text, status: text });
const Owner = objectOf({ id: integer, name: text, email: { type: 'string', format: 'email' } });
const Job = objectOf({ state: text, percent: integer });
const schemas = { Pet, NewPet, Owner, Job };

const pet = ref('Pet');
const pets = listOf(pet);
const made: Sketch = { answer: pet, status: '201', body: ref('NewPet') };

/** What a document of some operations says of each. */
function said(operations: Readonly<Record<string, Sketch>>): Record<string, string> {
  const document = apiOf(operations, schemas);
  const { operations: understood } = understand(document);
  return Object.fromEntries(document.operations.map(({ id }) => [id, understood.get(id)?.says ?? '']));
}

/** Each case: the operations of a document, and what is said of them. */
const cases: readonly (readonly [string, Readonly<Record<string, readonly [Sketch, string]>>])[] = [
  [
    'a collection and its items',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'POST /pets': [made, 'creates a pet'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'PUT /pets/{id}': [{ answer: pet, body: pet }, 'replaces a pet'],
      'PATCH /pets/{id}': [{ answer: pet, body: ref('NewPet') }, 'changes a pet'],
      'DELETE /pets/{id}': [{}, 'removes a pet'],
    },
  ],
  [
    'a collection that a parameter names, as in HubSpot and Airtable',
    {
      'GET /v3/objects/{objectType}': [
        { answer: objectOf({ results: pets, paging: objectOf({ next: objectOf({ after: text }) }) }) },
        'list of objects',
      ],
      'POST /v3/objects/{objectType}': [made, 'creates an object'],
      'GET /v3/objects/{objectType}/{objectId}': [{ answer: pet }, 'shows an object'],
      'PATCH /v3/objects/{objectType}/{objectId}': [{ answer: pet, body: ref('NewPet') }, 'changes an object'],
      'DELETE /v3/objects/{objectType}/{objectId}': [{}, 'removes an object'],
      'POST /v3/objects/{objectType}/search': [
        { answer: objectOf({ results: pets }), body: objectOf({ limit: integer }) },
        'list of objects, limited by limit',
      ],
    },
  ],
  [
    'items that answer lists, whose parts have paths',
    {
      'GET /owners/{id}': [{ answer: objectOf({ id: integer, name: text, pets }) }, 'shows an owner'],
      'DELETE /owners/{id}': [{}, 'removes an owner'],
      'GET /owners/{id}/{petId}': [{ answer: pet }, 'stateless: nothing lists, creates or changes such records'],
    },
  ],
  [
    'the famous pet store',
    {
      'POST /pet': [{ answer: pet, body: pet }, 'creates a pet'],
      'PUT /pet': [{ answer: pet, body: pet }, 'replaces a pet, whose id is in the body'],
      'GET /pet/findByStatus': [{ answer: pets, query: { status: text } }, 'list of pets, filtered by status'],
      'GET /pet/{petId}': [{ answer: pet }, 'shows a pet'],
      'POST /pet/{petId}/uploadImage': [
        { answer: ref('Job') },
        'stateless: it neither answers the pet nor changes a status of it',
      ],
      'DELETE /pet/{petId}': [{}, 'removes a pet'],
    },
  ],
  [
    'names that differ in number',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'POST /pet': [made, 'creates a pet'],
      'GET /pet/{id}': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'search and list beside a collection',
    {
      'POST /pets': [made, 'creates a pet'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'GET /pets/search': [{ answer: pets, query: { q: text } }, 'list of pets, searched by q'],
      'GET /pets/list': [{ answer: pets }, 'list of pets'],
      'POST /pets/query': [
        { answer: pets, body: objectOf({ cursor: text, limit: integer, name: text, sort: text }) },
        'list of pets, paged by cursor and limit, filtered by name, sorted by sort',
      ],
      'POST /pets/groom': [
        { answer: pets, body: objectOf({ cursor: text }) },
        'stateless: nothing at this path lists or reads what it writes',
      ],
    },
  ],
  [
    'a create in a path of its own',
    {
      'GET /pets/list': [{ answer: pets }, 'list of pets'],
      'POST /pets/create': [made, 'creates a pet'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'versions and formats',
    {
      'GET /api/v2/pets.json': [{ answer: pets }, 'list of pets'],
      'POST /api/v2/pets.json': [made, 'creates a pet'],
      'GET /api/v2/pets/{id}.json': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'slashes at the end',
    {
      'GET /pets/': [{ answer: pets }, 'list of pets'],
      'POST /pets/': [made, 'creates a pet'],
      'GET /pets/{id}/': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'items of OData',
    {
      'GET /Pets': [
        { answer: objectOf({ '@odata.context': text, value: pets }), query: { $top: integer, $skip: integer } },
        'list of pets, paged by $skip and $top',
      ],
      'POST /Pets': [made, 'creates a pet'],
      'GET /Pets({id})': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'wrapped records',
    {
      'GET /pets': [{ answer: objectOf({ pets, meta: objectOf({ total: integer }) }) }, 'list of pets'],
      'POST /pets': [{ answer: objectOf({ pet }), body: objectOf({ pet: ref('NewPet') }) }, 'creates a pet'],
      'GET /pets/{id}': [{ answer: objectOf({ pet }) }, 'shows a pet'],
      'DELETE /pets/{id}': [{ answer: objectOf({ pet }) }, 'removes a pet'],
    },
  ],
  [
    'changes by POST, as Stripe has them',
    {
      'GET /v1/pets': [
        { answer: objectOf({ object: text, data: pets, has_more: { type: 'boolean' }, url: text }) },
        'list of pets',
      ],
      'POST /v1/pets': [
        { answer: pet, body: ref('NewPet'), media: 'application/x-www-form-urlencoded' },
        'creates a pet',
      ],
      'POST /v1/pets/{pet}': [
        { answer: pet, body: ref('NewPet'), media: 'application/x-www-form-urlencoded' },
        'changes a pet',
      ],
      'GET /v1/pets/{pet}': [{ answer: pet }, 'shows a pet'],
      'DELETE /v1/pets/{pet}': [
        { answer: objectOf({ id: text, object: text, deleted: { type: 'boolean' } }) },
        'removes a pet',
      ],
    },
  ],
  [
    'items whose collection has no path',
    {
      'GET /repos/{owner}/{repo}': [{ answer: pet }, 'shows a repo'],
      'PATCH /repos/{owner}/{repo}': [{ answer: pet, body: ref('NewPet') }, 'changes a repo'],
      'GET /repos/{owner}/{repo}/pets': [{ answer: pets }, 'list of pets'],
      'POST /repos/{owner}/{repo}/pets': [made, 'creates a pet'],
      'GET /repos/{owner}/{repo}/pets/{number}': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'verbs after a colon',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'POST /pets/{id}:cancel': [{ answer: pet }, 'cancel: acts on a pet, sets status to cancelled'],
      'POST /pets:batchGet': [
        { answer: pets, body: objectOf({ ids: listOf(text) }) },
        'stateless: nothing at this path lists or reads what it writes',
      ],
    },
  ],
  [
    'actions',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'POST /pets/{id}/archive': [{}, 'archive: acts on a pet, sets archived to true'],
      'POST /pets/{id}/unarchive': [{}, 'unarchive: acts on a pet, sets archived to false'],
      'DELETE /pets/{id}/archive': [{}, 'archive: acts on a pet, sets archived to false'],
      'PUT /pets/{id}/adopt': [{ answer: pet }, 'adopt: acts on a pet, sets status to adopted'],
      'POST /pets/{id}/actions/start': [{ answer: pet }, 'start: acts on a pet, sets status to in_progress'],
      'POST /pets/{id}/feed': [{ answer: pet }, 'feed: acts on a pet'],
      'POST /pets/{id}/photo': [{}, 'stateless: it neither answers the pet nor changes a status of it'],
      'POST /pets/{id}/cancel_feeding': [{}, 'stateless: it neither answers the pet nor changes a status of it'],
      'POST /pets/{id}/report': [
        { answer: ref('Job') },
        'stateless: it neither answers the pet nor changes a status of it',
      ],
    },
  ],
  [
    'records of which there is one',
    {
      'GET /me': [{ answer: ref('Owner') }, 'shows the one me'],
      'PATCH /me': [{ answer: ref('Owner'), body: objectOf({ name: text }) }, 'changes the one me'],
      'GET /settings': [{ answer: objectOf({ theme: text, size: integer }) }, 'shows the one settings'],
      'PUT /settings': [{ body: objectOf({ theme: text, size: integer }) }, 'replaces the one settings'],
      'GET /health': [
        { answer: objectOf({ ok: text }) },
        'stateless: its answer has no list of records, and nothing changes it',
      ],
      'GET /rules': [{ answer: objectOf({ rules: pets }) }, 'shows the one rules'],
      'PUT /rules': [{ body: objectOf({ rules: pets }) }, 'replaces the one rules'],
    },
  ],
  [
    'a user who is one, and users who are several',
    {
      'GET /user': [{ answer: ref('Owner') }, 'shows the one user'],
      'PATCH /user': [{ answer: ref('Owner'), body: objectOf({ name: text }) }, 'changes the one user'],
      'GET /users': [{ answer: listOf(ref('Owner')) }, 'list of users'],
      'GET /users/{name}': [{ answer: ref('Owner') }, 'shows a user'],
    },
  ],
  [
    'lists below an item',
    {
      'GET /owners': [{ answer: listOf(ref('Owner')) }, 'list of owners'],
      'GET /owners/{id}': [{ answer: ref('Owner') }, 'shows an owner'],
      'GET /owners/{id}/tags': [{ answer: listOf(objectOf({ id: text, color: text })) }, 'list of tags'],
      'GET /owners/{id}/words': [
        { answer: listOf(text) },
        'stateless: its answer has no list of records, and nothing changes it',
      ],
    },
  ],
  [
    'a second path to the same records',
    {
      'GET /owners': [{ answer: listOf(ref('Owner')) }, 'list of owners'],
      'GET /owners/{id}': [{ answer: ref('Owner') }, 'shows an owner'],
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'GET /owners/{owner_id}/pets': [{ answer: pets }, 'list of pets by owner_id'],
      'POST /owners/{owner_id}/pets': [made, 'creates a pet'],
      'GET /owners/{owner_id}/pets/{pet_id}': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'schemas that contradict their path',
    {
      'GET /pets': [{ answer: objectOf({ name: text }) }, 'stateless: its answer is one pet, not a list'],
      'POST /pets': [{ answer: pet, body: pet }, 'creates a pet'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'PATCH /pets/{id}': [
        { answer: ref('Job'), body: ref('Job') },
        'stateless: neither its body nor its answer is like the schema of a pet',
      ],
      'DELETE /pets': [{}, 'stateless: it removes several records at once'],
    },
  ],
  [
    'several at once',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'POST /pets': [{ answer: pets, body: pets }, 'stateless: it takes several records at once'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
    },
  ],
  [
    'procedures',
    {
      'GET /getPet': [
        { answer: pet, query: { id: text } },
        'stateless: its answer has no list of records, and nothing changes it',
      ],
      'POST /createPet': [made, 'stateless: nothing at this path lists or reads what it writes'],
      'POST /login': [
        { answer: objectOf({ token: text }), body: objectOf({ user: text }) },
        'stateless: nothing at this path lists or reads what it writes',
      ],
    },
  ],
  [
    'what is only ever read by an id that nobody knows',
    {
      'GET /weather/{city}': [
        { answer: objectOf({ city: text, rain: integer }) },
        'stateless: nothing lists, creates or changes such records',
      ],
    },
  ],
  [
    'a parameter that chooses a list',
    {
      'GET /pets/{owner}': [{ answer: pets }, 'stateless: its answer is no record'],
    },
  ],
  [
    'changes by JSON Patch',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'PATCH /pets/{id}': [
        { answer: pet, body: listOf(objectOf({ op: text, path: text })), media: 'application/json-patch+json' },
        'changes a pet',
      ],
    },
  ],
  [
    'bodies in another case than answers, as Twilio has them',
    {
      'GET /2010-04-01/Pets.json': [{ answer: objectOf({ pets, next_page_uri: text }) }, 'list of pets'],
      'POST /2010-04-01/Pets.json': [{ answer: pet, body: objectOf({ Name: text, OwnerId: text }) }, 'creates a pet'],
      'GET /2010-04-01/Pets/{Id}.json': [{ answer: pet }, 'shows a pet'],
      'POST /2010-04-01/Pets/{Id}.json': [
        { answer: pet, body: objectOf({ Name: text, OwnerId: text }) },
        'changes a pet',
      ],
    },
  ],
  [
    'lists of the same records beside a collection',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'POST /pets': [made, 'creates a pet'],
      'GET /pets/starred': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'GET /pets/{id}/{sha}': [{ answer: pet }, 'stateless: nothing lists, creates or changes such records'],
      'GET /pets/{id}/forks': [{ answer: pets }, 'list of forks'],
    },
  ],
  [
    'a list that is read and written as a whole',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'GET /pets/{id}/rules': [
        { answer: objectOf({ rules: listOf(objectOf({ port: integer })) }) },
        'shows the one pets.rules',
      ],
      'PUT /pets/{id}/rules': [
        { body: objectOf({ rules: listOf(objectOf({ port: integer })) }) },
        'replaces the one pets.rules',
      ],
    },
  ],
  [
    'a list of one, as Xero answers for an item',
    {
      'GET /Pets': [{ answer: objectOf({ Pets: pets }) }, 'list of pets'],
      'PUT /Pets': [
        { answer: objectOf({ Pets: pets }), body: objectOf({ Pets: pets }) },
        'stateless: its body does not say which pet it is about',
      ],
      'GET /Pets/{PetID}': [
        { answer: objectOf({ Pets: pets, pages: integer }) },
        'stateless: its answer has too little in common with a pet',
      ],
      'POST /Pets/{PetID}': [
        { answer: objectOf({ Pets: pets, pages: integer }), body: objectOf({ Pets: pets }) },
        'stateless: neither its body nor its answer is like the schema of a pet',
      ],
    },
  ],
  [
    'creates with query parameters and no body',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'POST /pets': [{ answer: pet, query: { name: text } }, 'creates a pet'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'PUT /pets/{id}': [{ answer: pet, query: { name: text } }, 'replaces a pet'],
      'PATCH /pets/{id}': [{}, 'stateless: it has no body that a record could be read from'],
    },
  ],
  [
    'an action that has the name of its records',
    {
      'GET /pets': [{ answer: pets }, 'list of pets'],
      'GET /pets/{id}': [{ answer: pet }, 'shows a pet'],
      'GET /pets/{id}/refunds': [
        { answer: listOf(objectOf({ id: text, amount: integer, name: text })) },
        'list of refunds',
      ],
      'POST /pets/{id}/refund': [{ answer: pet }, 'refund: acts on a pet'],
    },
  ],
];

describe.each(cases)('%s', (_, operations) => {
  const all = said(Object.fromEntries(Object.entries(operations).map(([key, [sketch]]) => [key, sketch])));
  test.each(Object.entries(operations).map(([key, [, says]]) => [key, says]))('%s: %s', (key, says) => {
    expect(all[key]).toBe(says);
  });
});

describe('where the record is', () => {
  const { operations, resources } = understand(
    apiOf(
      {
        'GET /pets': { answer: objectOf({ pets }) },
        'POST /pets': { answer: objectOf({ data: pet }), body: objectOf({ pet: ref('NewPet') }) },
        'GET /pets/{pet_id}': { answer: objectOf({ data: pet, meta: objectOf({ at: text }) }) },
        'POST /pets/{petId}/feed': { answer: objectOf({ pet }) },
      },
      schemas,
    ),
  );

  test.each([
    ['POST /pets', { kind: 'create', wrap: ['data'], bodyWrap: ['pet'], at: { scope: [], id: undefined, bound: [] } }],
    ['GET /pets/{pet_id}', { kind: 'get', wrap: ['data'], at: { scope: [], id: 'pet_id', bound: [] } }],
    [
      'POST /pets/{petId}/feed',
      { kind: 'action', wrap: ['pet'], verb: 'feed', at: { scope: [], id: 'petId', bound: [] } },
    ],
  ])('%s', (id, role) => expect(operations.get(id)?.role).toMatchObject(role));

  test('the resource', () => {
    expect(resources).toMatchObject([
      {
        name: 'pets',
        one: 'pet',
        many: 'pets',
        collectionPath: '/pets',
        itemPath: '/pets/{pet_id}',
        idParameter: 'pet_id',
        idMember: 'id',
      },
    ]);
  });
});

test('every operation is understood as something, and the same each time', () => {
  const document = apiOf(
    Object.fromEntries(cases.flatMap(([, all]) => Object.entries(all).map(([key, [sketch]]) => [key, sketch]))),
    schemas,
  );
  const one = understand(document);
  expect(one.operations.size).toBe(document.operations.length);
  expect(one).toEqual(understand(document));
});
