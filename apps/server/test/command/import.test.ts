/** `understudy import`: what other mock servers answer is answered here, and what is not is said. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { useFolder } from '../use.js';
import { runHere } from './in-process.js';

const folder = useFolder();
let count = 0;

/** Imports a file: what is said of it, and a server of what was written. */
async function imported(format: string, json: unknown) {
  const out = join(folder, String((count += 1)));
  writeFileSync(`${out}.json`, typeof json === 'string' ? json : JSON.stringify(json));
  const { code, stdout, stderr } = await runHere(['import', format, `${out}.json`, '--out', out]);
  const read = (name: string): unknown => (code === 0 ? JSON.parse(readFileSync(`${out}.${name}.json`, 'utf8')) : {});
  const server = createUnderstudy({ openapi: read('openapi') as object, faults: read('faults') as [] });
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await server.fetch(path, init);
    return [answer.status, await answer.text()];
  };
  const left = stdout.split('\n').filter((line) => /^ {2}(?!understudy)/.test(line));
  return { code, stdout, stderr, left, ask };
}

const request = (method: string, url: string, headers: Readonly<Record<string, string>> = {}) => ({
  method,
  url,
  headers,
});

describe('of WireMock', () => {
  const json = { 'Content-Type': 'application/json' };
  const mappings = [
    { request: { method: 'GET', urlPathTemplate: '/pets/{id}' }, response: { jsonBody: { id: 1 }, headers: json } },
    {
      priority: 1,
      request: { method: 'GET', urlPath: '/pets/7', headers: { Accept: { contains: 'xml' } } },
      response: { status: 406 },
    },
    {
      request: { method: 'ANY', urlPathPattern: '/orders/[0-9]+', queryParameters: { full: { equalTo: 'true' } } },
      response: { status: 201, body: 'ok', delayDistribution: { type: 'uniform', lower: 1, upper: 2 } },
    },
    { request: { url: '/search?q=a%20b' }, response: { body: '[1]' } },
    { request: { method: 'POST', urlPath: '/broken' }, response: { fault: 'EMPTY_RESPONSE' } },
    { name: 'any', request: { urlPattern: '/files/.*' }, response: {} },
    { name: 'body', request: { urlPath: '/b', bodyPatterns: [{ equalTo: 'x' }] }, response: {} },
    { name: 'template', request: { urlPath: '/t' }, response: { body: '{{request.path}}' } },
    { name: 'scenario', request: { urlPath: '/s' }, response: {}, scenarioName: 'cart' },
    { name: 'absent', request: { urlPath: '/a', headers: { X: { absent: true } } }, response: {} },
  ];

  it('answers the stubs, the first by priority, and says which it left', async () => {
    const { ask, left, stdout } = await imported('wiremock', { mappings });
    expect(stdout).toMatch(/^Imported 5 answers\. To serve them:\n {2}understudy serve --openapi /);
    expect(await ask('/pets/7')).toEqual([200, '{"id":1}']);
    expect((await ask('/pets/7', { headers: { accept: 'text/xml, */*' } }))[0]).toBe(406);
    expect(await ask('/orders/12?full=true', { method: 'PUT', body: '{}' })).toEqual([201, 'ok']);
    expect(await ask('/search?q=a%20b')).toEqual([200, '[1]']);
    await expect(ask('/broken', { method: 'POST' })).rejects.toThrow();
    expect(left.map((line) => line.trim().split(':')[0]).toSorted()).toEqual([
      'absent',
      'any method /files/**',
      'body',
      'scenario',
      'template',
    ]);
  });
});

