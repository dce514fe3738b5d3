/** Ids, names, parents and relations of resources. */
import { describe, expect, test } from 'vitest';
import type { JsonObject, Json } from '../model.js';
import type { Resource } from '../roles.js';
import { apiOf, documentOf } from './document.fixture.js';
import { understand } from './index.js';

const text = { type: 'string' };
const integer = { type: 'integer' };
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const objectOf = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

/** A collection and its items, in one schema. */
const both = (path: string, parameter: string, schema: Json) => ({
  [`GET ${path}`]: { answer: listOf(schema) },
  [`POST ${path}`]: { answer: schema, body: schema },
  [`GET ${path}/{${parameter}}`]: { answer: schema },
});

const resourcesOf = (operations: Parameters<typeof apiOf>[0]): readonly Resource[] =>
  understand(apiOf(operations)).resources;

describe('the id of a record', () => {
  test.each<readonly [string, string, JsonObject, string | undefined]>([
    ['pets', 'petId', { id: integer, name: text }, 'id'],
    ['pets', 'petId', { petId: integer, id: text }, 'petId'],
    ['pets', 'pet_id', { pet_id: integer, name: text }, 'pet_id'],
    ['pets', 'petid', { id: integer, name: text }, 'id'],
    ['pets', 'id', { petId: integer, name: text }, 'petId'],
    ['pets', 'petName', { id: integer, name: text }, 'name'],
    ['pets', 'pet', { id: text, name: text }, 'id'],
    ['repos', 'repo', { id: integer, name: text }, 'name'],
    ['orgs', 'org', { id: integer, login: text, name: text }, 'login'],
    ['users', 'username', { id: integer, username: text }, 'username'],
    ['issues', 'issue_number', { id: integer, number: integer }, 'number'],
    ['articles', 'slug', { id: integer, slug: text }, 'slug'],
    ['Messages', 'Sid', { sid: text, account_sid: text }, 'sid'],
    ['things', 'uuid', { uuid: text, name: text }, 'uuid'],
    ['promotion_codes', 'promotion_code', { id: text, code: text }, 'id'],
    ['bank_accounts', 'bank_account_token', { account_token: text, name: text, token: text }, 'token'],
    ['floating_ips', 'floating_ip', { ip: text, region: objectOf({}) }, 'ip'],
    ['pods', 'name', { kind: text, metadata: objectOf({ name: text, uid: text }) }, 'metadata.name'],
    ['entries', 'entry_id', { sys: objectOf({ id: text }), fields: objectOf({}) }, 'sys.id'],
    ['members', 'user_id', { user: objectOf({ id: text, name: text }), name: text, roles: listOf(text) }, 'user.id'],
    ['counts', 'x', { amount: integer }, undefined],
  ])('of %s/{%s} %j is %s', (noun, parameter, members, id) => {
    const [resource] = resourcesOf(both(`/${noun}`, parameter, objectOf(members)));
    expect(
      resource && [...resource.idWithin, ...(resource.idMember === undefined ? [] : [resource.idMember])].join('.'),
    ).toBe(id ?? '');
  });
});

describe('names', () => {
  const thing = objectOf({ id: text, name: text });
  test.each([
    ['/pets', 'pets', 'pet'],
    ['/pet', 'pets', 'pet'],
    ['/api/v2/blog-posts', 'blogPosts', 'blog post'],
    ['/store/order', 'store.orders', 'order'],
    ['/users/{user_id}/posts', 'users.posts', 'post'],
    ['/user/{user_id}/posts', 'users.posts', 'post'],
    ['/pets_list', 'pets', 'pet'],
  ])('%s: %s, %s', (path, name, one) => expect(resourcesOf(both(path, 'id', thing))).toMatchObject([{ name, one }]));

  test('are unique', () => {
    const other = objectOf({ id: text, size: integer, weight: integer });
    const names = resourcesOf({ ...both('/v1/pets', 'id', thing), ...both('/v2/pets', 'id', other) }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['pets', 'v2.pets']);
  });
});

