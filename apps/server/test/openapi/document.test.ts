/** The OpenAPI document: clean in two linters, true to the contract and to the controls. */
import { callControls, pagingControls, webhookEvents } from '@understudy/contract';
import { operations } from '@understudy/tooling/operations';
import { patient } from '@understudy/tooling/patience';
import { isExhaustive, kindsOfOperation, oneOfEach } from '@understudy/tooling/sample';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../../src/http/openapi/openapi-document.js';
import { builtinDomains } from '../../src/server/builtin-domains.js';
import { servedApi } from '../../src/server/served-api.js';
import { withRooms } from '../operations/fixture-domain.js';
import { inProcess } from '../support.js';
import { isOfDomains, isOneOf, linters, partOf } from './linters.js';
import { long } from '../long.js';

let document: OpenApiDocument;
/** What of it the linters get: some of what is documented in another way. All of it is the whole document. */
let linted: OpenApiDocument;
/** The document, as it came. */
let text: string;
/** What was looked for in it: operations share most of their schemas. */
const sought = new Map<string, boolean>();
function isIn(part: string): boolean {
  const isThere = sought.get(part) ?? text.includes(part);
  sought.set(part, isThere);
  return isThere;
}
/** Where the examples of the contract say that the server is. */
const publicUrl = 'http://127.0.0.1:4010';
beforeAll(async () => {
  await using server = await inProcess({ publicUrl });
  const response = await server.fetch('/openapi.json');
  expect(response.status).toBe(200);
  text = await response.text();
  document = JSON.parse(text) as OpenApiDocument;
  const sampled = oneOfEach(operations, ({ answers, method, meta }) => [answers, method, ...meta.bodies]);
  linted = isExhaustive ? document : partOf(document, isOneOf(sampled));
});

/** One of them where not every case is tried: they find the same. */
const tried = isExhaustive ? linters : linters.slice(0, 1);

describe.each(tried)('%s', { timeout: patient(20_000) }, (_linter, run) => {
  it('finds nothing', async () => {
    expect(await run(linted)).toEqual([]);
  });

  long('finds nothing where operations declare statuses and patches', async () => {
    const server = await withRooms();
    const own = (await (await server.fetch('/openapi.json')).json()) as OpenApiDocument;
    await server.close();
    expect(await run(partOf(own, isOfDomains('rooms')))).toEqual([]);
  });

  it('would find a fault', async () => {
    const broken = partOf(document, isOfDomains('education'));
    const [[path = '', methods = {}] = []] = Object.entries(broken.paths);
    broken.paths = { [path]: methods };
    for (const operation of Object.values(methods)) operation.responses = {};
    expect((await run(broken)).length).toBeGreaterThan(0);
  });
});

it('names headers as people write them', () => {
  const { UnderstudyFault, IdempotencyKey } = document.components['parameters'] ?? {};
  expect([UnderstudyFault, IdempotencyKey]).toMatchObject([{ name: 'Understudy-Fault' }, { name: 'Idempotency-Key' }]);
});