it('reads a folder of WireMock, with the bodies that lie beside it', async () => {
  const root = join(folder, 'wiremock');
  mkdirSync(join(root, 'mappings/more'), { recursive: true });
  mkdirSync(join(root, '__files'));
  const stub = (path: string, bodyFileName: string) =>
    JSON.stringify({ request: { method: 'GET', urlPath: path }, response: { bodyFileName } });
  writeFileSync(join(root, '__files/pet.json'), '{"id":1}');
  writeFileSync(join(root, 'mappings/pet.json'), stub('/pet', 'pet.json'));
  writeFileSync(join(root, 'mappings/more/none.json'), stub('/none', 'none.json'));
  writeFileSync(join(root, 'mappings/more/out.json'), stub('/out', '../mappings/pet.json'));
  const out = join(folder, 'of-folder');
  const { stdout } = await runHere(['import', 'wiremock', root, '--out', out]);
  expect(stdout).toMatch(/^Imported 1 answer\.[^]*Left out, 2:\n.*no __files\/none\.json[^]*no __files\/\.\.\//);
  const faults = JSON.parse(readFileSync(`${out}.faults.json`, 'utf8')) as { rules: { answer: object }[] };
  expect(faults.rules.map(({ answer }) => answer)).toEqual([{ status: 200, headers: {}, body: { id: 1 } }]);
});

describe('of Mockoon', () => {
  const answer = (statusCode: number, own: object = {}) => ({
    statusCode,
    body: `"${statusCode}"`,
    headers: [],
    latency: 0,
    rules: [],
    ...own,
  });
  const route = (endpoint: string, responses: readonly object[], own: object = {}) => ({
    type: 'http',
    method: 'get',
    endpoint,
    responses,
    responseMode: null,
    ...own,
  });
  const environment = {
    endpointPrefix: 'v1',
    headers: [{ key: 'Content-Type', value: 'application/json' }],
    routes: [
      route('users/:id', [
        answer(200, { default: true }),
        answer(404, { rules: [{ target: 'query', modifier: 'gone', value: '1', operator: 'equals', invert: false }] }),
        answer(403, { rules: [{ target: 'body', modifier: 'a', value: '1', operator: 'equals' }] }),
      ]),
      route('turns', [answer(201), answer(202)], { responseMode: 'SEQUENTIAL' }),
      route('posts', [], { type: 'crud' }),
      route('parts#one', [answer(200)]),
      route('templates', [answer(200, { body: '{{faker}}', label: 'made up' })]),
    ],
  };

  it('answers by its rules and in sequence, and says what it left', async () => {
    const { ask, left } = await imported('mockoon', environment);
    expect(await ask('/v1/users/3')).toEqual([200, '"200"']);
    expect((await ask('/v1/users/3?gone=1'))[0]).toBe(404);
    const turns = [await ask('/v1/turns'), await ask('/v1/turns'), await ask('/v1/turns')];
    expect(turns.map(([status]) => status)).toEqual([201, 202, 201]);
    expect(left).toEqual([
      expect.stringContaining('GET /v1/users/* 403: rules that are no equals'),
      expect.stringContaining('GET /v1/posts: a CRUD route'),
      expect.stringContaining('GET /v1/templates made up: a template'),
      expect.stringContaining('GET /v1/parts#one: when.path must be a path below the base URL without a query'),
    ]);
  });
});

describe('of Postman', () => {
  const url = { raw: '{{baseUrl}}/pets/:id', path: ['pets', ':id'] };
  const example = (code: number, body?: string) => ({
    name: String(code),
    originalRequest: { method: 'GET', url },
    code,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body,
  });
  const collection = {
    item: [
      {
        name: 'pets',
        item: [
          { name: 'Get a pet', request: { method: 'GET', url }, response: [example(200, '{"id":1}'), example(404)] },
        ],
      },
      { name: 'Add', request: { method: 'POST', url: '{{baseUrl}}/pets' }, response: [] },
      {
        name: 'Count pets',
        request: { method: 'GET', url: '{{baseUrl}}/pets/count' },
        response: [{ name: 'OK', code: 200, body: '7' }],
      },
    ],
  };

  it('answers the first example, and another by the header that its mock servers read', async () => {
    const { ask, left } = await imported('postman', collection);
    expect(await ask('/pets/5')).toEqual([200, '{"id":1}']);
    expect(await ask('/pets/count')).toEqual([200, '7']);
    expect((await ask('/pets/5', { headers: { 'x-mock-response-code': '404' } }))[0]).toBe(404);
    expect(left).toEqual(['  Add: no example of an answer is saved']);
  });
});

describe('of a HAR', () => {
  const entry = (url: string, status: number, text: string, mimeType = 'application/json', encoding?: string) => ({
    request: request('GET', url),
    response: {
      status,
      headers: [
        { name: 'Set-Cookie', value: 'session=geheim' },
        { name: 'X-Page', value: '1' },
      ],
      content: { text, mimeType, encoding },
    },
  });

  it('answers what was recorded in its order, without cookies, and leaves what makes a page', async () => {
    const api = 'https://api.example.com';
    const entries = [
      entry(`${api}/job`, 202, '{"done":false}'),
      entry(`${api}/job`, 200, '{"done":true}'),
      entry(`${api}/job?full=1`, 200, '{}'),
      entry(`${api}/logo.png`, 200, '', 'image/png'),
      entry('https://tracker.example/hit', 200, '{}'),
      entry(`${api}/coded`, 200, Buffer.from('{"é":1}').toString('base64'), 'application/json', 'base64'),
      entry(`${api}/bytes`, 200, '/w==', 'application/json', 'base64'),
      { ...entry(`${api}/odd`, 200, '{}'), request: request('ODD', `${api}/odd`) },
    ];
    const { ask, left } = await imported('har', { log: { entries } });
    const answers = [await ask('/job'), await ask('/job'), await ask('/job'), await ask('/job?full=1')];
    expect(answers).toEqual([
      [202, '{"done":false}'],
      [200, '{"done":true}'],
      [200, '{"done":true}'],
      [200, '{}'],
    ]);
    expect(await ask('/coded')).toEqual([200, '{"é":1}']);
    expect(left).toHaveLength(4);
    expect(readFileSync(join(folder, `${count}.faults.json`), 'utf8')).not.toContain('geheim');
  });
});

it.each([
  ['har', '{}', 'has nothing of har to import'],
  ['wiremock', '{ "mappings": [', 'it is not valid JSON at line 1'],
  ['wiremock', '{ "posts": [] }', 'it is no mapping: it has no request'],
])('refuses what is not of %s', async (format, text, message) => {
  const { code, stderr } = await imported(format, text);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

it('overwrites nothing', async () => {
  const out = join(folder, 'taken');
  writeFileSync(`${out}.json`, JSON.stringify({ request: { url: '/a' }, response: {} }));
  writeFileSync(`${out}.openapi.json`, '{}');
  const { code, stderr } = await runHere(['import', 'wiremock', `${out}.json`, '--out', out]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('it is there already; --out names others')]);
});
