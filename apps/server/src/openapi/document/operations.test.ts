/** Operations as they are read from documents of every version. */
import { expect, test } from 'vitest';
import type { ApiDocument, ApiOperation } from '../model.js';
import { documentOf } from './document.js';
import { sayFinding } from './fault.js';

const responses = { 200: { description: 'Fine' } };

/** A document of 3.1 with these paths. */
const read = (paths: object, more: object = {}): Promise<ApiDocument> =>
  documentOf({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more });

/** The one operation of a document with this one. */
async function only(operation: object, more: object = {}, path = '/things'): Promise<ApiOperation> {
  const { operations, findings } = await read({ [path]: { post: { responses, ...operation } } }, more);
  const [first] = operations;
  if (first === undefined) throw new Error(findings.map(sayFinding).join('\n'));
  return first;
}

const said = ({ findings }: ApiDocument): string[] =>
  findings.map((finding) => `${finding.severity} ${sayFinding(finding)}`);

test.each<[operationId: string | undefined, path: string, id: string]>([
  ['listPets', '/pets', 'listPets'],
  ['ListPets', '/pets', 'listPets'],
  ['list_pets-now', '/pets', 'listPetsNow'],
  ['repos/list-for-org', '/pets', 'reposListForOrg'],
  ['getHTTPStatus', '/pets', 'getHttpStatus'],
  ['GET', '/pets', 'get'],
  ['Überblick', '/pets', 'uberblick'],
  ['2fa', '/pets', 'op2Fa'],
  ['日本', '/pets', 'postPets'],
  ['__proto__', '/pets', 'proto'],
  ['constructor', '/pets', 'constructorOperation'],
  ['toString', '/pets', 'toStringOperation'],
  ['then', '/pets', 'thenOperation'],
  [undefined, '/users/{user_id}/posts', 'postUsersByUserIdPosts'],
  [undefined, '/', 'post'],
  [undefined, '/a/{b}:cancel', 'postAByBCancel'],
  [undefined, '/v1.0/x', 'postV10X'],
])('calls %s of %s %s', async (operationId, path, id) => {
  expect((await only(operationId === undefined ? {} : { operationId }, {}, path)).id).toBe(id);
});

test('gives each operation a name of its own', async () => {
  const { operations } = await read({
    '/a': {
      get: { operationId: 'same', responses },
      post: { operationId: 'same', responses },
      put: { operationId: 'Same', responses },
    },
    '/b': { get: { operationId: 'v1', responses }, put: { operationId: 'v1', responses } },
  });
  expect(operations.map(({ id }) => id)).toStrictEqual(['same', 'same2', 'same3', 'v1', 'v1v2']);
});

test.each<[where: string, given: object, style: string, explode: boolean]>([
  ['query', {}, 'form', true],
  ['query', { style: 'pipeDelimited' }, 'pipeDelimited', false],
  ['query', { style: 'deepObject', explode: true }, 'deepObject', true],
  ['query', { explode: false }, 'form', false],
  ['query', { style: 'matrix' }, 'form', true],
  ['header', {}, 'simple', false],
  ['cookie', {}, 'form', true],
  ['cookie', { style: 'cookie' }, 'cookie', true],
  ['querystring', { content: { 'application/json': {} } }, 'form', true],
])('a parameter in %s with %j is written as %s, explode %j', async (where, given, style, explode) => {
  const { parameters } = await only({ parameters: [{ name: 'a', in: where, ...given }] });
  expect(parameters).toMatchObject([{ name: 'a', in: where, style, explode, required: false }]);
});

test('a parameter of the path is always required', async () => {
  const { parameters } = await only(
    { parameters: [{ name: 'id', in: 'path', schema: { type: 'integer' } }] },
    {},
    '/things/{id}',
  );
  expect(parameters).toMatchObject([
    { name: 'id', required: true, style: 'simple', explode: false, schema: { type: 'integer' } },
  ]);
});

