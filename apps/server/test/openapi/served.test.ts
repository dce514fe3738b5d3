/** What a server of an OpenAPI document answers: it remembers, pages, and speaks as its document does. */
import { beforeAll, describe, expect, it } from 'vitest';
import { dataDomains } from '../../src/data/data-domains.js';
import { createUnderstudy } from '../../src/index.js';
import type { Understudy } from '../../src/index.js';
import { petShop } from './pet-shop.fixture.js';
import { openOnce } from '../use.js';
import { jsonRequest } from '../support.js';

const understudy = openOnce(() => createUnderstudy({ openapi: petShop, clock: '2026-03-01T12:00:00Z', log: 'off' }));
beforeAll(async () => {
  await understudy.ready();
});

/** Whatever JSON says. */
type Said = ReturnType<JSON['parse']>;

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Said;
}

/** Asks a sandbox of the test's own. */
const asking =
  (sandbox: string) =>
  async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await understudy.sandbox(sandbox).fetch(path, { method, ...sent, headers: { ...type, ...headers } });
    const text = await answer.text();
    const isJson = /^application\/(?:problem\+)?json/.test(answer.headers.get('content-type') ?? '');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  };

describe('a collection of a document', () => {
  it('remembers what is created, replaced, merged and removed', async () => {
    const ask = asking('remembers');
    const made = await ask('POST', '/pets', { name: 'Rex', price: 12.5 });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      name: 'Rex',
      status: 'available',
      price: 12.5,
      id: 21,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    });
    expect(made.headers.get('location')).toBe('http://understudy.local/sandboxes/remembers/pets/21');
    expect((await ask('GET', '/pets/21')).body).toEqual(made.body);
    expect((await ask('GET', '/pets?page=5&limit=5')).body).toMatchObject({ items: [{ id: 21 }], total: 21 });

    const merged = await ask(
      'PATCH',
      '/pets/21',
      { nickname: null, price: 9 },
      { 'content-type': 'application/merge-patch+json' },
    );
    expect(merged.body).toEqual({ ...made.body, nickname: null, price: 9 });
    const replaced = await ask('PUT', '/pets/21', { name: 'Max' });
    expect(replaced.body).toMatchObject({ name: 'Max', id: 21, created_at: '2026-03-01T12:00:00.000Z' });
    expect(replaced.body).not.toHaveProperty('price');

    expect((await ask('DELETE', '/pets/21')).status).toBe(204);
    expect((await ask('GET', '/pets/21')).status).toBe(404);
    expect((await ask('GET', '/pets?limit=100')).body.total).toBe(20);
    // Nobody gets an id that another record had.
    expect((await ask('POST', '/pets', { name: 'Ida' })).body.id).toBe(22);
  });

  it('is the same in each sandbox, and nobody else sees a write', async () => {
    const [one, other] = [asking('one'), asking('other')];
    const before = await other('GET', '/pets');
    await one('POST', '/pets', { name: 'Rex' });
    await one('DELETE', '/pets/1');
    expect((await other('GET', '/pets')).body).toEqual(before.body);
  });

  it('is filtered, searched, sorted and paged by its own parameters', async () => {
    const ask = asking('lists');
    const all = (await ask('GET', '/pets?limit=100')).body.items;
    const sold = (await ask('GET', '/pets?limit=100&status=sold')).body.items;
    expect(sold).toEqual(all.filter((pet: Said) => pet.status === 'sold'));
    expect(sold.length).toBeGreaterThan(0);
    expect((await ask('GET', '/pets?limit=100&status=all')).body.items).toEqual(all);
    const [named] = all;
    expect((await ask('GET', `/pets?q=${encodeURIComponent(named.name)}`)).body.items).toContainEqual(named);
    const down = (await ask('GET', '/pets?limit=100&sort=-id')).body.items;
    expect(down).toEqual(all.toReversed());
    const first = await ask('GET', '/pets?limit=15');
    expect(first.body.next).toBe('http://understudy.local/sandboxes/lists/pets?limit=15&page=2');
    const second = await ask('GET', first.body.next.slice('http://understudy.local/sandboxes/lists'.length));
    expect([...first.body.items, ...second.body.items]).toEqual(all);
    expect(second.body.next).toBeNull();
  });

  it('is there below the path of its server too', async () => {
    const ask = asking('based');
    expect((await ask('GET', '/v1/pets/1')).body).toEqual((await ask('GET', '/pets/1')).body);
  });

  it('has children that lie below a parent alone', async () => {
    const ask = asking('children');
    const visits = (await ask('GET', '/pets/1/visits')).body;
    expect(visits.length).toBeGreaterThan(0);
    expect(visits.every((visit: Said) => visit.pet_id === 1)).toBe(true);
    expect((await ask('GET', `/pets/1/visits/${visits[0].id}`)).body).toEqual(visits[0]);
    expect((await ask('GET', `/pets/2/visits/${visits[0].id}`)).status).toBe(404);
    const made = await ask('POST', '/pets/2/visits', { reason: 'Cough' });
    expect(made).toMatchObject({ status: 201, body: { pet_id: 2, reason: 'Cough' } });
    expect((await ask('GET', '/pets/2/visits')).body).toContainEqual(made.body);
    expect((await ask('POST', '/pets/99/visits', { reason: 'Cough' })).status).toBe(404);
    await ask('DELETE', '/pets/2');
    expect((await ask('GET', '/pets/2/visits')).status).toBe(404);
  });

  it('has actions that change the record', async () => {
    const ask = asking('actions');
    await ask('POST', '/pets', { name: 'Rex' });
    expect((await ask('POST', '/pets/21/sell')).body).toMatchObject({ id: 21, status: 'sold' });
    expect((await ask('GET', '/pets/21')).body.status).toBe('sold');
    expect((await ask('POST', '/pets/99/sell')).status).toBe(404);
  });

  it('has what is there once', async () => {
    const ask = asking('settings');
    const before = (await ask('GET', '/settings')).body;
    const next = { language: before.language === 'de' ? 'en' : 'de', is_open: !before.is_open };
    expect((await ask('PUT', '/settings', next)).body).toEqual(next);
    expect((await ask('GET', '/settings')).body).toEqual(next);
  });
});

