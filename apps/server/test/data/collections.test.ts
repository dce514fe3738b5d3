/** Files as json-server users have them, asked in every way that a collection answers. */
import { describe, expect, it } from 'vitest';
import { ask, type Asked, serving } from './files.js';
import { ending } from '../use.js';

/** The ids on a page. */
const idsOf = ({ json }: Asked) => (json as { data: { id: unknown }[] }).data.map(({ id }) => id);
const dataOf = ({ json }: Asked) => (json as { data: unknown }).data;
const kindOf = ({ json }: Asked) => (json as { kind: unknown }).kind;

describe('json-server’s own example, with numbers as ids', () => {
  const post = { id: 1, title: 'json-server', author: 'typicode' };

  it('reads, creates, replaces, changes and removes', async () => {
    const server = ending(serving('posts-and-comments'));
    expect(dataOf(await ask(server, 'GET /api/posts'))).toEqual([post]);
    expect(dataOf(await ask(server, 'GET /api/posts/1'))).toEqual(post);
    const created = await ask(server, 'POST /api/posts', { title: 'new', rating: { stars: 5 } });
    expect(created).toMatchObject({ status: 201, location: 'http://understudy.local/api/posts/2' });
    // What the file has not is kept as well.
    expect(dataOf(created)).toEqual([{ id: 2, title: 'new', rating: { stars: 5 } }]);
    const replaced = await ask(server, 'PUT /api/posts/2', { title: 'other' });
    expect([replaced.status, dataOf(replaced)]).toEqual([200, [{ id: 2, title: 'other' }]]);
    const changed = await ask(server, 'PATCH /api/posts/2', { author: { name: 'Ada' } });
    expect(kindOf(changed)).toBe('bad_request');
    await ask(server, 'PATCH /api/posts/2', { extra: { a: 1, b: [1, 2], c: 3 } });
    const merged = await ask(server, 'PATCH /api/posts/2', { title: null, extra: { b: [3], c: null } });
    expect(dataOf(merged)).toEqual([{ id: 2, extra: { a: 1, b: [3] } }]);
    expect(dataOf(await ask(server, 'GET /api/posts/2'))).toEqual((dataOf(merged) as unknown[])[0]);
    const removed = await ask(server, 'DELETE /api/posts/1');
    expect([removed.status, removed.text, removed.headers.get('content-type')]).toEqual([204, '', null]);
    expect((await ask(server, 'GET /api/posts/1')).status).toBe(404);
    expect(idsOf(await ask(server, 'GET /api/posts'))).toEqual([2]);
    // What is gone is not there to be removed again.
    expect((await ask(server, 'DELETE /api/posts/1')).status).toBe(404);
  });

  it('refuses what cannot be', async () => {
    const server = ending(serving('posts-and-comments'));
    const taken = await ask(server, 'POST /api/posts', { id: 1 });
    expect([taken.status, kindOf(taken)]).toEqual([409, 'conflict']);
    expect(taken.json).toMatchObject({ errors: [{ pointer: '#/id', code: 'taken' }] });
    expect((await ask(server, 'POST /api/posts', { id: '7' })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/id', code: 'invalid_type' }],
    });
    expect((await ask(server, 'POST /api/posts', { title: 7 })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/title', code: 'invalid_type' }],
    });
    expect((await ask(server, 'PUT /api/posts/9', {})).status).toBe(404);
    expect((await ask(server, 'PATCH /api/posts/9', {})).status).toBe(404);
    expect((await ask(server, 'DELETE /api/posts/9')).status).toBe(404);
    expect((await ask(server, 'PUT /api/posts/1', { id: 2 })).json).toMatchObject({
      status: 400,
      errors: [{ pointer: '#/id', code: 'mismatch' }],
    });
    expect((await ask(server, 'PUT /api/posts/1', { id: 1, title: 'same' })).status).toBe(200);
    expect((await ask(server, 'POST /api/posts', [])).status).toBe(400);
    expect((await ask(server, 'DELETE /api/posts')).status).toBe(405);
  });

  it('never gives an id twice', async () => {
    const server = ending(serving('posts-and-comments'));
    const create = async (body: object = {}) => idsOf(await ask(server, 'POST /api/posts', body))[0];
    expect(await create()).toBe(2);
    await ask(server, 'DELETE /api/posts/2');
    expect(await create()).toBe(3);
    expect(await create({ id: 10 })).toBe(10);
    expect(await create({ id: 5 })).toBe(5);
    await ask(server, 'DELETE /api/posts/10');
    expect(await create()).toBe(11);
    // Who names an id that is free again may have it.
    expect(await create({ id: 10 })).toBe(10);
    expect(await create({ id: Number.MAX_SAFE_INTEGER - 1 })).toBe(Number.MAX_SAFE_INTEGER - 1);
    expect((await ask(server, 'POST /api/posts', {})).status).toBe(409);
    expect((await ask(server, 'POST /api/posts', { id: Number.MAX_SAFE_INTEGER })).status).toBe(409);
  });

  it('has its single record, which is replaced and changed', async () => {
    const server = ending(serving('posts-and-comments'));
    expect(dataOf(await ask(server, 'GET /api/profile'))).toEqual({ name: 'typicode' });
    expect(dataOf(await ask(server, 'PATCH /api/profile', { age: 3 }))).toEqual([{ name: 'typicode', age: 3 }]);
    expect(dataOf(await ask(server, 'PUT /api/profile', { nick: 'x' }))).toEqual([{ nick: 'x' }]);
    expect(dataOf(await ask(server, 'GET /api/profile'))).toEqual({ nick: 'x' });
    const wrong = await ask(server, 'POST /api/profile', {});
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH, OPTIONS']);
  });
});