test('joins the parameters of a path and of its operation, which win', async () => {
  const { operations } = await read(
    {
      '/things/{id}': {
        parameters: [
          { $ref: '#/components/parameters/Id' },
          { name: 'q', in: 'query', description: 'path' },
          { name: 'X-Trace', in: 'header', description: 'path' },
        ],
        get: {
          responses,
          parameters: [
            { name: 'q', in: 'query', description: 'operation' },
            { name: 'x-trace', in: 'header', description: 'operation' },
            { name: 'q', in: 'cookie' },
            { name: 'Accept', in: 'header' },
            { name: '__proto__', in: 'query' },
          ],
        },
      },
    },
    { components: { parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } } } },
  );
  expect(
    operations[0]?.parameters.map(({ name, in: where, description, pointer }) => [name, where, description, pointer]),
  ).toStrictEqual([
    ['id', 'path', '', '/components/parameters/Id'],
    ['q', 'query', 'operation', '/paths/~1things~1{id}/get/parameters/0'],
    ['x-trace', 'header', 'operation', '/paths/~1things~1{id}/get/parameters/1'],
    ['q', 'cookie', '', '/paths/~1things~1{id}/get/parameters/2'],
    ['__proto__', 'query', '', '/paths/~1things~1{id}/get/parameters/4'],
  ]);
});

test('reads a parameter with content, and examples', async () => {
  const { parameters } = await only(
    {
      parameters: [
        {
          name: 'filter',
          in: 'query',
          content: { 'application/json': { schema: { type: 'object' }, example: { a: 1 } } },
        },
        {
          name: 'q',
          in: 'query',
          example: 'x',
          examples: { one: { $ref: '#/components/examples/One' }, two: { value: null } },
        },
      ],
    },
    { components: { examples: { One: { value: 1 } } } },
  );
  expect(parameters).toMatchObject([
    { mediaType: 'application/json', schema: { type: 'object' }, examples: [{ a: 1 }] },
    { mediaType: undefined, schema: true, examples: ['x', 1, null] },
  ]);
});

test.each<[media: object, type: string, schema: unknown, isSequence: boolean]>([
  [{}, 'application/json', true, false],
  [{ schema: false }, 'application/json', false, false],
  [{ schema: { type: 'string' } }, 'text/csv; charset=utf-8', { type: 'string' }, false],
  [{ itemSchema: { type: 'object' } }, 'application/jsonl', { type: 'object' }, true],
  [{ itemSchema: { type: 'object' } }, 'multipart/mixed', { type: 'object' }, true],
  [{ schema: { type: 'object' } }, 'text/event-stream', { type: 'object' }, true],
  [{ schema: { type: 'array', items: { const: 1 } } }, 'application/x-ndjson', { const: 1 }, true],
  [{ schema: { type: 'string' } }, 'text/event-stream', { type: 'string' }, false],
  [
    { schema: { $ref: '#/components/schemas/Event' } },
    'text/event-stream',
    { $ref: '#/components/schemas/Event' },
    true,
  ],
  [{}, 'text/event-stream', true, false],
])('reads media type %j as %s', async (media, type, schema, isSequence) => {
  const { body } = await only(
    { requestBody: { content: { [type]: media } } },
    { components: { schemas: { Event: { type: 'object' } } } },
  );
  expect(body?.content).toMatchObject([{ type, schema, isSequence }]);
});

test('reads a body, its examples and its encoding', async () => {
  const { body } = await only(
    { requestBody: { $ref: '#/components/requestBodies/Thing' } },
    {
      components: {
        requestBodies: {
          Thing: {
            required: true,
            content: {
              'application/json': {
                example: 0,
                examples: {
                  full: { value: { a: 1 } },
                  broken: { $ref: '#/components/examples/No' },
                  far: { externalValue: 'x.json' },
                },
              },
              'multipart/form-data': { schema: { type: 'object' }, encoding: { file: { contentType: 'image/png' } } },
              'x-note': 1,
            },
          },
        },
      },
    },
  );
  expect(body?.required).toBe(true);
  expect(
    body?.content.map(({ type, examples, encoding, pointer }) => [type, [...examples], encoding, pointer]),
  ).toStrictEqual([
    [
      'application/json',
      [
        ['', 0],
        ['full', { a: 1 }],
      ],
      {},
      '/components/requestBodies/Thing/content/application~1json',
    ],
    [
      'multipart/form-data',
      [],
      { file: { contentType: 'image/png' } },
      '/components/requestBodies/Thing/content/multipart~1form-data',
    ],
  ]);
});

