/** Records of `crud` with versions, conditions of their own and fields, and declarations that do not fit their collection. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { apiOf } from '../../src/call/api.js';
import type { AnyImplementation } from '../../src/call/domain.js';
import { collection, crud, crudHandlers, defineDomain, implement } from '../../src/domain.js';
import type { HandlersOf } from '../../src/kit/handler.js';
import { lodge } from '../operations/crud-domain.js';
import { inProcess, type TestServer } from '../support.js';

let server: TestServer;
beforeEach(async () => {
  server = await inProcess({ serves: apiOf([lodge]), size: { cabins: 20, keepers: 20 } });
});
afterEach(() => server.close());

type Headers = Readonly<Record<string, string>>;

async function send(method: string, path: string, headers: Headers = {}, body?: object) {
  const type = { 'content-type': 'application/json' };
  const init = body === undefined ? { headers } : { headers: { ...type, ...headers }, body: JSON.stringify(body) };
  const answer = await server.fetch(`/api/${path}`, { method, ...init });
  const text = await answer.text();
  const json = (text === '' ? {} : JSON.parse(text)) as { data?: unknown; kind?: string; errors?: object[] };
  const [record] = [json.data].flat() as Readonly<Record<string, unknown>>[];
  return { status: answer.status, kind: json.kind, errors: json.errors, record, tag: answer.headers.get('etag') };
}

const get = (path: string) => send('GET', path);
const any = { 'if-match': '*' };

describe('a version', () => {
  it('begins with 1, also where a client sends another', async () => {
    expect((await get('cabins/cabin_0001')).record).toMatchObject({ version: 1 });
    const sent = { name: 'Eve', shift: 'late', age: 30, is_head: false, cabin_id: null, version: 7 };
    const { status, record } = await send('POST', 'keepers', {}, sent);
    expect([status, record?.['version']]).toEqual([201, 1]);
    expect((await send('PATCH', 'keepers/keeper_0001', any, { version: 7, age: 31 })).record).toMatchObject({
      version: 2,
      age: 31,
    });
  });

  it('stays where a record is sent back as it was read, or changed to what it is', async () => {
    const { record = {}, tag } = await get('cabins/cabin_0002');
    const revision = server.revision();
    for (const [method, body] of [
      ['PUT', record],
      ['PATCH', {}],
      ['PATCH', { name: record['name'], tags: record['tags'] }],
    ] as const) {
      const answer = await send(method, 'cabins/cabin_0002', { 'if-match': tag ?? '' }, body);
      expect([answer.status, answer.record, answer.tag]).toEqual([200, record, tag]);
    }
    expect(server.revision()).toBe(revision);
    const changed = await send('PATCH', 'cabins/cabin_0002', { 'if-match': tag ?? '' }, { name: 'Other' });
    expect(changed.record).toMatchObject({ version: 2, updated_at: '2026-03-01T12:00:00.000Z' });
    expect(changed.tag).not.toBe(tag);
  });

  it('has the tag of the whole record, also where fields show a part of it', async () => {
    const whole = await get('cabins/cabin_0002');
    const part = await get('cabins/cabin_0002?fields=name');
    expect([part.tag, part.record]).toEqual([whole.tag, { id: 'cabin_0002', name: whole.record?.['name'] }]);
  });
});

describe('a replacement', () => {
  it('creates nothing: 404 where there is no record, 412 with If-None-Match where there is one', async () => {
    const { record: { id: _, ...body } = {}, tag } = await get('keepers/keeper_0002');
    const none = { 'if-none-match': '*' };
    expect((await send('PUT', 'keepers/keeper_0999', none, body)).status).toBe(404);
    const there = await send('PUT', 'keepers/keeper_0002', none, { ...body, age: 50 });
    expect([there.status, there.kind, there.errors]).toEqual([
      412,
      'precondition_failed',
      [expect.objectContaining({ parameter: 'If-None-Match' })],
    ]);
    const without = await send('PUT', 'keepers/keeper_0002', {}, body);
    expect([without.status, JSON.stringify(without.errors)]).toEqual([428, expect.not.stringContaining('None')]);
    expect((await get('keepers/keeper_0002')).tag).toBe(tag);
  });

  it('with another id in its body is 400 before its condition is looked at', async () => {
    const { record = {} } = await get('keepers/keeper_0002');
    const answer = await send('PUT', 'keepers/keeper_0003', { 'if-match': '"x"' }, record);
    expect([answer.status, answer.errors]).toEqual([400, [expect.objectContaining({ pointer: '#/id' })]]);
  });
});

it('a record that was removed is not there, with a condition and without one', async () => {
  const { tag } = await get('cabins/cabin_0003');
  const held = { 'if-match': tag ?? '' };
  expect((await send('DELETE', 'cabins/cabin_0003', held)).status).toBe(204);
  const again = await send('DELETE', 'cabins/cabin_0003', held);
  expect(again.status).toBe(404);
  expect((await send('DELETE', 'cabins/cabin_0003')).status).toBe(404);
  expect((await send('DELETE', 'cabins/cabin_0999', held)).status).toBe(404);
  expect((await send('PATCH', 'cabins/cabin_0003', held, { name: 'Back' })).status).toBe(404);
});

const item = z
  .object({ id: z.string(), version: z.int(), title: z.string() })
  .meta({ id: 'Item', description: 'An item.' });
const words = { one: 'item', many: 'items' } as const;
const parts = { name: 'items', prefix: 'item', size: 3, schema: item } as const;
const counted = collection({ ...parts, versioned: true, seed: ({ words: title }) => ({ title: title(1, 2) }) });
const plain = collection({ ...parts, seed: ({ words: title }) => ({ title: title(1, 2), version: 1 }) });

/** A domain of items; no compiler has looked at what it is made of. */
function domainOf(versioned: boolean, items: typeof plain): AnyImplementation {
  const declared = { ...words, path: '/api/items', schema: item } as const;
  const operations = versioned ? crud({ ...declared, versioned: 'optional' }) : crud(declared);
  const contract = defineDomain({ name: 'items', description: 'Items.', operations });
  // Another collection beside it that has versions.
  const notes = { ...counted, name: 'notes', prefix: 'note' };
  return implement(contract, {
    collections: [items, notes],
    handlers: crudHandlers(items, words) as unknown as HandlersOf<typeof contract>,
  });
}

