/** Documents of every version, given as text and as values. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { ApiDocument, ApiOperation, JsonObject } from '../model.js';
import { memberOf } from '../schema.js';
import { documentOf } from './document.js';
import { DocumentFault, sayFinding } from './fault.js';
import { parseText } from './text.js';

const fixture = (name: string): string =>
  readFileSync(new URL(`../../../test/openapi/documents/${name}`, import.meta.url), 'utf8');

const info = { title: 'T', version: '1' };
const responses = { 200: { description: 'Fine' } };
const paths = { '/a': { get: { responses } } };

const saidOf = async (given: unknown): Promise<string> => {
  const error: unknown = await documentOf(given, { file: 'f.yaml' }).catch((thrown: unknown) => thrown);
  if (!(error instanceof DocumentFault)) throw new Error('it was read');
  return error.message;
};

const named = ({ operations }: ApiDocument, id: string): ApiOperation => {
  const found = operations.find((operation) => operation.id === id);
  if (found === undefined) throw new Error(`there is no ${id} but ${operations.map((one) => one.id).join(', ')}`);
  return found;
};

test.each<[given: unknown, version: string]>([
  [{ openapi: '3.0.0', info, paths }, '3.1.1'],
  [{ openapi: '3.0', info, paths }, '3.1.1'],
  ['openapi: 3.0\npaths: { /a: { get: {} } }', '3.1.1'],
  ['openapi: 3.1\npaths: { /a: { get: {} } }', '3.1'],
  [{ openapi: '3.1.0', info, paths }, '3.1.0'],
  [{ openapi: '3.2.0', info, paths }, '3.2.0'],
  [{ swagger: '2.0', info, paths }, '3.1.1'],
  ['swagger: 2.0\npaths: { /a: { get: {} } }', '3.1.1'],
  [JSON.stringify({ openapi: '3.1.0', info, paths }), '3.1.0'],
])('reads %j', async (given, version) => {
  const document = await documentOf(given, { name: 'pets' });
  expect([document.name, String(document.root['openapi'])]).toStrictEqual(['pets', version]);
  expect(document.operations.map(({ id }) => id)).toStrictEqual(['getA']);
});

test.each<[given: unknown, what: string]>([
  [[], 'it is an array, and no OpenAPI document'],
  [null, 'it is empty, and no OpenAPI document'],
  ['# only a comment\n', 'it is empty'],
  [{}, 'it is an empty object, and no OpenAPI document'],
  [3, 'it is a number, and no OpenAPI document'],
  ['hello', 'it is a text, and no OpenAPI document'],
  [{ asyncapi: '3.0.0', info }, 'it is an AsyncAPI document, and no OpenAPI document'],
  [{ arazzo: '1.0.0', info }, 'it is an Arazzo document, and no OpenAPI document'],
  [{ overlay: '1.0.0', info }, 'it is an OpenAPI Overlay, and no OpenAPI document'],
  [
    { info: { name: 'x', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' }, item: [] },
    'it is a Postman collection, and no OpenAPI document',
  ],
  [{ log: { entries: [] } }, 'it is an HTTP archive (HAR), and no OpenAPI document'],
  [
    { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object' },
    'it is a JSON Schema, and no OpenAPI document',
  ],
  [{ type: 'object', properties: {} }, 'it is a JSON Schema, and no OpenAPI document'],
  [{ name: 'x', dependencies: {} }, 'it is a package.json, and no OpenAPI document'],
  [
    { posts: [], users: [] },
    'it is an object with posts, users, and neither openapi nor swagger, and no OpenAPI document',
  ],
  ['type Query {\n  a: Int\n}', 'it is not valid YAML'],
  [{ swaggerVersion: '1.2', apis: [] }, 'Swagger 1'],
  [{ openapi: '4.0.0' }, 'it is of OpenAPI 4.0.0; 2.0 (Swagger), 3.0, 3.1 and 3.2 are read'],
  [{ openapi: '' }, 'it is of OpenAPI without a number'],
  [{ swagger: '1.2' }, 'it is of OpenAPI 1.2'],
  [{ openapi: { a: 1 } }, 'neither openapi nor swagger'],
])('says what %j is', async (given, what) => {
  expect(await saidOf(given)).toContain(what);
});

test('does not change what it was given, and keeps nothing of it', async () => {
  const given = {
    swagger: '2.0',
    info,
    paths: { '/a': { get: { responses } } },
    definitions: { A: { type: 'object', 'x-nullable': true } },
  };
  const before = structuredClone(given);
  const { root } = await documentOf(given);
  expect(given).toStrictEqual(before);
  given.definitions.A.type = 'string';
  expect(JSON.stringify(root)).not.toContain('string');
});

test.each<[what: string, given: () => unknown, message: RegExp]>([
  [
    'a circle',
    () => {
      const given: Record<string, unknown> = { openapi: '3.1.0', paths };
      given['self'] = given;
      return given;
    },
    /it holds itself/,
  ],
  [
    'levels without end',
    () => {
      let given: object = {};
      for (let left = 2_000; left > 0; left -= 1) given = { given };
      return { openapi: '3.1.0', given };
    },
    /nested more than 1000 levels/,
  ],
])('refuses %s', async (_, given, message) => {
  expect(await saidOf(given())).toMatch(message);
});

test('upgrades Swagger 2.0', async () => {
  const document = await documentOf(fixture('swagger.yaml'), { file: 'swagger.yaml' });
  const list = named(document, 'getPets');
  const create = named(document, 'postPets');
  const photo = named(document, 'postPetsByIdPhoto');
  expect(document.basePaths).toStrictEqual(['/v2']);
  expect(list.parameters.map(({ name, style, explode }) => [name, style, explode])).toStrictEqual([
    ['limit', 'form', true],
    ['tags', 'pipeDelimited', false],
    ['ids', 'form', false],
    ['many', 'form', true],
  ]);
  expect(list.responses[0]?.content).toMatchObject([
    { type: 'application/json', examples: new Map([['default', [{ id: 1 }]]]) },
  ]);
  expect(create.body).toMatchObject({
    required: true,
    content: [{ type: 'application/json', schema: { $ref: '#/components/schemas/Pet' } }],
  });
  expect(create.security).toStrictEqual([[{ scheme: 'basic', type: 'http', httpScheme: 'basic' }], []]);
  expect(photo.parameters.map(({ name }) => name)).toStrictEqual(['id']);
  expect(photo.body?.content).toMatchObject([{ type: 'multipart/form-data', schema: { required: ['photo'] } }]);
  expect(document.resolve({ $ref: '#/components/schemas/Pet' })).toMatchObject({
    properties: { name: { type: ['string', 'null'] } },
  });
});

test('names the lines of Swagger 2.0 as they were before', async () => {
  const { findings } = await documentOf(fixture('swagger.yaml'), { file: 'swagger.yaml' });
  expect(findings.map(sayFinding)).toStrictEqual([
    'swagger.yaml:42:5 /paths/~1pets/put: put is no operation',
    'swagger.yaml:53:37 /paths/~1owners/get/responses/200/schema: $ref #/components/schemas/Owner leads nowhere: there is no such place',
    'swagger.yaml:51:5 /paths/~1owners/get: GET /owners is left out: it needs $ref #/components/schemas/Owner',
  ]);
});

test('reads what YAML can do', async () => {
  const { operations, root, findings } = await documentOf(fixture('yaml.yaml'));
  expect(findings).toStrictEqual([]);
  expect(operations[0]?.responses).toMatchObject([
    { status: '200', description: 'Fine', content: [{ examples: new Map([['', '2026-11-27']]) }] },
    { status: '404', description: 'Not there', content: [{ examples: new Map([['', '2026-11-27']]) }] },
  ]);
  expect(memberOf(root['info'], 'x-date')).toBe('2026-11-27');
});

test.each<[what: string, swagger: object, served: string[]]>([
  ['paths that are none', { paths: { '/a': null, '/b': { get: { responses } }, '/c': [1], 'x-d': 'e' } }, ['/b']],
  ['operations that are none', { paths: { '/a': { get: null, put: 1, 'x-e': null, post: { responses } } } }, ['/a']],
  [
    'parameters that are none',
    {
      paths: {
        '/a': { parameters: 1, get: { parameters: {}, responses } },
        '/b': { get: { parameters: [null, 1, {}], responses } },
      },
    },
    ['/a', '/b'],
  ],
  [
    'responses that are none',
    { paths: { '/a': { get: { responses: { 200: null, 201: 1, 204: { description: '', headers: { X: null } } } } } } },
    ['/a'],
  ],
  [
    'definitions that are none',
    {
      paths,
      definitions: { A: null, B: 1 },
      parameters: { C: null },
      responses: { D: null },
      securityDefinitions: { E: null },
    },
    ['/a'],
  ],
  ['media types that are none', { paths, consumes: 'application/json', produces: null }, ['/a']],
  ['tags instead of paths', { paths: [] }, []],
  [
    'a path that the upgrade trips over',
    {
      paths: {
        ...paths,
        '/b': { get: { responses, consumes: 1, parameters: [{ in: 'body', name: 'x', schema: {} }] } },
      },
    },
    ['/a'],
  ],
])('survives Swagger 2.0 with %s', async (_, swagger, served) => {
  const { operations } = await documentOf({ swagger: '2.0', info, ...swagger });
  expect(operations.map(({ path }) => path)).toStrictEqual(served);
});

test.each<[what: string, components: unknown]>([
  ['no object', 1],
  ['no objects', { schemas: 1, parameters: [], securitySchemes: 'x', responses: null }],
  ['null', { schemas: { A: null }, securitySchemes: { B: null } }],
])('survives components that are %s', async (_, components) => {
  for (const openapi of ['3.0.3', '3.1.0']) {
    const { operations } = await documentOf({ openapi, info, paths, components });
    expect(operations).toHaveLength(1);
  }
});

test('keeps what stands beside a reference, and leaves schemas where they are', async () => {
  const schema = { $ref: '#/components/schemas/A', minLength: 3, description: 'x' };
  const document = await documentOf({
    openapi: '3.1.0',
    info,
    paths: { '/a': { get: { responses: { 200: { description: '', content: { 'text/plain': { schema } } } } } } },
    components: { schemas: { A: { type: 'string' } } },
  });
  const [media] = document.operations[0]?.responses[0]?.content ?? [];
  expect(media?.schema).toStrictEqual(schema);
  expect(media?.schema).toBe(
    memberOf(memberOf(at(document.root, '/paths/~1a/get/responses/200'), 'content')?.['text/plain' as never], 'schema'),
  );
});

test.each([
  ['3.0.3', { $ref: '#/components/schemas/A' }],
  ['3.1.0', { $ref: '#/components/schemas/A', type: 'array', nullable: true }],
])('beside a reference, another type counts from OpenAPI 3.1 on: %s', async (openapi, wanted) => {
  const schema = { $ref: '#/components/schemas/A', type: 'array', nullable: true };
  // In an example it is a value as any other.
  const content = { 'application/json': { schema, example: { ...schema } } };
  const document = await documentOf({
    openapi,
    info,
    paths: { '/a': { get: { responses: { 200: { description: '', content } } } } },
    components: { schemas: { A: { type: 'object', properties: { type: { type: 'string' } } } } },
  });
  const [media] = document.operations[0]?.responses[0]?.content ?? [];
  expect(media?.schema).toStrictEqual(wanted);
  expect([...(media?.examples.values() ?? [])]).toStrictEqual([schema]);
});

test('what 3.0 has as binary in JSON is a text', async () => {
  const content = { 'application/json': { schema: { type: 'string', format: 'binary' } } };
  const get = { responses: { 200: { description: '', content } } };
  const document = await documentOf({ openapi: '3.0.3', info, paths: { '/a': { get } } });
  expect(document.operations[0]?.responses[0]?.content[0]?.schema).toStrictEqual({ type: 'string' });
});

/** What a pointer leads to. */
function at(root: JsonObject, pointer: string): JsonObject {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/'));
  return names.reduce((value, name) => value[name] as JsonObject, root);
}