test('reads responses and their headers', async () => {
  const operation = await only(
    {
      responses: {
        default: { $ref: '#/components/responses/Wrong' },
        200: {
          description: 'Fine',
          headers: { 'X-Total': { required: true, schema: { type: 'integer' }, example: 3 }, 'Content-Type': {} },
        },
        '4xx': { description: 'Wrong' },
        600: {},
        'x-more': {},
      },
    },
    { components: { responses: { Wrong: { description: 'Wrong', content: { 'application/problem+json': {} } } } } },
  );
  expect(operation.responses.map(({ status, pointer }) => [status, pointer])).toStrictEqual([
    ['200', '/paths/~1things/post/responses/200'],
    ['default', '/components/responses/Wrong'],
    ['4XX', '/paths/~1things/post/responses/4xx'],
  ]);
  expect(operation.responses[0]?.headers).toStrictEqual([
    { name: 'X-Total', required: true, schema: { type: 'integer' }, examples: [3] },
  ]);
});

test('reads callbacks', async () => {
  const content = { 'text/plain': {}, 'application/json': { schema: { type: 'object' } } };
  const { callbacks } = await only(
    {
      callbacks: {
        paid: { '{$request.body#/url}': { post: { requestBody: { content }, responses }, description: 'x' } },
        shared: { $ref: '#/components/callbacks/Shared' },
        lost: { $ref: '#/components/callbacks/Lost' },
      },
    },
    { components: { callbacks: { Shared: { 'https://x.test': { put: { responses } } } } } },
  );
  expect(callbacks.map(({ name, expression, method, body }) => [name, expression, method, body?.type])).toStrictEqual([
    ['paid', '{$request.body#/url}', 'POST', 'application/json'],
    ['shared', 'https://x.test', 'PUT', undefined],
  ]);
});

