/** Lists: envelopes of many APIs, the members beside the records, and how they are cut into pages. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, Json } from '../model.js';
import type { Role } from '../roles.js';
import { type Sketch, apiOf } from './document.fixture.js';
import { understand } from './index.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const flag = { type: 'boolean' };
const link = { type: 'string', format: 'uri' };
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const pet = { $ref: '#/components/schemas/Pet' };
const pets = listOf(pet);
const schemas = { Pet: objectOf({ id: integer, name: text, status: text }) };

/** The role of the list of a document whose items are pets. */
function listRole(sketch: Sketch, item: Json = pet): Extract<Role, { kind: 'list' }> | undefined {
  const { operations } = understand(apiOf({ 'GET /pets': sketch, 'GET /pets/{id}': { answer: item } }, schemas));
  const role = operations.get('GET /pets')?.role;
  return role?.kind === 'list' ? role : undefined;
}

describe('envelopes', () => {
  test.each<readonly [string, Json, string, Readonly<Record<string, string>>]>([
    ['an array', pets, '', {}],
    ['Stripe', objectOf({ object: text, data: pets, has_more: flag, url: text }), 'data', { has_more: 'has_more' }],
    ['Google', objectOf({ items: pets, nextPageToken: text }), 'items', { nextPageToken: 'next_cursor' }],
    [
      'OData',
      objectOf({ value: pets, '@odata.nextLink': text, '@odata.count': integer }),
      'value',
      { '@odata.nextLink': 'next_url', '@odata.count': 'total' },
    ],
    [
      'Django',
      objectOf({ count: integer, next: link, previous: link, results: pets }),
      'results',
      { count: 'total', next: 'next_url', previous: 'prev_url' },
    ],
    [
      'Spring',
      objectOf({
        content: pets,
        totalElements: integer,
        totalPages: integer,
        number: integer,
        size: integer,
        numberOfElements: integer,
      }),
      'content',
      { totalElements: 'total', totalPages: 'pages', number: 'page', numberOfElements: 'count' },
    ],
    [
      'Laravel',
      objectOf({
        data: pets,
        links: objectOf({ first: text, last: text, prev: text, next: text }),
        meta: objectOf({ current_page: integer, last_page: integer, per_page: integer, total: integer }),
      }),
      'data',
      {
        'links.next': 'next_url',
        'links.first': 'first_url',
        'meta.current_page': 'page',
        'meta.last_page': 'pages',
        'meta.per_page': 'per_page',
        'meta.total': 'total',
      },
    ],
    [
      'HAL',
      objectOf({
        _embedded: objectOf({ pets }),
        _links: objectOf({ next: objectOf({ href: text }) }),
        page: objectOf({ totalElements: integer }),
      }),
      '_embedded.pets',
      { '_links.next.href': 'next_url', 'page.totalElements': 'total' },
    ],
    [
      'Kubernetes',
      objectOf({
        apiVersion: text,
        kind: text,
        items: pets,
        metadata: objectOf({ continue: text, remainingItemCount: integer }),
      }),
      'items',
      { 'metadata.continue': 'next_cursor' },
    ],
    [
      'OpenAI',
      objectOf({ object: text, data: pets, first_id: text, last_id: text, has_more: flag }),
      'data',
      { first_id: 'first_id', last_id: 'last_id', has_more: 'has_more' },
    ],
    [
      'Twilio',
      objectOf({
        pets,
        end: integer,
        first_page_uri: text,
        next_page_uri: link,
        page: integer,
        page_size: integer,
        start: integer,
        uri: text,
      }),
      'pets',
      { next_page_uri: 'next_url', page: 'page', page_size: 'per_page', start: 'offset' },
    ],
    [
      'DigitalOcean',
      objectOf({ pets, links: objectOf({ pages: objectOf({ next: text }) }), meta: objectOf({ total: integer }) }),
      'pets',
      { 'meta.total': 'total' },
    ],
    [
      'Slack',
      objectOf({ ok: flag, pets, response_metadata: objectOf({ next_cursor: text }) }),
      'pets',
      { 'response_metadata.next_cursor': 'next_cursor' },
    ],
    [
      'two levels',
      objectOf({ status: text, data: objectOf({ pets, total: integer }) }),
      'data.pets',
      { 'data.total': 'total' },
    ],
    ['another name', objectOf({ petSummaries: pets, count: integer }), 'petSummaries', { count: 'total' }],
    ['errors beside', objectOf({ pets, errors: listOf(objectOf({ message: text })) }), 'pets', {}],
  ])('%s', (_, answer, items, members) => {
    const shape = listRole({ answer })?.shape;
    expect(shape?.items.join('.')).toBe(items);
    const said = Object.fromEntries(shape?.members.map(({ path, meaning }) => [path.join('.'), meaning]) ?? []);
    expect(said).toMatchObject(members);
  });

  test('JSON:API', () => {
    const resource = objectOf({ id: text, type: text, attributes: schemas.Pet });
    const answer = objectOf({ data: listOf(resource), links: objectOf({ next: text }), included: listOf(resource) });
    expect(listRole({ answer }, objectOf({ data: resource }))?.shape).toMatchObject({
      items: ['data'],
      members: [{ path: ['links', 'next'], meaning: 'next_url' }],
    });
  });

  test.each<readonly [string, Json]>([
    ['an object', objectOf({ id: text, name: text })],
    ['a list of texts', listOf(text)],
    ['records of something else', listOf(objectOf({ speed: integer, height: integer }))],
    ['only errors', objectOf({ errors: listOf(objectOf({ message: text })) })],
  ])('%s is no list of pets', (_, answer) => expect(listRole({ answer })).toBeUndefined());

  test('headers', () => {
    const shape = listRole({
      answer: pets,
      headers: { Link: { schema: text }, 'X-Total-Count': { schema: integer }, 'X-Page': { schema: integer } },
    })?.shape;
    expect(shape).toMatchObject({
      hasLink: true,
      headers: [
        { name: 'X-Total-Count', meaning: 'total' },
        { name: 'X-Page', meaning: 'page' },
      ],
    });
  });
});