test('makes references through references lead straight', async () => {
  const { root, resolve } = await documentOf({
    openapi: '3.1.0',
    info,
    paths,
    components: {
      schemas: {
        A: { $ref: '#/components/schemas/B' },
        B: { properties: { 'x y': { const: 1 } } },
        C: { $ref: '#/components/schemas/A/properties/x%20y' },
      },
    },
  });
  const schemas = memberOf(root['components'], 'schemas');
  expect(memberOf(memberOf(schemas, 'C'), '$ref')).toBe('#/components/schemas/B/properties/x%20y');
  expect(resolve(memberOf(schemas, 'C'))).toStrictEqual({ const: 1 });
});

test('locates parts of the document', async () => {
  const text = JSON.stringify({ openapi: '3.1.0', info, paths }, undefined, 2);
  const { locate } = await documentOf(text, { file: 'f.json' });
  expect(await locate?.('/paths/~1a/get')).toStrictEqual({
    file: 'f.json',
    pointer: '/paths/~1a/get',
    line: 9,
    column: 7,
  });
  const { locate: ofValue } = await documentOf({ openapi: '3.1.0', info, paths });
  expect(await ofValue?.('/paths')).toStrictEqual({ file: undefined, pointer: '/paths' });
});

test('takes names of objects for names everywhere', async () => {
  const text = `
openapi: 3.0.3
paths:
  /__proto__/{__proto__}:
    get:
      parameters:
        - { name: __proto__, in: path, required: true, schema: { $ref: '#/components/schemas/__proto__' } }
      responses:
        200: { description: Fine, headers: { __proto__: { schema: { type: string } } } }
components:
  schemas:
    __proto__: { type: object, properties: { __proto__: { type: string }, constructor: { type: string } } }
`;
  const { operations, findings, resolve } = await documentOf(text);
  expect(findings).toStrictEqual([]);
  expect(operations).toMatchObject([
    { id: 'getProtoByProto', parameters: [{ name: '__proto__' }], responses: [{ headers: [{ name: '__proto__' }] }] },
  ]);
  expect(resolve(operations[0]?.parameters[0]?.schema)).toMatchObject({ type: 'object' });
  expect(({} as { type?: unknown }).type).toBeUndefined();
});