describe.each(oneOfEach(operations, kindsOfOperation))('$name', (operation) => {
  const found = () => document.paths[operation.path]?.[operation.method.toLowerCase()];
  const parameterNames = () =>
    (found()?.parameters ?? []).map((parameter) => {
      const ref = parameter['$ref'];
      return typeof ref === 'string' ? ref.split('/').at(-1) : parameter['name'];
    });

  const isControl = operation.meta.scope === 'registry';
  const isWrite = operation.method !== 'GET';
  const hasKey = isWrite && (!isControl || ['POST', 'PATCH'].includes(operation.method));

  it('has its name and its answers', () => {
    expect(found()).toMatchObject({ operationId: operation.name });
    expect(found()?.['x-understudy-answers']).toBe(operation.answers);
  });

  it('has the controls that act on it, and none that would do nothing', () => {
    const paging = [...Object.keys(pagingControls), 'cursor'].filter(
      (name) => name !== 'q' || operation.meta.searches.length > 0,
    );
    const acting = [
      ...(operation.answers === 'list' ? paging : []),
      ...(operation.answers === 'lines' ? paging.filter((name) => name === 'q') : []),
      ...(isControl ? [] : [...Object.keys(callControls), 'UnderstudyFault']),
      ...(hasKey ? ['IdempotencyKey'] : []),
    ];
    const headers = ['UnderstudyFault', 'IdempotencyKey'];
    const known = [...Object.keys(pagingControls), ...Object.keys(callControls), 'cursor', ...headers];
    expect(parameterNames().filter((name) => known.includes(String(name)))).toEqual(acting);
  });

  it('says that its answer may be a repeated one, where it takes a key', () => {
    const headers = Object.entries(found()?.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]['headers'];
    const isReplayed = Object.hasOwn(headers ?? {}, 'Idempotency-Replayed');
    expect(isReplayed).toBe(isWrite && !isControl);
  });

  it('has the responses it really gives', () => {
    const statuses = isControl
      ? [operation.answers === 'nothing' ? '204' : '200', '400', '401', '403', '404', '503']
      : [String(operation.meta.status), '400', '401', '403', '404', '429', '500', '503', '504'];
    const ofBodies = operation.meta.bodies.length === 0 ? [] : ['413', '415'];
    const ofWrites = operation.method === 'GET' || isControl ? [] : ['422', '507'];
    expect(Object.keys(found()?.responses ?? {})).toEqual(
      expect.arrayContaining([...statuses, ...ofBodies, ...ofWrites]),
    );
  });

  it('names the headers that describe a page, and of a limit', () => {
    const ok = found()?.responses['200']?.['headers'] ?? {};
    const ofPages = ['Link', 'X-Total-Count', 'Content-Range'];
    const named = Object.keys(ok).filter((name) => ofPages.includes(name));
    const ofLines = operation.answers === 'lines' ? ['X-Total-Count'] : [];
    expect(named).toEqual(operation.answers === 'list' ? ofPages : ofLines);
    if (isControl) return;
    expect(document.components['responses']?.['rate_limit_or_too_many_requests']?.['headers']).toMatchObject({
      'Retry-After': {},
      RateLimit: {},
      'RateLimit-Policy': {},
      'X-RateLimit-Limit': {},
      'X-RateLimit-Remaining': {},
      'X-RateLimit-Reset': {},
    });
  });

  it('carries every description and example of the contract', () => {
    let count = 0;
    // What is said of an optional parameter ends with its example.
    const isPublished = (part: unknown) => isIn(JSON.stringify(part)) || isIn(`Example: \`${String(part)}\`.`);
    const isDescribed = (part: string) => isIn(JSON.stringify(part).slice(0, -1));
    const missing: unknown[] = [];
    const visit = (schema: z.ZodType): void => {
      const { description, examples } = schema.meta() ?? {};
      if (description !== undefined && !isDescribed(description)) missing.push(description);
      const said = Array.isArray(examples) ? (examples as unknown[]) : [];
      missing.push(...said.filter((part) => part !== '' && !isPublished(part)));
      count += said.length + (description === undefined ? 0 : 1);
      if (schema instanceof z.ZodObject) Object.values(schema.shape).forEach((s) => visit(s as z.ZodType));
      if (schema instanceof z.ZodArray) visit(schema.element as z.ZodType);
      if ('unwrap' in schema && typeof schema.unwrap === 'function') visit(schema.unwrap() as z.ZodType);
    };
    visit(operation.input);
    // Of a file and of lines the document has their media types; their schema is that of tRPC.
    if (!['file', 'lines'].includes(operation.answers)) visit(operation.output);
    expect(missing).toEqual([]);
    expect(count).toBeGreaterThan(['nothing', 'file'].includes(operation.answers) ? 1 : 9);
  });
});

it('names the base URL it was asked under', async () => {
  await using server = await inProcess({ publicUrl: 'https://mock.example.com' });
  const response = await server.fetch('/openapi.json');
  expect(await response.json()).toMatchObject({ servers: [{ url: 'https://mock.example.com' }] });
});

