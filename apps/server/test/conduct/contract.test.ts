/** Requests off the contract of an API: one for each code, on a document and on our domains, and the good twin of each. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contractCodes, type Verdict } from '@understudy/contract/sandboxes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUnderstudy, type Understudy } from '../../src/index.js';
import type { Json } from '../../src/openapi/model.js';
import { ending, useFolder } from '../use.js';
import { namesIn, valueAt } from '../../src/openapi/pointers.js';
import { course } from '../sandboxes/client.js';

const DOCUMENT = `openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
security: [{ bearer: [] }, { key: [], tenant: [] }]
paths:
  /notes:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 50 } }
        - { name: author, in: query, schema: { type: string }, deprecated: true }
        - { name: X-Team, in: header, required: true, schema: { type: string } }
        - { name: size, in: query, schema: { type: integer, minimum: 9, maximum: 3 } }
        - { name: color, in: query, schema: { type: string, enum: [red, blue], example: green } }
        - { name: where, in: query, style: deepObject, schema: { type: object, properties: { ids: { type: array, items: { type: integer } } } } }
      responses: { '200': { description: Notes., content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        '201': { description: The note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        '422': { description: No note., content: { application/json: { schema: { type: object, required: [message], properties: { message: { type: string } } } } } }
  /notes/{noteId}:
    get:
      parameters: [{ name: noteId, in: path, required: true, schema: { type: integer } }]
      responses: { '200': { description: The note., content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } } }
  /old: { get: { deprecated: true, security: [{}], responses: { '204': { description: Nothing. } } } }
  /new: { get: { security: [{}], responses: { '204': { description: Nothing. } } } }
  /basic: { get: { security: [{ basic: [] }], responses: { '204': { description: Nothing. } } } }
  /orders:
    post:
      security: [{}]
      requestBody: { required: true, content: { application/xml: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses: { '201': { description: The order., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } }
  /orders/{number}: { get: { security: [{}], parameters: [{ name: number, in: path, required: true, schema: { type: integer } }], responses: { '200': { description: The order., content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } } }
  /words: { post: { security: [{}], requestBody: { content: { text/plain: { schema: { type: string, maxLength: 5 } } } }, responses: { '204': { description: Said. } } } }
  /photos:
    post:
      security: [{}]
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { photo: { type: string, format: binary } } }
            encoding: { photo: { headers: { X-Rate: { required: true, schema: { type: integer } } } } }
      responses: { '204': { description: Kept. } }
components:
  securitySchemes:
    bearer: { type: http, scheme: bearer }
    basic: { type: http, scheme: basic }
    key: { type: apiKey, in: header, name: X-Key }
    tenant: { type: apiKey, in: query, name: tenant }
  schemas:
    Note:
      type: object
      required: [title]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, maxLength: 20 }
    Order:
      type: object
      required: [number, lines]
      xml: { name: order, prefix: o, namespace: 'https://example.com/o' }
      properties:
        number: { type: integer, xml: { attribute: true } }
        note: { type: [string, 'null'], xml: { name: remark } }
        lines:
          type: array
          xml: { wrapped: true }
          items: { type: object, required: [sku], xml: { name: line }, properties: { sku: { type: string }, count: { type: integer } } }
        tags: { type: array, items: { type: string, xml: { name: tag } } }
`;

/** The line of the document with a text, from 1. */
const lineOf = (text: string): number => DOCUMENT.slice(0, DOCUMENT.indexOf(text)).split('\n').length;

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const token = { authorization: 'Bearer anything', 'x-team': 'red' };
const json = { ...token, 'content-type': 'application/json' };
const post = (body: unknown, headers: Readonly<Record<string, string>> = json): Sent => ({
  method: 'POST',
  path: '/notes',
  headers,
  body,
});
const list = (query: string, headers: Readonly<Record<string, string>> = token): Sent => ({
  path: `/notes${query}`,
  headers,
});