describe('parents', () => {
  test('are the resources whose items the path names', () => {
    const resources = resourcesOf({
      ...both('/users', 'id', objectOf({ id: integer, name: text })),
      ...both('/users/{user_id}/posts', 'id', objectOf({ id: integer, userId: integer, title: text })),
      ...both('/users/{user_id}/posts/{post_id}/notes', 'id', objectOf({ id: integer, body: text })),
    });
    expect(resources.map(({ name, scope }) => [name, scope])).toEqual([
      ['users', []],
      ['users.posts', [{ parameter: 'user_id', resource: 'users', scope: [], member: 'userId' }]],
      [
        'users.posts.notes',
        [
          { parameter: 'user_id', resource: 'users', scope: [], member: undefined },
          { parameter: 'post_id', resource: 'users.posts', scope: ['user_id'], member: undefined },
        ],
      ],
    ]);
  });

  test.each([
    // The path of a list, that of an item without some of its parents, and what it says of them.
    ['/repos/{repo}/issues/{number}/comments', '/repos/{repo}/issues/comments', ['repo', '']],
    ['/lists/{list}/tasks', '/tasks', ['']],
    ['/v1/lists/{list}/tasks', '/v2/tasks', ['']],
    ['/apps/{app}/branches/{branch}/builds', '/apps/{id}/builds', ['id', '']],
    // What is not only a parent left out makes another kind.
    ['/lists/{list}/archive/tasks', '/tasks', undefined],
    ['/lists/{list}/tasks', '/boards/{board}/tasks', undefined],
  ])('may be left out of the path of an item: %s, %s/{id}', (long, short, scope) => {
    const one = objectOf({ id: integer, text });
    const { operations, resources } = understand(
      apiOf({
        [`GET ${long}`]: { answer: listOf(one) },
        [`POST ${long}`]: { answer: one, body: one },
        [`GET ${short}/{taskId}`]: { answer: one },
        [`DELETE ${short}/{taskId}`]: {},
      }),
    );
    const role = operations.get(`DELETE ${short}/{taskId}`)?.role;
    const made = resources.find(({ collectionPath }) => collectionPath === long);
    expect(made?.itemPath).toBe(scope && `${short}/{taskId}`);
    expect(role?.kind === 'remove' && role.resource === made?.name ? role.at.scope : undefined).toEqual(scope);
  });

  test('are left open where nothing is known of them', () => {
    const [, issues] = resourcesOf({
      'GET /repos/{owner}/{repo}': { answer: objectOf({ id: integer, name: text }) },
      'DELETE /repos/{owner}/{repo}': {},
      ...both('/repos/{owner}/{repo}/issues', 'number', objectOf({ number: integer, title: text })),
    });
    expect(issues?.scope).toEqual([
      { parameter: 'owner', resource: undefined, scope: [], member: undefined },
      { parameter: 'repo', resource: 'repos', scope: ['owner'], member: undefined },
    ]);
  });
});

describe('relations', () => {
  const user = objectOf({ id: integer, name: text });
  test.each<readonly [string, JsonObject, boolean | undefined]>([
    ['user_id', integer, false],
    ['userId', integer, false],
    ['user', integer, false],
    ['billing_user_id', integer, false],
    ['user_ids', listOf(integer), true],
    ['users', listOf(integer), true],
    ['user', { anyOf: [{ type: 'integer' }, user] }, false],
    ['user', text, undefined],
    ['user', objectOf({ id: integer }), undefined],
    ['user_name', text, undefined],
    ['user', { type: 'integer', enum: [1, 2] }, undefined],
    ['user_id', { type: 'boolean' }, undefined],
  ])('%s %j', (member, schema, isMany) => {
    const [, orders] = resourcesOf({
      ...both('/users', 'id', user),
      ...both('/orders', 'id', objectOf({ id: integer, [member]: schema })),
    });
    expect(orders?.relations).toEqual(isMany === undefined ? [] : [{ member, resource: 'users', isMany }]);
  });
});

describe('hostile documents', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
  test.each(names)('a collection called %s', (name) => {
    expect(resourcesOf(both(`/${name}`, 'id', objectOf({ id: text, name: text })))).toHaveLength(1);
  });

  test('schemas in circles, and each twice in the next', () => {
    const levels = Array.from({ length: 60 }, (_, level) => {
      const next = { $ref: `#/components/schemas/L${(level + 1) % 60}` };
      return [`L${level}`, { allOf: [next, next], properties: { [`m${level}`]: next } }] as const;
    });
    const answer = { $ref: '#/components/schemas/L0' };
    const document = apiOf(
      { 'GET /pets': { answer: listOf(answer) }, 'GET /pets/{id}': { answer } },
      Object.fromEntries(levels),
    );
    const started = process.cpuUsage();
    expect(understand(document).operations.size).toBe(2);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(2000);
  });

  test('members called like those of every object', () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "string"}, "id": {"type": "string"}, "constructor_id": {"type": "string"}}',
    ) as JsonObject;
    expect(resourcesOf(both('/pets', 'id', { type: 'object', properties }))).toMatchObject([{ idMember: 'id' }]);
  });

  test('a document without paths', () => {
    expect(understand(documentOf({}))).toEqual({ resources: [], operations: new Map(), findings: [] });
  });
});