describe('the errors of a document', () => {
  it('are told in the schema that it documents for them', async () => {
    const ask = asking('errors');
    expect(await ask('GET', '/pets/99')).toMatchObject({
      status: 404,
      body: { code: 404, message: 'there is no pet with the id "99"' },
    });
    const ofAnyType = await ask('DELETE', '/pets/99');
    expect(ofAnyType.headers.get('content-type')).toBe('application/json');
    expect(ofAnyType).toMatchObject({ status: 404, body: { code: 404 } });
    const wrong = await ask('POST', '/pets', { status: 'lost' });
    expect(wrong.status).toBe(400);
    expect(wrong.body.message).toContain('status must be one of');
    expect(wrong.body.message).toContain('name');
    expect((await ask('GET', '/pets?limit=1000')).body).toMatchObject({ code: 400 });
    expect((await ask('GET', '/pets?simulate_error=rate_limit')).body).toMatchObject({ code: 429 });
  });

  it('are problems where it documents none', async () => {
    const ask = asking('problems');
    expect((await ask('GET', '/nothing')).body).toMatchObject({ kind: 'not_found' });
    expect((await ask('DELETE', '/pets')).status).toBe(405);
    expect((await ask('POST', '/pets', '{"name":', {})).status).toBe(400);
    expect((await ask('POST', '/pets', 'name=Rex', { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('what has no state', () => {
  it('is an example, a named one, or another status, as it is preferred', async () => {
    const ask = asking('stateless');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask('POST', '/login', 'user=ada', form)).body).toEqual({ token: 'abc' });
    expect((await ask('POST', '/login', 'user=ada', { ...form, prefer: 'example=second' })).body).toEqual({
      token: 'def',
    });
    expect((await ask('POST', '/login', 'user=ada', { ...form, prefer: 'code=401' })).status).toBe(401);
    expect((await ask('POST', '/login', 'user=ada', { ...form, prefer: 'code=418' })).status).toBe(404);
    const drawn = (await ask('POST', '/login', 'user=ada', { ...form, prefer: 'dynamic=true' })).body.token;
    expect(drawn).not.toBe('abc');
    expect((await ask('POST', '/login', '', form)).status).toBe(400);
  });

  it('is in the media type that is accepted', async () => {
    const ask = asking('types');
    const lines = await ask('GET', '/export');
    expect(lines.headers.get('content-type')).toBe('application/x-ndjson');
    expect(
      lines.body
        .trim()
        .split('\n')
        .map((line: string) => JSON.parse(line).id),
    ).toHaveLength(3);
    const table = await ask('GET', '/export', undefined, { accept: 'text/csv' });
    expect([table.headers.get('content-type'), table.body]).toEqual(['text/csv', 'id,name\n1,Rex\n']);
  });
});

describe('all that a server has', () => {
  it('has faults, keys, a journal and verdicts for it too', async () => {
    const ask = asking('whole');
    const sandbox = understudy.sandbox('whole');
    const root = (path: string, init?: RequestInit) => understudy.fetch(path, init);
    const rule = await root(
      '/sandboxes/whole/faults',
      jsonRequest('POST', { when: { operation: 'pet-shop.getPet' }, fault: 'status;code=503', times: 1 }),
    );
    expect([rule.status, await rule.text()]).toEqual([200, expect.any(String)]);
    expect((await ask('GET', '/pets/1')).status).toBe(503);
    expect((await ask('GET', '/pets/1')).status).toBe(200);
    const key = { 'idempotency-key': 'once' };
    const first = await ask('POST', '/pets', { name: 'Rex' }, key);
    const again = await ask('POST', '/pets', { name: 'Rex' }, key);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const journal = await root('/sandboxes/whole/requests?per_page=50');
    const operations = ((await journal.json()) as Said).data.map((entry: Said) => entry.operation);
    expect(operations).toContain('pet-shop.createPet');
    expect((await sandbox.fetch('/pets?delay=0')).status).toBe(200);
  });

  it('shows the document that is served', async () => {
    const document = (await (await understudy.fetch('/openapi.json')).json()) as Said;
    expect(Object.keys(document.paths)).toEqual(Object.keys(petShop.paths));
    expect(document.servers).toEqual([{ url: 'http://understudy.local' }]);
    expect(document.info.title).toBe('Pet shop');
  });
});

describe('how a document is served', () => {
  it('gives each id a record where any is asked for', async () => {
    const any = createUnderstudy({ openapi: petShop, openapiIds: 'any', log: 'off' });
    try {
      const pet = (await (await any.fetch('/pets/4711')).json()) as Said;
      expect(pet.id).toBe(4711);
      expect(await (await any.fetch('/pets/4711')).json()).toEqual(pet);
      expect((await any.fetch('/pets/4711', { method: 'DELETE' })).status).toBe(204);
      expect((await any.fetch('/pets/4711')).status).toBe(200);
      expect((await any.fetch('/pets/4712/visits')).status).toBe(200);
    } finally {
      await any.close();
    }
  });

  it('begins with as many records as are asked for', async () => {
    const empty = createUnderstudy({ openapi: petShop, openapiSize: 0, log: 'off' });
    try {
      expect(await (await empty.fetch('/pets')).json()).toMatchObject({ items: [], total: 0 });
    } finally {
      await empty.close();
    }
  });

  it.each([
    ['documents', { openapi: petShop }, '/pets'],
    ['data', { data: { things: [{ id: 1 }] } }, '/api/things'],
    ['domains', { domains: dataDomains({ things: [{ id: 1 }] }) }, '/api/things'],
  ])('serves our domains beside %s only where they are named', async (_, brought, own) => {
    const [alone, beside] = [{}, { with: ['education'] }].map((more) =>
      createUnderstudy({ ...brought, ...more, log: 'off' }),
    );
    const status = async (server: typeof alone, path: string) => (await server?.fetch(path))?.status;
    try {
      expect(await Promise.all([own, '/api/education/courses'].map((path) => status(alone, path)))).toEqual([200, 404]);
      expect(await Promise.all([own, '/api/education/courses'].map((path) => status(beside, path)))).toEqual([
        200, 200,
      ]);
      expect(await status(beside, '/api/social/posts')).toBe(404);
    } finally {
      await Promise.all([alone?.close(), beside?.close()]);
    }
  });

  it('refuses what is no document', async () => {
    const wrong = createUnderstudy({ openapi: { swagger: '1.2' }, log: 'off' });
    await expect(wrong.ready()).rejects.toThrow(/1\.2/);
    const login = { post: { responses: { 200: { description: 'Done.' } } } };
    const claims = { openapi: '3.1.0', info: { title: 'Own', version: '1' }, paths: { '/api/auth/login': login } };
    const twice = createUnderstudy({ openapi: claims, with: ['auth'], log: 'off' });
    await expect(twice.ready()).rejects.toThrow(/POST \/api\/auth\/login is declared twice.*as in own=FILE/);
    expect(() => createUnderstudy({ with: ['education'], log: 'off' })).toThrow(/nothing is given/);
  });
});

describe('ids of which there are few', () => {
  const order = { type: 'object', properties: { id: { type: 'integer' }, note: { type: 'string' } } };
  const answered = { 200: { description: 'It.', content: { 'application/json': { schema: order } } } };
  const parameter = {
    name: 'orderId',
    in: 'path',
    required: true,
    schema: { type: 'integer', minimum: 1, maximum: 10 },
  };
  const openapi = {
    openapi: '3.1.0',
    info: { title: 'Store', version: '1' },
    paths: {
      '/order': {
        get: {
          responses: {
            200: { description: 'All.', content: { 'application/json': { schema: { type: 'array', items: order } } } },
          },
        },
        post: { requestBody: { content: { 'application/json': { schema: order } } }, responses: answered },
      },
      '/order/{orderId}': { parameters: [parameter], get: { responses: answered }, delete: { responses: answered } },
    },
  };

  it('leave some to who creates records, and are those that the path takes', async () => {
    const store = createUnderstudy({ openapi, log: 'off' });
    try {
      const list = async () => (await (await store.fetch('/order')).json()) as Said;
      expect((await list()).map(({ id }: Said) => id)).toEqual([1, 2, 3, 4, 5]);
      const create = async () => {
        const headers = { 'content-type': 'application/json' };
        const answer = await store.fetch('/order', { method: 'POST', headers, body: '{"note":"soon"}' });
        return ((await answer.json()) as Said).id;
      };
      expect([await create(), await create(), await create(), await create(), await create()]).toEqual([
        6, 7, 8, 9, 10,
      ]);
      expect(await (await store.fetch('/order/10')).json()).toEqual({ id: 10, note: 'soon' });
      await store.fetch('/order/7', { method: 'DELETE' });
      expect(await create()).toBe(7);
    } finally {
      await store.close();
    }
  });
});

describe('what documents write in their own way', () => {
  /** A document of some paths, whose one schema is a thing. */
  const documentOf = (title: string, paths: object, thing: object = { id: { type: 'integer' } }) => ({
    openapi: '3.1.0',
    info: { title, version: '1' },
    security: [{ key: [] }],
    paths,
    components: {
      schemas: { Thing: { type: 'object', required: Object.keys(thing), properties: thing } },
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: `x-${title.toLowerCase()}` } },
    },
  });
  const ref = { $ref: '#/components/schemas/Thing' };
  const answers = (schema: object) => ({ 200: { description: 'Well.', content: { 'application/json': { schema } } } });
  const param = (name: string, type: string) => ({ name, in: 'path', required: true, schema: { type } });

  async function served(openapi: object | object[], ask: (fetch: Understudy['fetch']) => Promise<void>) {
    const own = createUnderstudy({ openapi, openapiJudge: 'only', log: 'off' });
    try {
      await ask(own.fetch);
    } finally {
      await own.close();
    }
  }

  it('is served at the root, before the start page', () =>
    served(documentOf('Root', { '/': { get: { responses: answers(ref) } } }), async (fetch) => {
      expect(await (await fetch('/', { headers: { accept: 'text/html' } })).json()).toEqual({ id: expect.any(Number) });
    }));

  it.each([
    ['one parameter for each', [{ name: 'page[size]', in: 'query', schema: { type: 'integer' } }]],
    [
      'one parameter of an object',
      [
        {
          name: 'page',
          in: 'query',
          style: 'deepObject',
          explode: true,
          schema: { type: 'object', properties: { size: { type: 'integer' }, number: { type: 'integer' } } },
        },
      ],
    ],
  ])('pages as JSON:API does, with %s', (_, parameters) => {
    const links = { type: 'object', properties: { next: { type: ['string', 'null'] } } };
    const list = { type: 'object', properties: { data: { type: 'array', items: ref }, links } };
    const paths = { '/things': { get: { parameters, responses: answers(list) } } };
    return served(documentOf('Pages', paths), async (fetch) => {
      const seen: unknown[] = [];
      let next: string | null = '/things?page[size]=8';
      for (let pages = 0; next !== null && pages < 9; pages++) {
        const page: { data: { id: number }[]; links: { next: string | null } } = await (await fetch(next)).json();
        seen.push(...page.data.map(({ id }) => id));
        ({ next } = page.links);
      }
      expect([seen.length, new Set(seen).size, next]).toEqual([20, 20, null]);
    });
  });

  it('finds ids in the path that a member holds', () => {
    const paths = {
      '/things': { get: { responses: answers({ type: 'array', items: ref }) }, post: { responses: answers(ref) } },
      '/things/{thing_id}': { get: { responses: answers(ref) }, parameters: [param('thing_id', 'integer')] },
    };
    const document = documentOf('Paths', paths, { uri: { type: 'string', example: '/things/258684937' } });
    return served(document, async (fetch) => {
      const [, second]: { uri: string }[] = await (await fetch('/things')).json();
      expect(second?.uri).toMatch(/^\/things\/\d+$/);
      expect(await (await fetch(String(second?.uri))).json()).toEqual(second);
    });
  });

  const list = (xml: object | undefined, item: object) => ({
    animals: { type: 'array', ...(xml && { xml }), items: { type: 'string', ...item } },
  });
  it.each<[string, object, object, RegExp | string]>([
    ['names', { id: { type: 'integer', xml: { name: 'ID' } } }, { id: 7 }, '<ID>7</ID>'],
    [
      'attributes',
      { id: { type: 'integer', xml: { attribute: true } }, name: { type: 'string' } },
      { id: 7, name: 'a & <b>' },
      '<Thing id="7"><name>a &amp; &lt;b&gt;</name></Thing>',
    ],
    [
      'node types of 3.2',
      { id: { type: 'integer', xml: { nodeType: 'attribute' } }, name: { type: 'string', xml: { nodeType: 'text' } } },
      { id: 7, name: 'Rex' },
      '<Thing id="7">Rex</Thing>',
    ],
    [
      'prefixes and namespaces',
      { name: { type: 'string', xml: { prefix: 'p', namespace: 'http://a.example' } } },
      { name: 'Rex' },
      '<p:name xmlns:p="http://a.example">Rex</p:name>',
    ],
    [
      'lists',
      list(undefined, {}),
      { animals: ['cat', 'dog'] },
      '<Thing><animals>cat</animals><animals>dog</animals></Thing>',
    ],
    [
      'lists with names of items',
      list({ name: 'aliens' }, { xml: { name: 'animal' } }),
      { animals: ['cat'] },
      '<Thing><animal>cat</animal></Thing>',
    ],
    ['wrapped lists', list({ wrapped: true }, {}), { animals: ['cat'] }, '<animals><animals>cat</animals></animals>'],
    [
      'wrapped lists with names',
      list({ name: 'aliens', wrapped: true }, { xml: { name: 'animal' } }),
      { animals: ['cat'] },
      '<aliens><animal>cat</animal></aliens>',
    ],
    ['members that no element can be called', { '1 a': { type: 'string' } }, { '1 a': 'b' }, '<_1_a>b</_1_a>'],
  ])('writes XML with %s', (_, properties, example, expected) => {
    const document = documentOf('Xml', {}, properties as Record<string, object>);
    const content = { 'application/xml': { schema: ref, example }, 'application/json': { schema: ref, example } };
    const paths = { '/thing': { get: { responses: { 200: { description: 'Well.', content } } } } };
    return served({ ...document, paths }, async (fetch) => {
      const answer = await fetch('/thing', { headers: { accept: 'application/xml' } });
      expect(answer.headers.get('content-type')).toBe('application/xml');
      const text = (await answer.text()).replaceAll(/\n */g, '');
      expect(text).toContain(expected);
      expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><Thing/);
      expect(await (await fetch('/thing')).json()).toEqual(example);
    });
  });

  it('writes the records of a list as XML', () => {
    const schema = { type: 'array', items: ref };
    const content = { 'application/xml': { schema } };
    const paths = { '/things': { get: { responses: { 200: { description: 'Well.', content } } } } };
    return served(documentOf('Xml', paths), async (fetch) => {
      const text = await (await fetch('/things')).text();
      expect(text).toMatch(/<Things>\s*<Thing>\s*<id>\d+<\/id>/);
    });
  });

  it('keeps the names of documents apart that have the same', () => {
    const path = (at: string) => ({ [at]: { get: { operationId: 'read', responses: answers(ref) } } });
    return served([documentOf('One', path('/one')), documentOf('Two', path('/two'))], async (fetch) => {
      const { paths, components }: Said = await (await fetch('/openapi.json')).json();
      expect([paths['/one'].get.operationId, paths['/two'].get.operationId]).toEqual(['read', 'api2_read']);
      expect(components.securitySchemes).toMatchObject({ key: { name: 'x-one' }, 'api2.key': { name: 'x-two' } });
      expect(paths['/two'].get.security).toEqual([{ 'api2.key': [] }]);
      expect(components.schemas).toHaveProperty(['api2.Thing']);
    });
  });
});