const order = (number: string, inside: string): Sent => ({
  method: 'POST',
  path: '/orders',
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?>\n<x:order xmlns:x="https://example.com/o"${number}>${inside}</x:order>`,
});
const lines = '<lines><line><sku>a &amp; b</sku><count> 2 </count></line></lines>';
const goodOrder = order(' number="7"', lines);
const photo = (header: string): Sent => ({
  method: 'POST',
  path: '/photos',
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: `--b\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n${header}Content-Type: image/png\r\n\r\nbytes\r\n--b--\r\n`,
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const formOf = (schema: object) => ({
  post: { requestBody: { required: true, content: { [form['content-type']]: { schema } } } },
});
const queryOf = (schema: object) => ({ get: { parameters: [{ name: 'q', in: 'query', required: true, schema }] } });

/** A bad request, the good one like it, and what is said of the bad one. */
interface Case {
  readonly bad: Sent;
  readonly good: Sent;
  readonly status: number;
  readonly verdict: Partial<Omit<Verdict, 'document'>> & { readonly document?: object | null };
}

const inFile = (line: number) => ({ file: expect.stringContaining('notes.yaml') as string, line });

const OF_DOCUMENT: readonly Case[] = [
  {
    bad: { path: '/note', headers: token },
    good: list(''),
    status: 404,
    verdict: {
      code: 'unknown_path',
      pointer: '/path',
      detail: 'GET /note: /path is no path of the API; did it mean /notes or /notes/{noteId}?',
      document: { pointer: '/paths', ...inFile(lineOf('paths:')) },
    },
  },
  {
    bad: { ...list(''), method: 'PUT' },
    good: list(''),
    status: 405,
    verdict: {
      code: 'wrong_method',
      pointer: '/method',
      document: { pointer: '/paths/~1notes', ...inFile(lineOf('  /notes:')) },
    },
  },
  {
    bad: list('', { authorization: 'Bearer anything' }),
    good: list(''),
    status: 400,
    verdict: { code: 'missing_parameter', pointer: '/headers/x-team', document: inFile(lineOf('- { name: X-Team')) },
  },
  {
    bad: list('?limit=51'),
    good: list('?limit=50'),
    status: 400,
    verdict: {
      code: 'bad_parameter',
      pointer: '/query/limit',
      detail: 'GET /notes: /query/limit must be at most 50.',
      document: { pointer: '/paths/~1notes/get/parameters/0/schema/maximum', ...inFile(lineOf('- { name: limit')) },
    },
  },
  {
    bad: list('?limt=5'),
    good: list('?limit=5'),
    status: 200,
    verdict: {
      code: 'unknown_parameter',
      severity: 'advice',
      document: { pointer: '/paths/~1notes/get/parameters', ...inFile(lineOf('      parameters:')) },
    },
  },
  {
    bad: post({ title: 'A title with more characters than there may be' }),
    good: post({ title: 'Short' }),
    status: 422,
    verdict: { code: 'bad_body', pointer: '/body/title', document: inFile(lineOf('        title: { type: string')) },
  },
  {
    bad: post({ id: 7, title: 'Short' }),
    good: post({ title: 'Short' }),
    status: 201,
    verdict: { code: 'read_only_member', pointer: '/body/id', severity: 'advice' },
  },
  {
    bad: post('title', { ...token, 'content-type': 'text/plain' }),
    good: post({ title: 'Short' }),
    status: 415,
    verdict: {
      code: 'wrong_media_type',
      pointer: '/headers/content-type',
      document: inFile(lineOf('      requestBody')),
    },
  },
  {
    bad: list('', { 'x-team': 'red' }),
    good: list(''),
    status: 401,
    verdict: {
      code: 'missing_credential',
      pointer: '/headers/authorization',
      detail: expect.stringContaining(
        'send Authorization: Bearer <token> (bearer), or X-Key: <key> (key) and ?tenant=<key>',
      ) as string,
      document: inFile(lineOf('    bearer: {')),
    },
  },
  // The placeholder that generated SDKs send in their own tests has spaces, as no token of RFC 6750 has.
  {
    bad: list('', { 'x-team': 'red', authorization: 'Bearer ' }),
    good: list('', { 'x-team': 'red', authorization: 'Bearer My API Key' }),
    status: 401,
    verdict: { code: 'missing_credential' },
  },
  {
    bad: list('?tenant=', { 'x-team': 'red', 'x-key': 'k' }),
    good: list('?tenant=t', { 'x-team': 'red', 'x-key': 'k' }),
    status: 401,
    verdict: { code: 'missing_credential' },
  },
  {
    bad: { path: '/basic', headers: { authorization: 'Basic nothing' } },
    good: { path: '/basic', headers: { authorization: `Basic ${btoa('a:b')}` } },
    status: 401,
    verdict: { code: 'missing_credential' },
  },
  ...(
    [
      [' number="7"', lines.replace(' 2 ', 'two'), '/body/lines/0/count', 'must be an integer'],
      [' number="7"', `${lines}<remark/><remark/>`, '/body/note', 'must be a string or null'],
      [' number="7"', lines.replaceAll('line>', 'row>'), '/body/lines', 'must be an array'],
      ['', lines, '/body', 'must have the member number'],
      [' number="7"', `${lines}<remark>`, '/body', 'is not well-formed XML'],
      [' number="7"', `${lines}<remark>&lol;</remark>`, '/body', 'is not well-formed XML'],
      [' number="7"', '<a>'.repeat(20_000), '/body', 'is nested too deep'],
    ] as const
  ).map(([number, inside, pointer, detail]) => ({
    bad: order(number, inside),
    good: goodOrder,
    status: 400,
    verdict: { code: 'bad_body' as const, pointer, detail: expect.stringContaining(detail) as string },
  })),
  ...['<!DOCTYPE o [<!ENTITY a SYSTEM "file:///etc/passwd">]>', '<!DOCTYPE order>'].map((doctype) => ({
    bad: { ...goodOrder, body: String(goodOrder.body).replace('\n', doctype) },
    good: goodOrder,
    status: 400,
    verdict: { code: 'bad_body' as const, pointer: '/body', detail: expect.stringContaining('DOCTYPE') as string },
  })),
  {
    bad: { ...goodOrder, body: '<invoice number="7"/>' },
    good: goodOrder,
    status: 400,
    verdict: {
      code: 'bad_body',
      pointer: '/body',
      detail: 'POST /orders: /body is the element invoice, and must be order.',
    },
  },
  {
    bad: { method: 'POST', path: '/words', headers: { 'content-type': 'text/plain' }, body: 'many words' },
    good: { method: 'POST', path: '/words', headers: { 'content-type': 'text/plain' }, body: 'few' },
    status: 400,
    verdict: { code: 'bad_body', pointer: '/body', detail: 'POST /words: /body must have at most 5 characters.' },
  },
  ...['', 'X-Rate: five\r\n'].map((header) => ({
    bad: photo(header),
    good: photo('X-Rate: 5\r\n'),
    status: 400,
    verdict: {
      code: 'bad_body' as const,
      pointer: '/body/photo',
      detail: expect.stringContaining('the header X-Rate') as string,
      document: inFile(lineOf('            encoding:')),
    },
  })),
  { bad: { path: '/old' }, good: { path: '/new' }, status: 204, verdict: { code: 'deprecated', severity: 'advice' } },
  {
    bad: list('?author=ada'),
    good: list(''),
    status: 200,
    verdict: { code: 'deprecated', pointer: '/query/author', severity: 'advice' },
  },
  {
    bad: list('?size=2'),
    good: list(''),
    status: 200,
    verdict: { code: 'bad_parameter', blames: 'document', severity: 'warning' },
  },
  {
    bad: list('?color=pink'),
    good: list('?color=green'),
    status: 200,
    verdict: { code: 'bad_parameter', blames: 'document', severity: 'warning' },
  },
  {
    bad: list('?where[ids][]=x'),
    good: list('?where[ids][]=1'),
    status: 200,
    verdict: { code: 'bad_parameter', blames: 'unclear', severity: 'warning', pointer: '/query/where/ids/0' },
  },
];

const courses = '/api/education/courses';
const plain = { 'content-type': 'text/plain' };
const cart = '/api/commerce/carts/cart_0001';

const OF_OURS: readonly Case[] = [
  { bad: { path: '/api/education/corses' }, good: { path: courses }, status: 404, verdict: { code: 'unknown_path' } },
  { bad: { path: courses, method: 'DELETE' }, good: { path: courses }, status: 405, verdict: { code: 'wrong_method' } },
  {
    bad: { path: cart, method: 'PATCH', headers: { 'content-type': 'application/json' }, body: {} },
    good: { path: courses },
    status: 428,
    verdict: { code: 'missing_parameter', pointer: '/headers/if-match' },
  },
  {
    bad: { path: `${courses}?per_page=0` },
    good: { path: `${courses}?per_page=1` },
    status: 400,
    verdict: { code: 'bad_parameter', pointer: '/query/per_page' },
  },
  {
    bad: { path: `${courses}?pge=2` },
    good: { path: `${courses}?page=2` },
    status: 200,
    verdict: { code: 'unknown_parameter', pointer: '/query/pge', severity: 'advice' },
  },
  {
    bad: {
      path: courses,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: { ...course, title: 1 },
    },
    good: { path: courses },
    status: 400,
    verdict: { code: 'bad_body', pointer: '/body/title' },
  },
  {
    bad: { path: courses, method: 'POST', headers: plain, body: 'title' },
    good: { path: courses },
    status: 415,
    verdict: { code: 'wrong_media_type', pointer: '/headers/content-type' },
  },
  {
    bad: { path: '/api/auth/profile' },
    good: { path: courses },
    status: 401,
    verdict: { code: 'missing_credential', pointer: '/headers/authorization' },
  },
];

const folder = useFolder();
const running: Understudy[] = [];

async function start(options: object): Promise<Understudy> {
  const understudy = createUnderstudy({ log: 'off', ...options });
  running.push(understudy);
  await understudy.ready();
  return understudy;
}

beforeAll(async () => {
  await writeFile(join(folder, 'notes.yaml'), DOCUMENT);
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.close()));
});

/** Sends a request to a sandbox of its own; gives its status, and what is said of it. */
async function judged(understudy: Understudy, sandbox: string, sent: Sent, query = ''): Promise<[number, Verdict[]]> {
  const { method = 'GET', path, headers = {}, body } = sent;
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const agent = { 'user-agent': 'tests' };
  const answer = await understudy
    .sandbox(sandbox)
    .fetch(path, { method, headers: { ...agent, ...headers }, ...content });
  await answer.arrayBuffer();
  const verdicts = await understudy.fetch(`/sandboxes/${sandbox}/conduct?rule=off_contract&${query}`);
  return [answer.status, ((await verdicts.json()) as { data: Verdict[] }).data];
}

const documentFile = () => join(folder, 'notes.yaml');

describe.each<[string, () => object, readonly Case[]]>([
  ['a document', () => ({ openapi: documentFile() }), OF_DOCUMENT],
  ['our domains', () => ({}), OF_OURS],
])('%s', (_what, options, cases) => {
  let understudy: Understudy;
  let document: Json;
  beforeAll(async () => {
    understudy = await start(options());
    document = (await (await understudy.fetch('/openapi.json')).json()) as Json;
  });

  it.each(cases.map((one, index) => [one.verdict.code ?? '', index, one] as const))(
    'judges %s (%i), and says nothing of its twin',
    async (code, index, { bad, good, status, verdict }) => {
      const [sent, [found, ...others]] = await judged(understudy, `bad-${index}`, bad, `code=${code}`);
      expect([sent, others]).toEqual([status, []]);
      const { severity } = contractCodes[code as keyof typeof contractCodes];
      expect(found).toMatchObject({ rule: 'off_contract', severity, blames: 'client', requests: [1], ...verdict });
      expect(valueAt(document, namesIn(found?.document?.pointer ?? '/nothing'))).toBeDefined();
      const [allowed, verdicts] = await judged(understudy, `good-${index}`, good);
      expect(verdicts).toEqual([]);
      expect(allowed).toBeLessThan(300);
    },
  );

  it('has a case for each code that it can have', () => {
    const own = new Set(cases.map(({ verdict }) => verdict.code));
    const missing = Object.keys(contractCodes).filter((code) => !own.has(code as keyof typeof contractCodes));
    // Nothing of our domains is deprecated, and what only the server writes is no member of their inputs.
    expect(missing).toEqual(cases === OF_OURS ? ['read_only_member', 'deprecated'] : []);
  });
});

it.each<[string, Sent, object]>([
  [
    'one credential where two are asked for in one header',
    { path: '/', headers: { authorization: 'key' } },
    { get: { security: [{ basic: [], token: [] }] } },
  ],
  ['a form without members', { path: '/', method: 'POST', headers: form }, formOf({ type: 'object' })],
  ['a form that is a text', { path: '/', method: 'POST', headers: form, body: 'a=b' }, formOf({ type: 'string' })],
  [
    'a member with brackets in its name',
    { path: '/', method: 'POST', headers: form, body: 'pet[name]=Rex' },
    formOf({ type: 'object', required: ['pet[name]'], properties: { 'pet[name]': { type: 'string' } } }),
  ],
  [
    'an object without members, whose members are parameters of their own',
    { path: '/' },
    queryOf({ type: 'object', additionalProperties: { type: 'string' } }),
  ],
  ['a value that is listed as a flag', { path: '/?q=true' }, queryOf({ enum: [true, false, 0, 1] })],
])('says nothing of %s', async (_what, sent, item) => {
  const components = {
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic' },
      token: { type: 'apiKey', in: 'header', name: 'Authorization' },
    },
  };
  const done = { responses: { 204: { description: 'Done.' } } };
  const operations = Object.entries(item).map(([method, operation]) => [method, { ...operation, ...done }]);
  const paths = { '/': Object.fromEntries(operations) as object };
  const openapi = { openapi: '3.1.0', info: { title: 'Odd', version: '1' }, components, paths };
  expect(await judged(await start({ openapi }), 'odd', sent)).toEqual([204, []]);
});

it('reads XML as its schema says', async () => {
  const understudy = await start({ openapi: documentFile() });
  const inside = `<tag>x</tag>${lines}<tag> y </tag><remark xsi:nil="true"/><more a="1"><b/></more>`;
  const [status, found] = await judged(understudy, 'xml', order(' number="77"', inside));
  expect([status, found]).toEqual([201, []]);
  const answer = await understudy.sandbox('xml').fetch('/orders/77');
  expect(await answer.json()).toEqual({
    number: 77,
    note: null,
    lines: [{ sku: 'a & b', count: 2 }],
    tags: ['x', ' y '],
  });
});

it('only judges, and answers all the same, where it is told to', async () => {
  const understudy = await start({ openapi: documentFile(), openapiJudge: 'only' });
  for (const [index, { bad, verdict, status }] of OF_DOCUMENT.entries()) {
    const [sent, found] = await judged(understudy, `only-${index}`, bad);
    expect([verdict.code, sent]).toEqual([
      verdict.code,
      status === 404 || status === 405 ? status : expect.toSatisfy((one: number) => one < 300),
    ]);
    expect(found).toContainEqual(expect.objectContaining({ code: verdict.code }));
  }
  for (const body of [[], '"text"', null, { title: { a: 1 } }, 5]) {
    const [status] = await judged(understudy, 'only-bodies', post(body));
    expect(status).toBe(201);
  }
});

it.each([
  ['/notes?fault=nonsense(', {}],
  ['/notes?delay=-1', {}],
  ['/notes', { 'understudy-fault': 'nonsense(' }],
])('says nothing of what a test has asked of the mock: %s %o', async (path, headers) => {
  const understudy = await start({ openapi: documentFile() });
  const [status, found] = await judged(understudy, 'controls', { path, headers: { ...token, ...headers } });
  expect(status).toBe(400);
  expect(found).toEqual([]);
});

it('judges calls over tRPC too', async () => {
  const understudy = await start({});
  const headers = { 'content-type': 'application/json' };
  const call = { method: 'POST', path: '/trpc/education.createCourse', headers };
  const [status, found] = await judged(understudy, 'trpc', { ...call, body: { ...course, title: 1 } });
  expect([status, found]).toMatchObject([400, [{ code: 'bad_body', pointer: '/body/title', blames: 'client' }]]);
  expect((await judged(understudy, 'trpc-good', { ...call, body: course }))[1]).toEqual([]);
});

it('is the same over replicas that share a store', async () => {
  const store = `sqlite:${join(folder, 'shared.db')}`;
  const [one, other] = [
    await start({ openapi: documentFile(), store }),
    await start({ openapi: documentFile(), store }),
  ];
  await judged(one, 'shared', list('?limit=51'));
  const answer = await other.fetch('/sandboxes/shared/conduct?code=bad_parameter');
  const { data } = (await answer.json()) as { data: Verdict[] };
  expect(data).toMatchObject([
    { code: 'bad_parameter', pointer: '/query/limit', blames: 'client', document: inFile(lineOf('- { name: limit')) },
  ]);
});

it('shows no secret that a request repeats', async () => {
  const understudy = await start({ openapi: documentFile() });
  const secret = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl';
  const [, found] = await judged(understudy, 'secret', post({ title: secret, [secret]: 1 }));
  expect(found).not.toEqual([]);
  expect(JSON.stringify(found)).not.toContain(secret);
});

it('says nothing of what it has answered itself, whatever the seed', async () => {
  for (let seed = 0; seed < 20; seed += 1) {
    const understudy = ending(createUnderstudy({ openapi: documentFile(), seed: `seed-${seed}`, log: 'off' }));
    const sandbox = understudy.sandbox('own');
    const notes = (await (await sandbox.fetch('/notes', { headers: token })).json()) as { id: number; title: string }[];
    for (const { id, title } of notes.slice(0, 5)) {
      await sandbox.fetch(`/notes/${id}`, { headers: token });
      await sandbox.fetch('/notes', { method: 'POST', headers: json, body: JSON.stringify({ title }) });
    }
    const { data } = (await (await understudy.fetch('/sandboxes/own/conduct?rule=off_contract')).json()) as {
      data: Verdict[];
    };
    expect(data).toEqual([]);
    const [, found] = await judged(understudy, 'wrong', list('?limit=51'));
    expect(found).toMatchObject([{ code: 'bad_parameter' }]);
  }
});
