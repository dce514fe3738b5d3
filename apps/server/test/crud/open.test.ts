/** Records of whatever members, with ids of their clients' own: the handlers of crud know no more than their rules. */
import { crud, crudNames, defineDomain } from '@understudy/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiOf } from '../../src/call/api.js';
import { sandboxes } from '../../src/domains/sandboxes/index.js';
import type { HandlersOf } from '../../src/kit/handler.js';
import { implement } from '../../src/kit/implement.js';
import { collection } from '../../src/kit/make-collection.js';
import { badRequest } from '../../src/kit/problem-error.js';
import { type OpenRecord, recordHandlers } from '../../src/kit/record-handlers.js';
import type { Collection } from '../../src/kit/collection.js';
import { eachServer, inProcess } from '../support.js';
import { send } from '../sandboxes/client.js';

const schema = z
  .looseObject({ id: z.string().meta({ description: 'Id.', examples: ['post_0001'] }) })
  .meta({ id: 'Post', description: 'A post.' });

const posts = collection({
  name: 'posts',
  prefix: 'post',
  noun: 'post',
  size: 3,
  schema,
  seed: ({ index }) => ({ title: `Post ${index}`, views: index }),
});

const words = { one: 'post', many: 'posts' } as const;
const names = crudNames(words);
const contract = defineDomain({
  name: 'posts',
  description: 'Posts.',
  operations: crud({ ...words, path: '/api/posts', schema }),
});

const {
  list,
  get,
  create,
  replace,
  update,
  delete: remove,
} = recordHandlers({
  collection: posts as Collection<object & { id: string }> as Collection<OpenRecord>,
  one: 'post',
  identify: ({ input, records, newId }, body) => {
    const { id } = input;
    if (id === undefined) return newId(posts, [body]);
    if (records.get(posts, String(id)) === undefined) return String(id);
    throw badRequest([{ pointer: '#/id', code: 'used', detail: 'is the id of another post' }]);
  },
});

const handlers = {
  [names.list]: list,
  [names.get]: get,
  [names.create]: create,
  [names.replace]: replace,
  [names.update]: update,
  [names.delete]: remove,
};

// What its handlers are typed by is not known here.
const api = apiOf([
  implement(contract, { collections: [posts], handlers: handlers as never as HandlersOf<typeof contract> }),
  sandboxes,
]);

const server = eachServer(inProcess, { serves: api });

async function written(method: string, path: string, body: object) {
  const { status, json } = await send(server, method, `/api/posts${path}`, body);
  return { status, record: (json as { data?: [object] }).data?.[0] };
}

it('takes an id that the client sends, where no record has it', async () => {
  const record = { id: 'my own/id', title: 'Mine', tags: ['a'] };
  expect(await written('POST', '', record)).toEqual({ status: 201, record });
  expect((await written('POST', '', record)).status).toBe(400);
  const { json } = await send(server, 'GET', '/api/posts/my%20own%2Fid');
  expect(json).toMatchObject({ data: record });
  expect((await written('POST', '', { title: 'Other' })).record).toMatchObject({ title: 'Other' });
});

it('replaces all members that there are', async () => {
  const replaced = await written('PUT', '/post_0002', { text: 'New' });
  expect(replaced).toEqual({ status: 200, record: { id: 'post_0002', text: 'New' } });
});

it('merges members that nobody declared, and takes away those that are null', async () => {
  await written('PATCH', '/post_0002', { meta: { a: 1, b: { c: 2, d: 3 } } });
  const patched = await written('PATCH', '/post_0002', { views: null, meta: { a: null, b: { c: null } } });
  expect(patched.record).toEqual({ id: 'post_0002', title: 'Post 1', meta: { b: { d: 3 } } });
});