describe('the start is refused', () => {
  const starting = (domain: AnyImplementation) => inProcess({ serves: apiOf([domain]) });

  it('of crud with versions over a collection without', async () => {
    await expect(starting(domainOf(true, plain))).rejects.toThrow(
      'items.replaceItem is versioned, and its handler has no current, which names the record it is about; those of crudHandlers have it where the collection is versioned',
    );
  });

  it('of crud without versions over a collection with them', async () => {
    await expect(starting(domainOf(false, counted))).rejects.toThrow(
      'items.replaceItem is not versioned, but its handler has current, as for records that are',
    );
  });

  it('of a collection whose records have no version', () => {
    const schema = z.object({ id: z.string(), title: z.string() });
    expect(() => collection({ ...parts, schema, versioned: true, seed: () => ({ title: '' }) })).toThrow(
      'the collection items is versioned, but its schema has no integer member version',
    );
  });
});

it('counts versions of records of any members, which no client sends', async () => {
  const schema = z
    .looseObject({ id: z.string(), version: z.int(), changed_at: z.string() })
    .meta({ id: 'Item', description: 'An item.' });
  const items = collection({
    ...parts,
    schema,
    versioned: true,
    seed: ({ index }) => ({ rank: index, changed_at: '' }),
  });
  const operations = crud({ ...words, path: '/api/items', schema, made: ['changed_at'], versioned: 'optional' });
  const contract = defineDomain({ name: 'items', description: 'Items.', operations });
  const rules = { ...words, made: { changed_at: () => 'now' }, remade: ['changed_at'] } as const;
  const handlers = crudHandlers(items, rules) as unknown as HandlersOf<typeof contract>;
  await server.close();
  server = await inProcess({ serves: apiOf([implement(contract, { collections: [items], handlers })]) });
  const before = { id: 'item_0002', version: 1, rank: 1, changed_at: '' };
  const same = await send('PUT', 'items/item_0002', {}, { ...before, version: 7 });
  expect(same.record).toEqual(before);
  expect((await send('PATCH', 'items/item_0002', {}, { version: 7 })).record).toEqual(before);
  expect((await send('PUT', 'items/item_0002', {}, { name: 'Two' })).record).toEqual({
    id: 'item_0002',
    version: 2,
    name: 'Two',
    changed_at: 'now',
  });
});