/** A document with many operations; each has a description, to be as long as is asked for. */
function large(operations: number, bytes: number): string {
  const description = 'A text that explains much. '.repeat(Math.ceil(bytes / operations / 27));
  const entries = Array.from({ length: operations }, (_, index) => {
    const schema = {
      type: 'object',
      properties: { id: { type: 'integer' }, next: { $ref: `#/components/schemas/S${(index + 1) % operations}` } },
    };
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/S${index}` } } };
    return {
      path: [
        `/p${index}/{id}`,
        {
          get: {
            description,
            responses: { 200: { description: '', content } },
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          },
        },
      ],
      schema: [`S${index}`, schema],
    } as const;
  });
  return JSON.stringify({
    openapi: '3.0.0',
    info,
    paths: Object.fromEntries(entries.map(({ path }) => path)),
    components: { schemas: Object.fromEntries(entries.map(({ schema }) => schema)) },
  });
}

test('reads 5 MB with 2,000 operations, whose schemas are one circle', async () => {
  const text = large(2_000, 4_500_000);
  expect(text.length).toBeGreaterThan(5_000_000);
  const { operations, findings, resolve } = await documentOf(text);
  expect([operations.length, findings]).toStrictEqual([2_000, []]);
  expect(resolve(operations[1_999]?.responses[0]?.content[0]?.schema)).toMatchObject({
    properties: { next: { $ref: '#/components/schemas/S0' } },
  });
});

test('reads a thousand schemas that all refer to each other', async () => {
  const names = Array.from({ length: 1_000 }, (_, index) => `S${index}`);
  const schemas = Object.fromEntries(
    names.map((name, index) => [
      name,
      {
        properties: Object.fromEntries(
          names.slice(index, index + 30).map((other) => [other, { $ref: `#/components/schemas/${other}` }]),
        ),
        allOf: [{ $ref: `#/components/schemas/S${(index + 500) % 1_000}` }],
      },
    ]),
  );
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
  const { operations, findings } = await documentOf({
    openapi: '3.1.0',
    info,
    paths: { '/a': { get: { responses: { 200: { description: '', content } } } } },
    components: { schemas },
  });
  expect([operations.length, findings]).toStrictEqual([1, []]);
});