describe('paging', () => {
  const time = { type: 'string', format: 'date-time' };
  test.each<readonly [JsonObject, unknown]>([
    [
      { page: integer, per_page: integer },
      { kind: 'page', page: 'page', size: 'per_page', first: 1 },
    ],
    [
      { page: { ...integer, default: 0 }, size: integer },
      { kind: 'page', page: 'page', size: 'size', first: 0 },
    ],
    [
      { page: { ...integer, minimum: 0, default: 1 }, limit: integer },
      { kind: 'page', page: 'page', size: 'limit', first: 1 },
    ],
    [
      { page: { ...integer, minimum: 0 }, pageSize: integer },
      { kind: 'page', page: 'page', size: 'pageSize', first: 0 },
    ],
    [{ page: { ...integer, description: 'Zero-based page index (0..N)' } }, { kind: 'page', page: 'page', first: 0 }],
    [
      { pageNumber: { ...integer, description: 'Starts at 1' }, page_size: integer },
      { kind: 'page', page: 'pageNumber', size: 'page_size', first: 1 },
    ],
    [
      { 'page[number]': integer, 'page[size]': integer },
      { kind: 'page', page: 'page[number]', size: 'page[size]', first: 1 },
    ],
    [
      { limit: integer, offset: integer },
      { kind: 'offset', offset: 'offset', limit: 'limit' },
    ],
    [
      { start: integer, limit: integer },
      { kind: 'offset', offset: 'start', limit: 'limit' },
    ],
    [
      { skip: integer, take: integer },
      { kind: 'offset', offset: 'skip', limit: 'take' },
    ],
    [
      { $skip: integer, $top: integer },
      { kind: 'offset', offset: '$skip', limit: '$top' },
    ],
    [
      { offset: { ...text, description: 'the cursor of the previous response' }, limit: integer },
      { kind: 'cursor', cursor: 'offset', size: 'limit' },
    ],
    [
      { cursor: text, limit: integer },
      { kind: 'cursor', cursor: 'cursor', size: 'limit' },
    ],
    [
      { pageToken: text, maxResults: integer },
      { kind: 'cursor', cursor: 'pageToken', size: 'maxResults' },
    ],
    [{ page_token: text }, { kind: 'cursor', cursor: 'page_token' }],
    [
      { nextToken: text, maxResults: integer },
      { kind: 'cursor', cursor: 'nextToken', size: 'maxResults' },
    ],
    [
      { continue: text, limit: integer },
      { kind: 'cursor', cursor: 'continue', size: 'limit' },
    ],
    [
      { page: { ...text, description: 'A cursor for pagination' }, limit: integer },
      { kind: 'cursor', cursor: 'page', size: 'limit' },
    ],
    [
      { after: text, limit: integer },
      { kind: 'cursor', cursor: 'after', size: 'limit' },
    ],
    [
      {
        after: { ...text, description: '`after` is an object ID that defines your place in the list.' },
        before: text,
        limit: integer,
      },
      { kind: 'after', after: 'after', before: 'before', size: 'limit' },
    ],
    [
      { starting_after: text, ending_before: text, limit: integer },
      { kind: 'after', after: 'starting_after', before: 'ending_before', size: 'limit' },
    ],
    [{ since_id: integer }, { kind: 'after', after: 'since_id' }],
    [{ limit: integer }, { kind: 'limit', limit: 'limit' }],
    [{ from: time, to: time }, undefined],
    [{ after: time }, undefined],
    [{ status: text }, undefined],
  ])('%j', (query, paging) => expect(listRole({ answer: pets, query })?.paging).toEqual(paging));
});
