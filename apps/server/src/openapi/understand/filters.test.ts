/** What lists are filtered, searched and sorted by. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model.js';
import { apiOf } from './document.fixture.js';
import { understand } from './index.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const time = { type: 'string', format: 'date-time' };
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

const order = objectOf({
  id: integer,
  status: { type: 'string', enum: ['open', 'closed'] },
  price: { type: 'number' },
  created_at: time,
  customer_id: integer,
  owner: objectOf({ id: integer, login: text }),
  labels: listOf(objectOf({ id: integer, name: text })),
  tags: listOf(text),
  attributes: objectOf({ color: text }),
  name: text,
});

function roleWith(query: JsonObject) {
  const { operations } = understand(
    apiOf({ 'GET /orders': { answer: listOf(order), query }, 'GET /orders/{id}': { answer: order } }),
  );
  const role = operations.get('GET /orders')?.role;
  return role?.kind === 'list' ? role : undefined;
}

describe('filters', () => {
  test.each<readonly [string, Json, string, string]>([
    ['status', text, 'status', 'equal'],
    ['status', listOf(text), 'status', 'equal'],
    ['filter[status]', text, 'status', 'equal'],
    ['filter[price][gte]', integer, 'price', 'least'],
    ['customerId', integer, 'customer_id', 'equal'],
    ['customer', integer, 'customer_id', 'equal'],
    ['min_price', integer, 'price', 'least'],
    ['maxPrice', integer, 'price', 'most'],
    ['price[gte]', integer, 'price', 'least'],
    ['price__lt', integer, 'price', 'before'],
    ['price.lte', integer, 'price', 'most'],
    ['created_after', time, 'created_at', 'after'],
    ['createdBefore', time, 'created_at', 'before'],
    ['created_since', time, 'created_at', 'least'],
    ['created_until', time, 'created_at', 'most'],
    ['name_contains', text, 'name', 'contains'],
    ['name__icontains', text, 'name', 'contains'],
    ['status__in', text, 'status', 'equal'],
    ['owner', text, 'owner', 'equal'],
    ['owner_id', integer, 'owner.id', 'equal'],
    ['labels', text, 'labels', 'equal'],
    ['tags', listOf(text), 'tags', 'equal'],
    ['filter[color]', text, 'attributes.color', 'equal'],
    ['ids', listOf(integer), 'id', 'equal'],
  ])('%s %j: %s %s', (parameter, schema, member, is) => {
    expect(roleWith({ [parameter]: schema })?.filters).toEqual([
      { parameter, member: member.split('.'), is, isRequired: false },
    ]);
  });

  test('comparisons in an object, as of deepObject', () => {
    const created = { anyOf: [objectOf({ gt: integer, gte: integer, lt: integer }), { type: 'integer' }] };
    expect(roleWith({ created })?.filters.map(({ parameter, is }) => `${parameter} ${is}`)).toEqual([
      'created equal',
      'created[gt] after',
      'created[gte] least',
      'created[lt] before',
    ]);
  });

  test.each(['fields', 'expand', 'include', 'locale', 'format', 'dry_run'])('%s is none', (name) => {
    expect(roleWith({ [name]: text })?.filters).toEqual([]);
  });
});

test.each(['q', 'query', 'search', 'term', 'keyword'])('%s looks for a text', (name) => {
  expect(roleWith({ [name]: text })?.search).toBe(name);
});

describe('sort', () => {
  const directions = { type: 'string', enum: ['asc', 'desc'] };
  test.each<readonly [JsonObject, unknown]>([
    [{ sort: text }, { by: 'sort' }],
    [{ order_by: text }, { by: 'order_by' }],
    [
      { sort: text, direction: directions },
      { by: 'sort', direction: 'direction' },
    ],
    [
      { sort_by: text, sort_order: directions },
      { by: 'sort_by', direction: 'sort_order' },
    ],
    [
      { sortBy: text, order: directions },
      { by: 'sortBy', direction: 'order' },
    ],
    [{ order: directions }, { by: undefined, direction: 'order' }],
    [{ order: text }, { by: 'order' }],
    [{ $orderby: text }, { by: '$orderby' }],
    [{ status: text }, undefined],
  ])('%j', (query, sort) => expect(roleWith(query)?.sort).toEqual(sort));
});