it('keeps text ids texts', async () => {
  const server = ending(serving('text-ids'));
  expect(idsOf(await ask(server, 'GET /api/posts?sort=-views'))).toEqual(['2', '1']);
  expect(idsOf(await ask(server, 'GET /api/posts/1/comments'))).toEqual(['1', '2']);
  expect(idsOf(await ask(server, 'POST /api/posts', { title: 'x' }))).toEqual(['3']);
  expect(idsOf(await ask(server, 'POST /api/posts', { title: 'x' }))).toEqual(['4']);
  expect((await ask(server, 'POST /api/posts', { id: 'a/b c' })).location).toBe(
    'http://understudy.local/api/posts/a%2Fb%20c',
  );
  expect(dataOf(await ask(server, 'GET /api/posts/a%2Fb%20c'))).toEqual({ id: 'a/b c' });
  expect((await ask(server, 'POST /api/posts', { id: 3 })).status).toBe(400);
});

describe('the list', () => {
  it.each([
    ['to-do', 'items?listId=1', [1, 3]],
    ['to-do', 'items?listId=1,2&order_gte=2', [3]],
    ['to-do', 'items?order_ne=1', [3]],
    ['to-do', 'items?title=Mobile,%20and%20more', [3]],
    ['to-do', 'items?date_gte=2021-10-26&date_lte=2021-10-28', [2]],
    ['to-do', 'items?sort=order,-date', [1, 2, 3]],
    ['to-do', 'items?sort=-order,date', [3, 2, 1]],
    ['to-do', 'items?id=3,1,99', [1, 3]],
    ['to-do', 'items?q=CLEAN', [2]],
    ['to-do', 'lists/1/items?statusId=2', [3]],
    ['to-do', 'statuses/1/items?sort=date', [2, 1]],
    ['to-do', 'archive', []],
    ['people', 'users?address.city=Wisokyburgh', [2]],
    ['people', 'users?address.geo.lat_lte=-40', [2]],
    ['people', 'users?sort=address.geo.lat', [2, 1]],
    ['people', 'users?active=false', [2]],
    ['people', 'users?manager=1', [2]],
    ['people', 'users?sort=manager', [2, 1]],
    ['people', 'users?born_gte=1990-01-01', [1]],
    ['people', 'users?q=editor', [1]],
    ['people', 'users?q=gwenbor', [1]],
    ['people', 'blog-posts', ['a1b2', 7]],
    ['people', 'blog-posts?id=7', [7]],
    ['people', 'users/2/blog-posts', [7]],
    ['no-ids', 'superheroes', [6, 5, 7]],
    ['no-ids', 'superheroes?sort=id', [5, 6, 7]],
    ['no-ids', 'events', ['launch', 'events_2']],
    ['no-ids', 'events?id=launch', ['launch']],
  ])('of %s: %s', async (name, path, ids) => {
    const server = ending(serving(name));
    const answer = await ask(server, `GET /api/${path}`);
    expect(answer.status).toBe(200);
    expect(idsOf(answer)).toEqual(ids);
  });

  it.each(['page', 'cursor', 'link'])('is paged by %s', async (style) => {
    const server = ending(serving('to-do'));
    const walked: unknown[] = [];
    let path: string | undefined = `/api/items?per_page=1&sort=-date&pagination_style=${style}`;
    for (let page = 1; path !== undefined && page < 9; page++) {
      const answer: Asked = await ask(server, `GET ${path}`);
      walked.push(...idsOf(answer));
      const { pagination } = answer.json as { pagination: { totalPages: number; nextCursor?: string | null } };
      const linked = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
      const byPage = page < pagination.totalPages ? `/api/items?per_page=1&sort=-date&page=${page + 1}` : undefined;
      const byCursor = pagination.nextCursor
        ? `/api/items?per_page=1&sort=-date&cursor=${pagination.nextCursor}`
        : undefined;
      path = { page: byPage, cursor: byCursor, link: linked }[style];
    }
    expect(walked).toEqual([1, 2, 3]);
  });
});

