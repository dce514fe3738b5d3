/** Clients that people have, unmodified, with `--bare`: the data providers of react-admin and Refine, over a socket. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnServer } from '@understudy/tooling/server';
import { beforeEach, describe, expect, it } from 'vitest';
import refine from '@refinedev/simple-rest';
import type { DataProvider } from 'ra-core';
import jsonServerProvider from 'ra-data-json-server';
import simpleRestProvider from 'ra-data-simple-rest';
import { createUnderstudy, type UnderstudyOptions } from '../../src/index.js';
import { pageText } from './files.js';
import { ending, openOnce, useFolder } from '../use.js';

const COUNT = 250;

const data = {
  posts: Array.from({ length: COUNT }, (_, index) => ({
    id: index + 1,
    title: `Post ${String(COUNT - index).padStart(3, '0')}`,
    views: index,
  })),
  comments: [
    { id: 1, body: 'a', postId: 1 },
    { id: 2, body: 'b', postId: 1 },
    { id: 3, body: 'c', postId: 2 },
  ],
};

const folder = useFolder();
const server = openOnce(() => {
  const file = join(folder, 'db.json');
  writeFileSync(file, JSON.stringify(data));
  return spawnServer(['--data', file, '--bare']);
});
let tests = 0;
/** Address of the collections in a sandbox of its own for each test. */
let api = '';

beforeEach(() => {
  tests += 1;
  api = `${server.origin}/sandboxes/test-${tests}`;
});

const ids = Array.from({ length: 200 }, (_, index) => index + 1);
const idsOf = (found: readonly { id?: unknown }[] | undefined) => found?.map(({ id }) => id);
const page = { pagination: { page: 2, perPage: 10 }, sort: { field: 'title', order: 'ASC' as const }, filter: {} };

type Make = (url: string) => DataProvider;
const makers: [string, Make][] = [
  ['ra-data-json-server', jsonServerProvider as unknown as Make],
  ['ra-data-simple-rest', simpleRestProvider as unknown as Make],
];

describe.each(makers)('%s', (_name, make) => {
  it('lists, page by page, sorted and filtered', async () => {
    const provider = make(api);
    const { data: found, total } = await provider.getList('posts', page);
    expect([idsOf(found), total]).toEqual([ids.slice(0, 10).map((n) => COUNT - 9 - n), COUNT]);
    const filtered = await provider.getList('posts', {
      ...page,
      pagination: { page: 1, perPage: 25 },
      filter: { q: '250' },
    });
    expect([idsOf(filtered.data), filtered.total]).toEqual([[1], 1]);
    const one = await provider.getList('posts', {
      ...page,
      pagination: { page: 1, perPage: 25 },
      filter: { views: 7 },
    });
    expect(idsOf(one.data)).toEqual([8]);
  });

  it('reads one, and 200 by their ids', async () => {
    const provider = make(api);
    expect((await provider.getOne('posts', { id: 3 })).data).toEqual(data.posts[2]);
    expect((await provider.getMany('posts', { ids })).data).toEqual(data.posts.slice(0, 200));
    await expect(provider.getOne('posts', { id: 9001 })).rejects.toMatchObject({ status: 404 });
  });

  it('lists what refers to a record', async () => {
    const found = await make(api).getManyReference('comments', {
      ...page,
      pagination: { page: 1, perPage: 1 },
      sort: { field: 'id', order: 'DESC' },
      target: 'postId',
      id: 1,
    });
    expect([idsOf(found.data), found.total]).toEqual([[2], 2]);
  });

  it('creates, changes and deletes', async () => {
    const provider = make(api);
    const { data: made } = await provider.create('posts', { data: { title: 'new' } });
    expect(made).toMatchObject({ id: COUNT + 1, title: 'new' });
    const { data: changed } = await provider.update('posts', {
      id: made.id,
      data: { ...made, title: null },
      previousData: made,
    });
    expect(changed).toEqual({ id: COUNT + 1, title: null });
    await provider.delete('posts', { id: made.id, previousData: made });
    await expect(provider.getOne('posts', { id: made.id })).rejects.toMatchObject({ status: 404 });
  });

  it('changes and deletes 200 at once', async () => {
    const provider = make(api);
    await provider.updateMany('posts', { ids, data: { views: 1 } });
    expect((await provider.getOne('posts', { id: 200 })).data).toMatchObject({ views: 1 });
    await provider.deleteMany('posts', { ids });
    const left = await provider.getList('posts', { ...page, pagination: { page: 1, perPage: 10 } });
    expect(left.total).toBe(COUNT - 200);
  });
});