describe('names the server that is asked in its examples', () => {
  const PROBLEM = '/problems/bad_request';
  it.each(['http://127.0.0.1:4999', 'https://mock.example.com'])('%s', async (url) => {
    await using server = await inProcess({ publicUrl: url });
    for (const base of ['', '/sandboxes/other']) {
      const response = await server.fetch(`${base}/openapi.json`);
      const own = await response.text();
      const addresses = new Set(own.match(/https?:\/\/(?:127\.0\.0\.1|localhost|mock\.example)[^/"]*/g));
      addresses.delete('http://127.0.0.1:3000');
      expect([...addresses]).toEqual([url]);
      expect(own).toContain(`"${url}${PROBLEM}"`);
      expect(own).toContain(`"${url}${base}/api/oauth"`);
      expect(JSON.parse(own)).toMatchObject({ servers: [{ url: url + base }] });
    }
  });
});

it('is made the same again', async () => {
  // The servers of one API share its document.
  await using server = await inProcess({ publicUrl, serves: servedApi({ ours: builtinDomains }) });
  expect(await (await server.fetch('/openapi.json')).text()).toBe(text);
});

describe('credentials', () => {
  const security = (path: string, method: string) => document.paths[path]?.[method]?.['security'];

  it.each([
    ['/api/auth/profile', 'get', [{ accessToken: [] }]],
    ['/api/oauth/userinfo', 'get', [{ accessToken: [] }]],
    ['/api/oauth/userinfo', 'post', [{ accessToken: [] }]],
    ['/api/auth/logout', 'post', [{}, { accessToken: [] }]],
    ['/api/social/timeline', 'get', [{}, { accessToken: [] }]],
    ['/api/oauth/token', 'post', [{}, { clientSecret: [] }]],
    ['/sandboxes', 'get', [{}, { adminToken: [] }]],
    ['/api/education/courses', 'get', []],
  ])('%s %s', (path, method, wanted) => {
    expect(security(path, method)).toEqual(wanted);
  });

  it('are declared', () => {
    expect(Object.keys(document.components['securitySchemes'] ?? {})).toEqual([
      'accessToken',
      'apiKey',
      'clientSecret',
      'registrationToken',
      'adminToken',
    ]);
  });
});

it('names the GET forms of logging out and of the page of a device, as aliases without a body', () => {
  expect(document.paths['/api/oauth/logout']?.['get']).toMatchObject({
    operationId: 'oauth.endSessionByGet',
    'x-understudy-alias-of': 'oauth.endSession',
  });
  expect(document.paths['/api/oauth/device']?.['get']).toMatchObject({
    operationId: 'oauth.decideDeviceByGet',
    'x-understudy-alias-of': 'oauth.decideDevice',
  });
  for (const path of ['/api/oauth/logout', '/api/oauth/device']) {
    const { requestBody, parameters = [] } = document.paths[path]?.['get'] ?? {};
    expect(requestBody).toBeUndefined();
    expect(parameters).not.toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' });
    expect(parameters.filter((parameter) => parameter['in'] === 'query').length).toBeGreaterThan(2);
  }
});

describe('a default is what the server assumes, and nothing else', () => {
  const assumed = (schema: z.core.$ZodType): unknown => z.safeParse(schema, undefined).data;
  it.each(operations)('$name', ({ method, path, input, meta }) => {
    const found = document.paths[path]?.[method.toLowerCase()];
    for (const given of found?.parameters ?? []) {
      const name = String(given['x-understudy-input'] ?? given['name']);
      const member = input.shape[name];
      const { default: value } = Object(given['schema']) as { default?: unknown };
      if (member !== undefined) expect([name, value]).toEqual([name, meta.versioned ? value : assumed(member)]);
      else expect([name, value]).toEqual([name, undefined]);
      expect(given['schema'] ?? {}).not.toHaveProperty('allOf');
    }
    for (const { schema } of Object.values(found?.requestBody?.content ?? {})) {
      const name = String(schema?.['$ref']).split('/').at(-1) ?? '';
      const body = document.components['schemas']?.[name] ?? schema ?? {};
      expect(body).not.toHaveProperty('default');
      const members = Object.entries((body['properties'] ?? {}) as Record<string, { default?: unknown }>);
      for (const [member, { default: value }] of members) {
        const declared = input.shape[member];
        if (value !== undefined && declared !== undefined) expect([member, value]).toEqual([member, assumed(declared)]);
      }
    }
  });

  it('of the parameters of aliases and of webhooks as well', () => {
    const all = [
      ...Object.values(document.paths),
      ...Object.values(document.webhooks),
    ] as (typeof document.paths)[string][];
    const others = all
      .flatMap((methods) => Object.values(methods))
      .filter((one) => !operations.some(({ name }) => name === one.operationId));
    expect(others.length).toBeGreaterThan(20);
    for (const { requestBody, parameters = [] } of others) {
      for (const { schema } of Object.values(requestBody?.content ?? {})) expect(schema).not.toHaveProperty('default');
      for (const { schema } of parameters) expect(Object(schema)).not.toHaveProperty('default');
    }
  });
});

it('has nothing that generators are known to fail at', () => {
  const statuses = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ responses }) => Object.keys(responses)),
  );
  expect(statuses.filter((status) => !/^(?:default|\d{3})$/.test(status))).toEqual([]);
  expect(
    [...text.matchAll(/"pattern":"((?:[^"\\]|\\.)*)"/g)].filter(([, pattern = '']) => pattern.includes('\\\\/')),
  ).toEqual([]);
  // OpenAPI 3.0 has no `const`, nor have generators that began with it.
  expect(text.match(/"const":/g)).toBe(null);
});

