/** The table of docs/from-json-server.md: a test for each of its rows, over HTTP, with `--bare`. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createUnderstudy, OptionError, type UnderstudyOptions } from '../../src/index.js';
import { ask, holds, pageText, parameter, type Step } from './files.js';
import { folder, routes } from './json-server-itself.js';
import { ending } from '../use.js';

const posts = [
  { id: 1, title: 'json-server', author: { name: 'typicode' }, views: 100, tags: ['js'] },
  { id: 2, title: 'another title', author: { name: 'ada' }, views: 200, tags: ['a7'] },
  { id: 3, title: 'third (last)', author: { name: 'ada' }, views: 200, tags: [] },
];
const comments = [
  { id: 1, body: 'some comment', postId: 1 },
  { id: 2, body: 'another', postId: 2 },
];
const users = [{ id: 'ada' }, { id: 'bob' }];
const notes = [
  { id: 'n1', userId: 'ada' },
  { id: 'n2', userId: 'bob' },
];
const data = { posts, comments, users, notes, profile: { name: 'typicode' }, docs: [{ id: 1 }] };
const [one, two, three] = posts;

interface Row {
  readonly options?: UnderstudyOptions;
  readonly steps?: readonly Step[];
  readonly also?: (server: Pick<ReturnType<typeof createUnderstudy>, 'fetch'>) => Promise<void> | void;
}

const refuses = (options: UnderstudyOptions, message: string) => () =>
  expect(() => createUnderstudy(options)).toThrow(new OptionError(message));

/** A row that needs a process, or an app: where its test is, and what that has in it. */
const elsewhere = (path: string, text: string): Row => ({
  also: () => expect(readFileSync(new URL(path, import.meta.url), 'utf8')).toContain(text),
});

const waits: number[] = [];
const sleep = async (ms: number) => void waits.push(ms);

const operators = ['_ne', '_gt', '_gte', '_lt', '_lte', '_in', '_contains', '_startsWith', '_endsWith'] as const;
const compared: Record<(typeof operators)[number], readonly [condition: string, ids: readonly number[]]> = {
  _ne: ['views=200', [1]],
  _gt: ['views=100', [2, 3]],
  _gte: ['views=200', [2, 3]],
  _lt: ['views=200', [1]],
  _lte: ['views=100', [1]],
  _in: ['id=1,3', [1, 3]],
  _contains: ['title=TITLE', [2]],
  _startsWith: ['author.name=ad', [2, 3]],
  _endsWith: ['title=SERVER', [1]],
};

