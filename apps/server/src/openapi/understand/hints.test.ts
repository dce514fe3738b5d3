/** Hints: what they correct, and what is said of wrong ones. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model.js';
import { apiOf, type Sketch } from './document.fixture.js';
import { understand } from './index.js';
import { understoodTable } from './table.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const pet = objectOf({ id: integer, sku: text, owner: text, status: text });
const user = objectOf({ id: text, name: text });
const operations: Record<string, Sketch> = {
  'GET /pets': { answer: objectOf({ data: listOf(pet), more: listOf(pet) }), query: { p: integer, state: text } },
  'POST /pets': { answer: pet, body: pet },
  'GET /pets/{id}': { answer: pet },
  'POST /pets/{id}/feed': {},
  'GET /users': { answer: listOf(user) },
  'GET /users/{id}': { answer: user },
  'GET /getCar': { answer: objectOf({ car: objectOf({ plate: text, color: text }) }) },
  'GET /allCars': { answer: objectOf({ fleet: objectOf({ all: listOf(objectOf({ plate: text, color: text })) }) }) },
  'GET /car/read/{plate}': { answer: objectOf({ car: objectOf({ plate: text, color: text }) }) },
};

/** What is understood with hints beside operations, and of resources at the top. */
function withHints({ operations: hints = {}, ...top }: JsonObject) {
  const hinted = Object.entries(operations).map(([name, one]) => {
    const own = (hints as Record<string, JsonObject>)[name];
    return [name, own === undefined ? one : { ...one, hints: own }];
  });
  return understand(apiOf(Object.fromEntries(hinted) as typeof operations, {}, { 'x-understudy': top }));
}

test('correct a role', () => {
  const { operations: understood, findings } = withHints({
    operations: {
      'GET /pets': { items: '/more', paging: { page: 'p', first: 0 }, filters: { state: 'status' }, search: false },
      'POST /pets': { role: 'stateless' },
      'POST /pets/{id}/feed': { role: 'action', change: { status: 'fed' } },
    },
  });
  expect(findings).toEqual([]);
  expect(understood.get('GET /pets')?.role).toMatchObject({
    shape: { items: ['more'] },
    paging: { kind: 'page', page: 'p', first: 0 },
    filters: [{ parameter: 'state', member: ['status'], is: 'equal', isRequired: false }],
  });
  expect(understood.get('POST /pets')?.says).toBe('stateless: a hint says so');
  expect(understood.get('POST /pets/{id}/feed')?.says).toBe('feed: acts on a pet, sets status to fed');
});

test('make a resource', () => {
  const {
    operations: understood,
    resources,
    findings,
  } = withHints({
    operations: {
      'GET /allCars': { role: 'list', resource: 'cars', items: '/fleet/all' },
      'GET /car/read/{plate}': { role: 'get', resource: 'cars', record: '/car' },
    },
  });
  expect(findings).toEqual([]);
  expect(resources.find(({ name }) => name === 'cars')).toMatchObject({
    one: 'car',
    many: 'cars',
    idMember: 'plate',
    collectionPath: '/allCars',
    idParameter: 'plate',
  });
  expect(understood.get('GET /allCars')?.role).toMatchObject({
    kind: 'list',
    resource: 'cars',
    shape: { items: ['fleet', 'all'] },
  });
  expect(understood.get('GET /car/read/{plate}')?.role).toMatchObject({
    kind: 'get',
    wrap: ['car'],
    at: { scope: [], id: 'plate' },
  });
});

test('correct a resource', () => {
  const { resources, findings } = withHints({
    resources: { pets: { id: 'sku', one: 'animal', relations: { owner: 'users' } } },
  });
  expect(findings).toEqual([]);
  expect(resources[0]).toMatchObject({
    name: 'pets',
    one: 'animal',
    idMember: 'sku',
    relations: [{ member: 'owner', resource: 'users', isMany: false }],
  });
});

test('leave a resource without state', () => {
  const { operations: understood } = withHints({ resources: { pets: false } });
  expect(understood.get('GET /pets')?.says).toBe('stateless: a hint says so');
});

describe('wrong ones', () => {
  test.each<readonly [JsonObject, RegExp]>([
    [{ operations: { 'GET /pets': { role: 'lists' } } }, /role must be one of list, get.* not "lists"/],
    [{ operations: { 'GET /pets': { rolle: 'list' } } }, /rolle is no hint; there are role, resource/],
    [{ operations: { 'GET /pets': { role: 'list', items: '/nope' } } }, /no list at \/nope/],
    [{ operations: { 'GET /pets/{id}': { role: 'get', id: 'pet' } } }, /id names no parameter of the path: pet/],
    [{ operations: { 'GET /getCar': { record: '/car' } } }, /it gives no role, and none was found/],
    [{ operations: { 'GET /getCar': { role: 'get' } } }, /it names no resource/],
    [{ operations: { 'GET /pets': { paging: 3 } } }, /paging must be false/],
    [{ resources: { pets: 3 } }, /it must be an object or false, not 3/],
    [{ resources: { pets: { ids: 'x' } } }, /ids is no hint; there are id, one, many and relations/],
    [{ resources: { cats: { id: 'x' } } }, /cats: there is no such resource; there are pets, users/],
    [{ resources: { pets: { id: 'x' } } }, /pets: its schema has no member \/x/],
    [{ resources: { pets: { relations: { owner: 'cats' } } } }, /owner cannot name cats/],
  ])('%j', (given, message) => {
    const { findings } = withHints(given);
    expect(findings.map((finding) => finding.message).join('\n')).toMatch(message);
    expect(findings).toHaveLength(1);
  });
});

test('the table', () => {
  const document = apiOf(operations);
  const table = understoodTable(document, understand(document));
  expect(table.split('\n').every((line) => line.length <= 120)).toBe(true);
  expect(table).toBe(
    [
      'pets                        id: id',
      '  GET    /pets              list of pets',
      '  POST   /pets              creates a pet',
      '  GET    /pets/{id}         shows a pet',
      '',
      'users                       id: id',
      '  GET    /users             list of users',
      '  GET    /users/{id}        shows a user',
      '',
      'without state',
      '  POST   /pets/{id}/feed    stateless: it neither answers the pet nor changes a status of it',
      '  GET    /getCar            stateless: its answer has no list of records, and nothing changes it',
      '  GET    /allCars           stateless: its answer has no list of records, and nothing changes it',
      '  GET    /car/read/{plate}  stateless: nothing lists, creates or changes such records',
    ].join('\n'),
  );
});
