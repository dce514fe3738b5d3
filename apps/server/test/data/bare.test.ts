/** Data without an envelope: as json-server's clients expect it, and with the query that they send. */
import { describe, expect, it } from 'vitest';
import { ask, serving } from './files.js';

const bare = (name: string) => serving(name, { bare: true });

it('answers records as they are', async () => {
  const server = serving('posts-and-comments', { bare: true, with: 'education,auth' });
  const post = { id: 1, title: 'json-server', author: 'typicode' };
  expect((await ask(server, 'GET /api/posts')).json).toEqual([post]);
  expect((await ask(server, 'GET /api/posts/1')).json).toEqual(post);
  expect((await ask(server, 'POST /api/posts', { title: 'x' })).json).toEqual({ id: 2, title: 'x' });
  expect((await ask(server, 'PUT /api/posts/2', { title: 'y' })).json).toEqual({ id: 2, title: 'y' });
  expect((await ask(server, 'PATCH /api/posts/2', { z: 1 })).json).toEqual({ id: 2, title: 'y', z: 1 });
  expect(await ask(server, 'DELETE /api/posts/2')).toMatchObject({ status: 200, json: {} });
  expect(await ask(server, 'DELETE /api/posts/2')).toMatchObject({ status: 404, json: {} });
  expect(await ask(server, 'GET /api/posts/2')).toMatchObject({ status: 404, json: {} });
  expect(await ask(server, 'GET /api/posts/1?simulate_error=not_found')).toMatchObject({ status: 404, json: {} });
  expect((await ask(server, 'GET /api/profile')).json).toEqual({ name: 'typicode' });
  expect((await ask(server, 'PATCH /api/profile', { a: 1 })).json).toEqual({ name: 'typicode', a: 1 });
  expect((await ask(server, 'GET /api/posts/1/comments')).json).toHaveLength(1);
  // Ours keep their envelope, and so does tRPC.
  expect((await ask(server, 'GET /api/education/courses')).json).toHaveProperty('pagination');
  expect((await ask(server, 'GET /trpc/posts.listPosts')).json).toHaveProperty('result.data.pagination');
  expect((await ask(server, 'GET /api/posts?simulate_error=malformed')).json).toBeUndefined();
  await server.close();
});

describe('the query of json-server', () => {
  it.each([
    ['items', [1, 2, 3], null],
    ['items?_page=1&_limit=2', [1, 2], 2],
    ['items?_page=3', [], 1],
    ['items?_limit=1', [1], 3],
    // What react-admin's data provider for json-server sends.
    ['items?_end=2&_order=ASC&_sort=id&_start=0', [1, 2], 2],
    ['items?_end=4&_order=DESC&_sort=id&_start=2', [1], 2],
    ['items?id=1&id=3', [1, 3], null],
    ['items?listId=1&_end=10&_order=ASC&_sort=date&_start=0', [3, 1], null],
    ['items?_start=1&_limit=1', [2], 3],
    // Not a page of its own.
    ['items?_start=1&_end=3', [2, 3], null],
    ['items?order_gt=1', [3], null],
    ['items?title_like=^clean', [2], null],
    // What react-admin's simple-rest sends.
    ['items?filter={"id":[1,3]}&range=[0,9]&sort=["id","DESC"]', [3, 1], null],
    ['items?_sort=order,date&_order=desc,asc', [3, 2, 1], null],
    ['items?_sort=-date', [1, 2, 3], null],
    ['items?order_gte=2', [3], null],
    ['items?q=clean', [2], null],
    ['items?_=1700000000', [1, 2, 3], null],
    ['items?page=2&per_page=2', [3], 2],
  ])('%s', async (path, ids, pages) => {
    const server = bare('to-do');
    const { status, json, headers } = await ask(server, `GET /api/${path}`);
    expect(status).toBe(200);
    expect((json as { id: number }[]).map(({ id }) => id)).toEqual(ids);
    expect(headers.get('x-total-count')).toMatch(/^\d$/);
    const last = /[?&]_?page=(\d+)[^>]*>; rel="last"/.exec(headers.get('link') ?? '')?.[1];
    expect(last === undefined ? null : Number(last)).toBe(pages === 1 ? null : pages);
    await server.close();
  });

  it.each([
    ['items?_embed=nothing', '_embed'],
    ['items?_expand=nothing', '_expand'],
    ['items?title_like=(a+)+', 'title_like'],
    ['items?order:contains=1', 'order:contains'],
    ['items?order:foo=1', 'order:foo'],
    ['items?_where={', '_where'],
    ['items?_where={"order":{"foo":1}}', '_where'],
    ['items?callback=x', 'callback'],
    ['items?_start=2&_end=1', '_end'],
    ['items?_start=x&_end=1', '_start'],
    ['items?_page=x', '_page'],
    ['items?_limit=1001', '_limit'],
    ['items?_start=0&_end=1001', '_end'],
    ['items?_sort=nothing', '_sort'],
  ])('%s is refused, and named', async (path, parameter) => {
    const server = bare('to-do');
    const { status, json } = await ask(server, `GET /api/${path}`);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ errors: [expect.objectContaining({ parameter })] }),
    ]);
    await server.close();
  });

  it('is refused with the names that there are, where records have an envelope', async () => {
    const server = serving('to-do');
    const { status, json } = await ask(server, 'GET /api/items?_page=2&_limit=1');
    expect([status, json]).toMatchObject([
      400,
      {
        errors: [{ parameter: '_page', detail: 'is read only with --bare; use page instead' }, { parameter: '_limit' }],
      },
    ]);
    await server.close();
  });
});

it('lists a thousand records at once, as json-server lists all', async () => {
  const { createUnderstudy } = await import('../../src/index.js');
  const items = Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 }));
  const server = createUnderstudy({ data: { items }, bare: true, log: 'off' });
  const { json, headers } = await ask(server, 'GET /api/items');
  expect(json).toHaveLength(1000);
  expect(headers.get('link')).toContain('rel="next"');
  await server.close();
});