const rows: Readonly<Record<string, Row>> = {
  '`/posts`': {
    steps: [
      ['GET /posts', [1, 2, 3]],
      ['GET /api/posts', [1, 2, 3]],
      ['GET /sandboxes/other/posts/1', one],
      ['GET /posts/9', {}],
      ['DELETE /posts', 404],
      ['OPTIONS /posts', 204],
      // An address of the server stays what it is.
      ['GET /api/docs/1', { id: 1 }],
      ['GET /docs/1', 404],
    ],
    also: async ({ fetch }) => {
      expect((await ask({ fetch }, 'GET /docs')).text).toContain('<html');
      for (const [at, id] of [
        ['/posts', 4],
        ['/api/posts', 5],
        ['/sandboxes/other/posts', 4],
      ] as const) {
        expect((await ask({ fetch }, `POST ${at}`, {})).location).toBe(`http://understudy.local${at}/${id}`);
        const { headers } = await fetch(`${at}?_page=1&_limit=1`);
        expect(headers.get('link')).toContain(`<http://understudy.local${at}?_page=2&_limit=1>; rel="next"`);
      }
    },
  },
  'an array of records': {
    options: { data: { items: Array.from({ length: 1001 }, (_, index) => ({ id: index + 1 })) } },
    also: async (server) => {
      const { json, headers } = await ask(server, 'GET /items');
      expect([(json as []).length, headers.get('link')]).toEqual([1000, expect.stringContaining('rel="next"')]);
    },
  },
  '`title=a&author.name=b`, `id=1&id=2`': {
    steps: [
      ['GET /posts?title=third (last)&author.name=ada', [3]],
      ['GET /posts?id=1&id=2', [1, 2]],
      // What jQuery adds against caches.
      ['GET /posts?_=1700000000', [1, 2, 3]],
    ],
  },
  [`${operators.map((operator) => `\`${operator}\``).join(', ')}, and each with a colon`]: {
    steps: [
      ...operators.flatMap((operator): Step[] => {
        const [condition, ids] = compared[operator];
        const [member = '', value = ''] = condition.split('=');
        const colon = operator.replace('_', ':');
        return [operator, colon].map((suffix) => [`GET /posts?${member}${suffix}=${value}`, ids]);
      }),
      ['GET /posts?views:contains=1', parameter('views:contains')],
      ['GET /posts?views_foo=1', parameter('views_foo')],
    ],
  },
  '`_like`': {
    steps: [
      ['GET /posts?title_like=^.*SERVER$|third', [1, 3]],
      ['GET /posts?views_like=20', [2, 3]],
      ['GET /posts?title_like=(a+)+', parameter('title_like')],
    ],
  },
  '`_where={"or":[…]}`': {
    steps: [
      ['GET /posts?_where={"or":[{"views":{"lt":150}},{"and":[{"title":{"startsWith":"t"}}]}]}', [1, 3]],
      ['GET /posts?_where={', parameter('_where')],
      ['GET /posts?_where={"views":{"foo":1}}', parameter('_where')],
    ],
  },
  '`_sort=views,id&_order=desc,asc`, `_sort=-views,id`': {
    steps: [
      ['GET /posts?_sort=views,id&_order=desc,asc', [2, 3, 1]],
      ['GET /posts?_sort=-views,id', [2, 3, 1]],
      ['GET /posts?_sort=author.name,-id', [3, 2, 1]],
      ['GET /posts?_sort=nothing', parameter('_sort')],
    ],
  },
  '`_start`, `_end`, `_limit`': {
    steps: [
      ['GET /posts?_start=1&_end=3', [2, 3]],
      ['GET /posts?_start=1&_limit=1', [2]],
      ['GET /posts?_limit=2', [1, 2]],
      ['GET /posts?_start=2&_end=1', parameter('_end')],
      ['GET /posts?_start=x&_end=1', parameter('_start')],
      ['GET /posts?_limit=1001', parameter('_limit')],
      ['GET /posts?_start=0&_end=1001', parameter('_end')],
    ],
    also: async (server) => expect((await ask(server, 'GET /posts?_end=1')).headers.get('x-total-count')).toBe('3'),
  },
  '`_page=2`, `_page=2&_limit=20`': {
    steps: [
      ['GET /posts?_page=2&_limit=2', [3]],
      ['GET /posts?_page=2', []],
      ['GET /posts?_page=x', parameter('_page')],
    ],
    also: async (server) => {
      const { headers } = await ask(server, 'GET /posts?_page=2&_limit=1');
      expect(headers.get('link')).toMatch(/<[^>]+\/posts\?_page=3&_limit=1>; rel="last"/);
    },
  },
  '`_page=2&_per_page=20`': {
    steps: [
      ['GET /posts?_page=2&_per_page=2', { first: 1, prev: 1, next: null, last: 2, pages: 2, items: 3, data: [three] }],
      ['GET /posts?_page=9&_per_page=2', { first: 1, prev: 2, next: null, last: 2, pages: 2, items: 3, data: [] }],
    ],
  },
  '`q=text`': {
    steps: [
      ['GET /posts?q=ADA', [2, 3]],
      ['GET /posts?q=a7', [2]],
      ['GET /posts?q=200', [2, 3]],
      ['GET /posts?q=3', []],
    ],
  },
  '`_embed=comments`, `_expand=post`, `_embed=post`': {
    steps: [
      [
        'GET /posts?id=1,2&_embed=comments',
        [
          { ...one, comments: [comments[0]] },
          { ...two, comments: [comments[1]] },
        ],
      ],
      ['GET /comments?id=1&_expand=post', [{ ...comments[0], post: one }]],
      ['GET /comments/1?_embed=post', { ...comments[0], post: one }],
      ['GET /posts?_embed=nothing', parameter('_embed')],
      ['GET /posts?_expand=nothing', parameter('_expand')],
    ],
  },
  'GET and POST `/posts/1/comments`': {
    steps: [
      ['GET /posts/1/comments', [1]],
      ['GET /posts/1/comments?q=SOME', [1]],
      ['POST /posts/2/comments', { id: 3, postId: 2, body: 'x' }, { body: 'x' }],
      ['GET /posts/2/comments', [2, 3]],
      ['GET /posts/9/comments', 404],
    ],
  },
  'POST: 201; forms': {
    steps: [
      ['POST /posts', 201, { title: 'new' }],
      ['POST /posts', 409, { id: 1 }],
    ],
    also: async ({ fetch }) => {
      const answer = await fetch('/posts', { method: 'POST', body: new URLSearchParams({ title: 'of a form' }) });
      expect(await answer.json()).toMatchObject({ title: 'of a form' });
    },
  },
  'PUT, PATCH': {
    steps: [
      ['PATCH /posts/1', { ...one, views: 'many', a: 1 }, { id: 9, views: 'many', a: 1 }],
      ['PUT /posts/1', { id: 1, title: 'replaced' }, { title: 'replaced' }],
      ['GET /posts/1', { id: 1, title: 'replaced' }],
    ],
  },
  'DELETE: 200 with `{}`; 404 with `{}`': {
    steps: [
      ['DELETE /comments/2', {}],
      ['DELETE /comments/2', 404],
      ['DELETE /comments/2', {}],
      ['GET /comments/1?simulate_error=not_found', {}],
    ],
  },
  'DELETE in 0.17 takes along what refers to the record; in 1.0 it leaves null there, and `_dependent` removes': {
    steps: [
      ['DELETE /posts/1', 200],
      ['GET /comments', [2]],
      ['DELETE /users/ada', 200],
      ['GET /notes/n1', { id: 'n1', userId: null }],
      ['DELETE /users/bob?_dependent=notes', 200],
      ['GET /notes/n2', 404],
    ],
  },
  '`/profile`: GET, POST, PUT, PATCH': {
    steps: [
      ['GET /profile', data.profile],
      ['PATCH /profile', { name: 'typicode', a: 1 }, { a: 1 }],
      ['PUT /profile', { b: 1 }, { b: 1 }],
      ['POST /profile', 201, { c: 1 }],
      ['GET /profile', { c: 1 }],
    ],
  },
  '`/db`': { steps: [['GET /db', data]] },
  '`_delay=500`, `--delay 500`': {
    options: { sleep, faults: [{ when: { path: '/api/users' }, fault: 'delay;ms=250' }] },
    steps: [
      ['GET /posts?_delay=500', 200],
      ['GET /posts?_delay=10001', 400],
      ['GET /users', 200],
    ],
    also: () => expect(waits).toEqual([500, 250]),
  },
  '`--watch`': elsewhere('write.test.ts', "await start('--watch')"),
  'writes change `db.json`': elsewhere('write.test.ts', "'POST /api/posts', { title: 'second' }"),
  '`--routes routes.json`': {
    options: { routes: { ...routes, '/v1/*': '/$1', '/:resource/:id/show': '/:resource/:id' } },
    steps: [
      ['GET /v1/posts?id=2', [2]],
      ['GET /api/v1/posts/1/show', one],
      ['GET /sandboxes/x/posts/2/show', two],
      ['GET /firstpostwithcomments', { ...one, comments: [comments[0]] }],
      ['GET /__rules', { ...routes, '/v1/*': '/$1', '/:resource/:id/show': '/:resource/:id' }],
    ],
    also: () => {
      for (const [wrong, why] of [
        [{ '/a': '/$1' }, '/$1 names $1, which /a does not have'],
        [{ '/:a([)': '/b' }, '/:a([) is no path with parameters, such as /:resource/:id/show'],
        [{ '/a': 1 }, '/a is no text, such as "/$1"'],
      ] as const) {
        refuses({ routes: wrong }, `the option routes is given, but ${why}`)();
      }
    },
  },
  middlewares: elsewhere('../../../../docs/recipes/express.md', "from 'express'"),
  '`--static DIR`': {
    options: { static: folder },
    also: async (server) => {
      expect((await ask(server, 'GET /')).text).toContain('A page of its folder');
      const root = mkdtempSync(join(tmpdir(), 'understudy-static-'));
      writeFileSync(join(root, '.env'), 'SECRET=1');
      symlinkSync('/etc/hostname', join(root, 'link'));
      symlinkSync(folder, join(root, 'outside'));
      execFileSync('mkfifo', [join(root, 'pipe')]);
      const own = createUnderstudy({ data, bare: true, log: 'off', static: root });
      const escapes = '/.env /link /pipe /outside/index.html /..%2f..%2fetc/hostname /%2e%2e/x /a%00 /%5c..'.split(' ');
      for (const path of escapes) expect([path, (await ask(own, `GET ${path}`)).status]).toEqual([path, 404]);
      expect((await ask(own, 'GET /docs')).status).toBe(200);
      await own.close();
      const none = join(root, 'none');
      refuses({ static: none }, `the option static is ${JSON.stringify(none)}, but there is no such file`)();
    },
  },
  '`--read-only`': {
    options: { readOnly: true },
    steps: [
      ['GET /posts', [1, 2, 3]],
      ['POST /posts', 403, { id: 1 }],
      ['PUT /posts/none', 403, { id: [] }],
      ['PATCH /profile', 403, {}],
      ['DELETE /posts/1', 403],
    ],
  },
  '`--id _id`': {
    options: { data: { posts: [{ _id: 7 }] }, id: '_id' },
    steps: [
      ['GET /posts/7', { _id: 7 }],
      ['POST /posts', { _id: 8, a: 1 }, { a: 1 }],
      ['POST /posts', 400, { id: 7 }],
    ],
    also: refuses(
      { data: { posts: [{ _id: 1, id: 2 }] }, id: '_id' },
      'the option data is given, but posts[0] has the member id, which is not free where _id is the id of records',
    ),
  },
  '`json5`, a `.js` file': {
    also: () => {
      const file = join(mkdtempSync(join(tmpdir(), 'understudy-')), 'db.json5');
      writeFileSync(file, "{ posts: [{ id: 1, title: 'a' }] }");
      expect(() => createUnderstudy({ data: file })).toThrow(/it is not valid JSON at line 1, column 3/);
    },
  },
};

it('has a test for each row of the page, and none besides', () => {
  const [, ...cells] = pageText
    .slice(pageText.indexOf('| json-server '), pageText.indexOf('### What is otherwise'))
    .split('\n')
    .flatMap((line) => /^\| (?<cell>.*?) +\| /.exec(line)?.groups?.['cell'] ?? []);
  expect(Object.keys(rows)).toEqual(cells.slice(1));
});

it.each(Object.entries(rows))('%s', async (_cell, { options, steps = [], also }) => {
  const server = ending(createUnderstudy({ data, bare: true, log: 'off', sleep, ...options }));
  await holds(server, steps);
  await also?.(server);
});

it('leaves the envelope of other domains and of tRPC, and refuses words of json-server without --bare', async () => {
  const server = createUnderstudy({ data, bare: true, log: 'off', with: 'education,auth' });
  expect((await ask(server, 'GET /api/education/courses')).json).toHaveProperty('pagination');
  expect((await ask(server, 'GET /trpc/posts.listPosts')).json).toHaveProperty('result.data.pagination');
  await server.close();
  const own = ending(createUnderstudy({ data, log: 'off' }));
  expect((await ask(own, 'GET /posts')).status).toBe(404);
  expect((await ask(own, 'GET /api/posts?_page=2&_limit=1')).json).toMatchObject({
    errors: [{ parameter: '_page', detail: 'is read only with --bare; use page instead' }, { parameter: '_limit' }],
  });
});