test.each<[security: unknown, expected: unknown]>([
  [undefined, [[{ scheme: 'key', type: 'apiKey', in: 'header', name: 'X-Key' }]]],
  [[], []],
  [[{}], [[]]],
  [
    [{ bearer: [], key: [] }, { oauth: ['read'] }],
    [
      [
        { scheme: 'bearer', type: 'http', httpScheme: 'bearer' },
        { scheme: 'key', type: 'apiKey', in: 'header', name: 'X-Key' },
      ],
      [{ scheme: 'oauth', type: 'oauth2' }],
    ],
  ],
  [[{ nobody: [] }], [[]]],
])('reads security %j', async (security, expected) => {
  const securitySchemes = {
    key: { $ref: '#/components/x-keys/key' },
    bearer: { type: 'http', scheme: 'Bearer' },
    oauth: { type: 'oauth2', flows: {} },
    odd: { type: 'apiKey', in: 'body', name: 'x' },
  };
  const components = { securitySchemes, 'x-keys': { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
  const operation = await only(security === undefined ? {} : { security }, { security: [{ key: [] }], components });
  expect(operation.security).toStrictEqual(expected);
});

test('reads what operations say of themselves', async () => {
  const words = { operationId: 'a', summary: 's', description: 'd', deprecated: true };
  const given = { ...words, tags: ['x', 1, 'y'], 'x-understudy': { role: 'list' } };
  expect(await only(given)).toMatchObject({
    ...words,
    tags: ['x', 'y'],
    hints: { role: 'list' },
    pointer: '/paths/~1things/post',
  });
});

test.each<[what: string, paths: object, served: string[], findings: string[]]>([
  [
    'two templates that differ in names only',
    {
      '/a/{b}': { get: { responses, parameters: [{ name: 'b', in: 'path' }] } },
      '/a/{c}': { get: { responses }, put: { responses, parameters: [{ name: 'c', in: 'path' }] } },
    },
    ['GET /a/{b}', 'PUT /a/{c}'],
    ['fault /paths/~1a~1{c}/get: GET /a/{c} is left out: no request can tell it from GET /a/{b}'],
  ],
  [
    'a slash at the end',
    { '/a': { get: { responses } }, '/a/': { get: { responses } } },
    ['GET /a'],
    ['fault /paths/~1a~1/get: GET /a/ is left out: no request can tell it from GET /a'],
  ],
  ['a slash at the end alone', { '/a/': { get: { responses } } }, ['GET /a/'], []],
  [
    'no slash at the beginning',
    { a: { get: { responses } } },
    ['GET /a'],
    ['warning /paths/a: a path begins with a slash; it is served as /a'],
  ],
  [
    'a query',
    { '/a?b=c': { get: { responses } } },
    ['GET /a'],
    ['warning /paths/~1a?b=c: a path has no query or fragment; it is served as /a'],
  ],
  [
    'braces that do not match',
    { '/{a': { get: { responses } } },
    [],
    [
      'fault /paths/~1{a: no request has this path: its braces do not match',
      'fault /paths: no operation of it can be served',
    ],
  ],
  [
    'a parameter without a name',
    { '/{}': { get: { responses } } },
    [],
    [
      'fault /paths/~1{}: no request has this path: a parameter in it has no name',
      'fault /paths: no operation of it can be served',
    ],
  ],
  [
    'a parameter that is not declared',
    { '/{a}': { get: { responses } } },
    ['GET /{a}'],
    ['warning /paths/~1{a}/get: parameter a of the path is not declared; any text is taken for it'],
  ],
  [
    'a parameter that is not in the path',
    { '/a': { get: { responses, parameters: [{ name: 'b', in: 'path' }] } } },
    ['GET /a'],
    ['warning /paths/~1a/get/parameters/0: parameter b is not in the path; it is left out'],
  ],
  [
    'a parameter in no place',
    { '/a': { get: { responses, parameters: [{ name: 'b', in: 'body' }, { in: 'query' }, 'c'] } } },
    ['GET /a'],
    [
      'warning /paths/~1a/get/parameters/0: parameter b is in "body"; it is left out',
      'warning /paths/~1a/get/parameters/1: a parameter has no name; it is left out',
      'warning /paths/~1a/get/parameters/2: a parameter has no name; it is left out',
    ],
  ],
  [
    'a parameter that leads nowhere',
    { '/a': { get: { responses, parameters: [{ $ref: '#/b' }] }, put: { responses } } },
    ['PUT /a'],
    [
      'fault /paths/~1a/get/parameters/0: $ref #/b leads nowhere: there is no such place',
      'fault /paths/~1a/get: GET /a is left out: it needs $ref #/b',
    ],
  ],
  [
    'a response that leads nowhere',
    { '/a': { get: { responses: { 200: { $ref: '#/b' } } }, put: { responses } } },
    ['PUT /a'],
    [
      'fault /paths/~1a/get/responses/200: $ref #/b leads nowhere: there is no such place',
      'fault /paths/~1a/get: GET /a is left out: it needs $ref #/b',
    ],
  ],
  [
    'a header that leads nowhere',
    { '/a': { get: { responses: { 200: { description: '', headers: { X: { $ref: '#/b' } } } } } } },
    ['GET /a'],
    [
      'warning /paths/~1a/get/responses/200/headers/X: $ref #/b leads nowhere: there is no such place',
      'warning /paths/~1a/get/responses/200/headers/X: header X leads nowhere; it is left out',
    ],
  ],
  ['no responses', { '/a': { get: {} } }, ['GET /a'], ['warning /paths/~1a/get: no response is documented']],
  [
    'what is no operation',
    { '/a': { get: 'x', put: null, post: { responses } } },
    ['POST /a'],
    ['fault /paths/~1a/get: get is no operation', 'fault /paths/~1a/put: put is no operation'],
  ],
  [
    'what is no path',
    { '/a': null, '/b': [], '/c': { get: { responses } }, 'x-d': 1 },
    ['GET /c'],
    [
      'fault /paths/~1a: nothing is served here: it is no object, or leads nowhere',
      'fault /paths/~1b: nothing is served here: it is no object, or leads nowhere',
    ],
  ],
  [
    'methods that are none',
    { '/a': { GET: { responses }, fetch: {}, 'x-a': 1, summary: 's', get: { responses } } },
    ['GET /a'],
    ['warning /paths/~1a/GET: GET is no method; it is written get', 'warning /paths/~1a/fetch: fetch is no method'],
  ],
  [
    'methods that the server answers',
    { '/a': { head: { responses }, options: { responses }, get: { responses } }, '/b': { head: { responses } } },
    ['GET /a'],
    [
      'warning /paths/~1a/head: HEAD is answered by the server itself, here and elsewhere',
      'warning /paths/~1a/options: OPTIONS is answered by the server itself, here and elsewhere',
    ],
  ],
  [
    'methods of 3.2',
    { '/a': { query: { responses }, additionalOperations: { LINK: { responses } }, get: { responses } } },
    ['GET /a'],
    [
      'warning /paths/~1a/query: query of OpenAPI 3.2 is not served',
      'warning /paths/~1a/additionalOperations: additionalOperations of OpenAPI 3.2 is not served',
    ],
  ],
  ['no paths', {}, [], ['fault /paths: it has no paths']],
  [
    'names of objects',
    JSON.parse(
      '{"__proto__": {"get": {"responses": {"200": {"description": ""}}}}, "/constructor": {"get": {"responses": {"200": {"description": ""}}}}}',
    ) as object,
    ['GET /__proto__', 'GET /constructor'],
    ['warning /paths/__proto__: a path begins with a slash; it is served as /__proto__'],
  ],
])('with %s', async (_, paths, served, findings) => {
  const document = await read(paths);
  expect(document.operations.map(({ method, path }) => `${method} ${path}`)).toStrictEqual(served);
  expect(said(document)).toStrictEqual(findings);
});

test('leaves out who needs a reference that leads nowhere, by way of others, and nobody else', async () => {
  const json = (name: string) => ({
    200: { description: '', content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } } },
  });
  const { operations, findings } = await read(
    {
      '/a': { get: { responses: json('A') } },
      '/b': { get: { responses: json('B') } },
      '/c': { get: { responses: json('C') } },
    },
    {
      components: {
        schemas: {
          A: { properties: { b: { $ref: '#/components/schemas/B' } } },
          B: { properties: { a: { $ref: '#/components/schemas/A' }, far: { $ref: 'https://example.com/x.json' } } },
          C: {
            properties: { c: { $ref: '#/components/schemas/C' }, data: { default: { $ref: 'no reference' } } },
            example: { $ref: 'none' },
          },
        },
      },
    },
  );
  expect(operations.map(({ path }) => path)).toStrictEqual(['/c']);
  expect(findings.map(({ operation, pointer }) => operation ?? pointer)).toStrictEqual([
    '/components/schemas/B/properties/far',
    'GET /a',
    'GET /b',
  ]);
});