it('Refine’s simple-rest does all of it', async () => {
  const provider = refine(api);
  const all = { resource: 'posts', pagination: { currentPage: 2, pageSize: 10, mode: 'server' as const } };
  const { data: found, total } = await provider.getList({ ...all, sorters: [{ field: 'title', order: 'asc' }] });
  expect([found.length, Number(total)]).toEqual([10, COUNT]);
  const many = [
    ['eq', 7, [8]],
    ['gte', 248, [249, 250]],
    ['lte', 1, [1, 2]],
    ['ne', 0, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
  ] as const;
  for (const [operator, value, expected] of many) {
    const filtered = await provider.getList({
      resource: 'posts',
      pagination: { currentPage: 1, pageSize: 10 },
      filters: [{ field: 'views', operator, value }],
    });
    expect(idsOf(filtered.data)).toEqual(expected);
  }
  const like = await provider.getList({
    resource: 'posts',
    filters: [{ field: 'title', operator: 'contains', value: 'T 25' }],
  });
  expect(idsOf(like.data)).toEqual([1]);
  expect((await provider.getOne({ resource: 'posts', id: 3 })).data).toEqual(data.posts[2]);
  expect((await provider.getMany?.({ resource: 'posts', ids }))?.data).toHaveLength(200);
  const { data: made } = await provider.create({ resource: 'posts', variables: { title: 'new' } });
  const { data: changed } = await provider.update({
    resource: 'posts',
    id: made.id ?? 0,
    variables: { title: 'newer' },
  });
  expect(changed).toEqual({ id: COUNT + 1, title: 'newer' });
  await provider.deleteOne({ resource: 'posts', id: made.id ?? 0 });
  await expect(provider.getOne({ resource: 'posts', id: made.id ?? 0 })).rejects.toMatchObject({ statusCode: 404 });
});

describe('the examples of other services, of a db.json of their shape', () => {
  const address = (city: string, lat: string) => ({ city, geo: { lat, lng: '81.1' } });
  const users = [
    { id: 1, name: 'Leanne', username: 'Bret', address: address('Gwenborough', '-37.3') },
    { id: 2, name: 'Ervin', username: 'Antonette', address: address('Wisokyburgh', '-43.9') },
  ];
  const posts = [
    { userId: 1, id: 1, title: 'sunt aut facere', body: 'quia et' },
    { userId: 2, id: 2, title: 'qui est esse', body: 'est rerum' },
  ];
  const placeholder = {
    users,
    posts,
    comments: [{ postId: 1, id: 1, name: 'id labore', email: 'Eliseo@gardner.biz', body: 'laudantium' }],
    albums: [{ userId: 1, id: 1, title: 'quidem' }],
    photos: [{ albumId: 1, id: 1, title: 'accusamus', url: 'https://via.placeholder.com/600/92c952' }],
    todos: [{ userId: 1, id: 1, title: 'delectus', completed: false }],
  };
  const products = [
    {
      id: 1,
      title: 'Mascara',
      category: 'beauty',
      price: 9.99,
      tags: ['beauty'],
      reviews: [{ rating: 3 }],
      brand: 'E',
    },
    { id: 2, title: 'Phone', category: 'smartphones', price: 899, tags: ['x', 'y'], reviews: [], brand: null },
  ];
  const [mascara, phone] = products;
  const dummy = { products, carts: [{ id: 1, userId: 1, products: [{ id: 1, quantity: 2 }], total: 19.98 }], users };
  const foo = { title: 'foo', body: 'bar', userId: 1 };

  it.each([
    ['GET /posts/1', undefined, posts[0]],
    ['GET /posts', undefined, posts],
    ['POST /posts', foo, { ...foo, id: 3 }],
    ['PUT /posts/1', { id: 1, ...foo }, { id: 1, ...foo }],
    ['PATCH /posts/1', { title: 'foo' }, { ...posts[0], title: 'foo' }],
    ['DELETE /posts/1', undefined, {}],
    ['GET /posts?userId=1', undefined, [posts[0]]],
    ['GET /posts/1/comments', undefined, placeholder.comments],
    ['GET /albums/1/photos', undefined, placeholder.photos],
    ['GET /users/1/albums', undefined, placeholder.albums],
    ['GET /users/1/todos', undefined, placeholder.todos],
    ['GET /users/1/posts', undefined, [posts[0]]],
  ])('JSONPlaceholder: %s', (line, body, expected) => answers({ data: placeholder }, line, body, expected));

  // As the page has them.
  const [, rules = ''] = /```json as=routes\.json\n(.*?)```/s.exec(pageText) ?? [];
  it.each([
    ['GET /products/1', undefined, mascara],
    ['GET /products', undefined, products],
    ['GET /carts/1', undefined, dummy.carts[0]],
    ['GET /products/search?q=phone', undefined, [phone]],
    ['GET /products/category/smartphones', undefined, [phone]],
    ['GET /products?limit=1&skip=1', undefined, [phone]],
    ['GET /products?sortBy=title&order=desc', undefined, [phone, mascara]],
    ['POST /products/add', { title: 'BMW Pencil' }, { title: 'BMW Pencil', id: 3 }],
    ['PUT /products/1', { title: 'iPhone Galaxy +1' }, { id: 1, title: 'iPhone Galaxy +1' }],
    ['PATCH /products/1', { title: 'iPhone Galaxy +1' }, { ...mascara, title: 'iPhone Galaxy +1' }],
    ['DELETE /products/1', undefined, {}],
    ['GET /products?tags=y', undefined, [phone]],
    ['GET /products?reviews.rating_gte=3', undefined, [mascara]],
  ])('DummyJSON: %s', (line, body, expected) =>
    answers({ data: dummy, routes: JSON.parse(rules) as object }, line, body, expected),
  );

  async function answers(options: UnderstudyOptions, line: string, body: object | undefined, expected: unknown) {
    const own = ending(createUnderstudy({ bare: true, log: 'off', ...options }));
    const [method = '', path = ''] = line.split(' ');
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json; charset=UTF-8' } };
    expect(await (await own.fetch(path, { method, ...sent })).json()).toEqual(expected);
  }
});