it('names the redirects that faults force, where a fault can be set', () => {
  for (const { method, path, meta } of operations) {
    const { responses = {} } = document.paths[path]?.[method.toLowerCase()] ?? {};
    const named = ['301', '302', '303', '307', '308'].filter((status) => status in responses);
    expect([path, named.length]).toEqual([path, meta.scope === 'registry' ? 0 : 5]);
  }
});

it('has a form for Postman with a value for all that must be sent, and says what else there is', async () => {
  await using server = await inProcess({ publicUrl });
  const filled = (await (await server.fetch('/openapi.json?for=postman')).json()) as OpenApiDocument;
  expect(filled.paths['/api/auth/login']?.['post']?.requestBody?.content?.['application/json']).toEqual(
    document.paths['/api/auth/login']?.['post']?.requestBody?.content?.['application/json'],
  );
  expect(filled.components['schemas']?.['LoginBody']).toMatchObject({ default: { password: 'Passw0rd!' } });
  expect(filled.paths['/api/education/courses/{course_id}']?.['get']?.parameters?.[0]).toMatchObject({
    schema: { default: 'crs_0001' },
  });
  for (const query of ['for=insomnia', 'for=', 'for=postman&for=postman']) {
    const refused = await server.fetch(`/openapi.json?${query}`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ errors: [{ parameter: 'for' }] });
  }
  // One form is not kept for who asks for the other.
  expect(await (await server.fetch('/openapi.json')).json()).toEqual(document);
});

it('names the POST forms of authorize and userinfo, as aliases', () => {
  const { authorize, userinfo } = { authorize: '/api/oauth/authorize', userinfo: '/api/oauth/userinfo' };
  expect(document.paths[authorize]?.['post']).toMatchObject({
    operationId: 'oauth.authorizeByPost',
    'x-understudy-alias-of': 'oauth.authorize',
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { properties: { client_id: {} } } } } },
  });
  expect(document.paths[userinfo]?.['post']).toMatchObject({
    operationId: 'oauth.getUserinfoByPost',
    'x-understudy-alias-of': 'oauth.getUserinfo',
    requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { properties: { access_token: {} } } } } },
  });
});

it('has a webhook for every event, with its payload and the headers that sign it', () => {
  expect(Object.keys(document.webhooks)).toEqual(Object.keys(webhookEvents));
  const headers = ['WebhookId', 'WebhookTimestamp', 'WebhookSignature', 'StripeSignature'];
  for (const webhook of Object.values(document.webhooks)) {
    expect(webhook).toMatchObject({
      post: { parameters: headers.map((name) => ({ $ref: `#/components/parameters/${name}` })) },
    });
  }
  expect(document.components['schemas']?.['CourseCreatedEvent']).toMatchObject({
    properties: { data: { properties: { object: { $ref: '#/components/schemas/Course' } } } },
  });
});

it('gives every body an example, and no optional parameter a value to fill in', () => {
  const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const contents = all.flatMap(({ requestBody, responses }) => [requestBody, responses['200']]);
  for (const part of contents) {
    for (const media of Object.values(
      (part as { content?: Record<string, { schema?: { format?: string } }> } | undefined)?.content ?? {},
    )) {
      // Bytes have no example that a document could hold.
      if (media.schema?.format !== 'binary') expect(media).toHaveProperty('example');
    }
  }
  const parameters = [
    ...Object.values(document.components['parameters'] ?? {}),
    ...all.flatMap((one) => one.parameters ?? []),
  ];
  const optional = parameters.filter(({ required }) => required === false);
  expect(optional.length).toBeGreaterThan(30);
  for (const parameter of optional) expect(parameter).not.toHaveProperty('example');
});