it('gives each sandbox its own copy, and fails on demand', async () => {
  const server = ending(serving('people'));
  const mine = server.sandbox('mine');
  await ask(mine, 'DELETE /api/users/1');
  expect(idsOf(await ask(mine, 'GET /api/users'))).toEqual([2]);
  expect(idsOf(await ask(server, 'GET /api/users'))).toEqual([1, 2]);
  for (const [error, status] of [
    ['rate_limit', 429],
    ['server_error', 500],
    ['not_found', 404],
  ] as const) {
    expect((await ask(server, `POST /api/users?simulate_error=${error}`, {})).status).toBe(status);
    expect((await ask(server, `GET /api/settings?simulate_error=${error}`)).status).toBe(status);
  }
  const cut = await ask(server, 'GET /api/users?simulate_error=malformed');
  expect([cut.status, cut.json]).toEqual([200, undefined]);
  const journal = await ask(server, 'GET /sandboxes/mine/requests');
  expect(journal.text).toContain('/api/users/1');
});

it('keeps unknown members also in a strict sandbox, and names unknown parameters there', async () => {
  const server = ending(serving('people', { strict: true }));
  expect((await ask(server, 'POST /api/users', { nickname: 'x', delay: 3 })).status).toBe(201);
  expect((await ask(server, 'GET /api/users?citty=x')).json).toMatchObject({ errors: [{ parameter: 'citty' }] });
});

it('keeps members within objects that the file does not have, whatever is changed', async () => {
  const server = ending(serving('people'));
  const { address } = dataOf(await ask(server, 'GET /api/users/1')) as { address: { geo: object } };
  const change = { address: { floor: 3, geo: { source: { name: 'gps', at: null } } } };
  const geo = { ...address.geo, source: { name: 'gps' } };
  const changed = await ask(server, 'PATCH /api/users/1', change, 'application/merge-patch+json');
  expect(dataOf(changed)).toMatchObject([{ address: { ...address, floor: 3, geo } }]);
  const again = await ask(server, 'PATCH /api/users/1', { address: { floor: null } });
  expect(dataOf(again)).toMatchObject([{ address: { ...address, geo } }]);
  expect(again.text).not.toContain('floor');
  const body = { user_id: 1, address: { more: [1] } };
  const called = await ask(server, 'POST /trpc/users.updateUser', body);
  expect(called.json).toMatchObject({ result: { data: { data: [{ address: { ...address, geo, more: [1] } }] } } });
  expect(dataOf(await ask(server, 'GET /api/users/1'))).toMatchObject({ address: { ...address, geo, more: [1] } });
  await ask(server, 'PATCH /api/settings', { theme: { more: { a: 1 } } });
  const settings = await ask(server, 'PATCH /api/settings', { theme: { more: { a: null, b: 2 } } });
  expect(settings.text).toContain('"more":{"b":2}');
});

it('holds a change that changes nothing for none', async () => {
  const server = ending(serving('people'));
  const revision = async () => dataOf(await ask(server, 'GET /sandboxes/default')) as { revision: number };
  await ask(server, 'POST /api/users', { id: 9, name: 'Zoe' });
  const { revision: before } = await revision();
  await ask(server, 'PATCH /api/users/9', { id: 9, name: 'Zoe' });
  await ask(server, 'PUT /api/users/9', { name: 'Zoe' });
  const settings = dataOf(await ask(server, 'GET /api/settings'));
  await ask(server, 'PUT /api/settings', settings);
  expect((await revision()).revision).toBe(before);
  expect((await ask(server, 'PATCH /api/users/9', { id: 8 })).json).toMatchObject({ errors: [{ code: 'mismatch' }] });
});

it('answers the same over tRPC', async () => {
  const server = ending(serving('people'));
  const input = encodeURIComponent(JSON.stringify({ user_id: 2 }));
  const read = await ask(server, `GET /trpc/users.getUser?input=${input}`);
  expect(read.json).toMatchObject({ result: { data: { data: { id: 2, name: 'Ervin Howell' } } } });
  const created = await ask(server, 'POST /trpc/blog-posts.createBlogPost', { id: 8 });
  expect(created.status).toBe(404);
  const made = await ask(server, 'POST /trpc/blogPosts.createBlogPost', { id: 8, title: 'x' });
  expect(made.json).toMatchObject({ result: { data: { data: [{ id: 8, title: 'x' }] } } });
  const removed = await ask(server, 'POST /trpc/blogPosts.deleteBlogPost', { blog_post_id: '8' });
  expect(removed.json).toMatchObject({ result: { data: null } });
});

it('replays a creation under the same key', async () => {
  const server = ending(serving('posts-and-comments'));
  const create = () =>
    server.fetch('/api/posts', {
      method: 'POST',
      body: '{"title":"once"}',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
    });
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(await second.text()).toBe(await first.text());
});