test('says no more than anyone reads', async () => {
  const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`/p${index}`, { get: 1 }]));
  const { findings } = await documentOf({ openapi: '3.1.0', info, paths: many });
  expect(findings.length).toBe(1_001);
  expect(findings.at(-1)?.message).toBe('more is wrong, which is left out here');
});

/** What may stand where something else should. */
const ODD: readonly unknown[] = [
  null,
  '',
  [null],
  { $ref: '#/%zz' },
  { $ref: '#', $id: '#', in: 'formData', schema: null, content: null, examples: [null] },
];

/** Every place in a value, as the way to it. */
function placesOf(value: unknown, way: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [way];
  return [way, ...Object.entries(value).flatMap(([name, member]) => placesOf(member, [...way, name]))];
}

/** A copy of a value with another in a place. */
function replaced(value: unknown, [name, ...way]: readonly string[], instead: unknown): unknown {
  if (name === undefined) return instead;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string, unknown>;
  copy[name] = replaced(copy[name], way, instead);
  return copy;
}

test.each(['swagger.yaml', 'everything.yaml'])('survives whatever stands in any place of %s', async (name) => {
  const value = await parseText(fixture(name));
  const tries = placesOf(value).flatMap((way) => ODD.map((odd) => [way, odd] as const));
  let read = 0;
  for (const [way, odd] of tries) {
    try {
      await documentOf(replaced(value, way, odd));
      read += 1;
    } catch (error) {
      const what = `${way.join('/')} is ${JSON.stringify(odd)}`;
      expect(error, what).toBeInstanceOf(DocumentFault);
    }
  }
  // Few of these are reasons to serve nothing.
  expect(read).toBeGreaterThan(tries.length * 0.9);
});