test('follows the path items that a document refers to', async () => {
  const { operations } = await read(
    { '/a': { $ref: '#/components/pathItems/A', summary: 'x' }, '/b': { $ref: '#/components/pathItems/B' } },
    { components: { pathItems: { A: { get: { responses } } } } },
  );
  expect(operations.map(({ path, pointer }) => [path, pointer])).toStrictEqual([['/a', '/components/pathItems/A/get']]);
});

test.each<[servers: object[] | undefined, basePaths: string[]]>([
  [undefined, ['']],
  [[], ['']],
  [[{ url: '/' }], ['']],
  [[{ url: 'https://example.com' }], ['']],
  [
    [
      { url: 'https://example.com/v1/' },
      { url: 'http://localhost:3000/v1' },
      { url: '/v2' },
      { url: 'v3' },
      { url: './v4//' },
    ],
    ['/v1', '/v2', '/v3', '/v4'],
  ],
  [[{ url: '//example.com/v1?x=1#y' }], ['/v1']],
  [
    [{ url: 'https://{host}/{base}/{more}', variables: { base: { default: 'v1' }, more: { enum: ['x', 'y'] } } }],
    ['/v1/x'],
  ],
  [[{ url: 'https://example.com/{tenant}' }, { url: '/v1' }], ['/v1']],
  [[{ url: 'https://example.com/a b/ü' }], ['/a b/ü']],
  [[{ url: 1 }, 'x' as unknown as object, { url: '' }], ['']],
])('serves %j below %j', async (servers, basePaths) => {
  expect(
    (await read({ '/a': { get: { responses } } }, servers === undefined ? {} : { servers })).basePaths,
  ).toStrictEqual(basePaths);
});

test('serves below the servers of paths and operations, too', async () => {
  const { basePaths } = await read(
    { '/a': { servers: [{ url: '/p' }], get: { responses, servers: [{ url: '/o' }] } } },
    { servers: [{ url: '/s' }] },
  );
  expect(basePaths).toStrictEqual(['/s', '/p', '/o']);
});
