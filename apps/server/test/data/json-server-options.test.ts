/** Options of json-server, over HTTP: `--id`, `--read-only`, `--routes` and `--static`, and ids of every form. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createUnderstudy, OptionError, type UnderstudyOptions } from '../../src/index.js';
import { ask } from './files.js';
import { folder } from './json-server-itself.js';

type Step = readonly [line: string, body: unknown, status: number, json?: unknown];

async function holds(options: UnderstudyOptions, steps: readonly Step[]): Promise<void> {
  const server = createUnderstudy({ bare: true, log: 'off', ...options });
  for (const [line, body, status, json] of steps) {
    const answer = await ask(server, line, body);
    expect([line, answer.status], answer.text).toEqual([line, status]);
    if (json !== undefined) expect(answer.json, line).toEqual(json);
  }
  await server.close();
}

/** A file whose records have ids of a form, and others that name them. */
const ids: readonly (readonly [form: string, first: unknown, second: unknown])[] = [
  ['numbers', 1, 7],
  ['texts of digits', '1', '007'],
  ['UUIDs', '0b1c9bc4-5f0e-4b43-9d8a-0a4b54a1c8f1', '5d9f68a4-5f0e-4b43-9d8a-0a4b54a1c8f2'],
  ['names beyond ASCII', 'größe', '東京 都'],
  ['texts with marks', 'a/b?c', 'x y&z'],
];

describe.each(['id', '_id'])('ids in the member %s', (id) => {
  it.each(ids)('%s', async (_form, first, second) => {
    const [one, two] = [
      { [id]: first, näme: 'Zoë' },
      { [id]: second, näme: 'Ada' },
    ];
    const data = { posts: [one, two], comments: [{ [id]: 1, postId: second, body: 'b' }] };
    const at = `/api/posts/${encodeURIComponent(String(second))}`;
    await holds({ data, id }, [
      ['GET /api/posts', undefined, 200, [one, two]],
      [`GET ${at}`, undefined, 200, two],
      [`GET /api/posts?${id}=${encodeURIComponent(String(second))}`, undefined, 200, [two]],
      [`GET /api/posts?${id}_ne=${encodeURIComponent(String(first))}&_sort=-${id}`, undefined, 200, [two]],
      [`GET /api/posts?${encodeURIComponent('näme')}=Ada`, undefined, 200, [two]],
      [`GET ${at}?_embed=comments`, undefined, 200, { ...two, comments: data.comments }],
      ['GET /api/comments/1?_expand=post', undefined, 200, { ...data.comments[0], post: two }],
      [`PATCH ${at}`, { a: 1 }, 200, { ...two, a: 1 }],
      [`PUT ${at}`, { [id]: second, b: 2 }, 200, { [id]: second, b: 2 }],
      ['POST /api/posts', { [id]: second }, 409],
      [`DELETE ${at}`, undefined, 200, {}],
      [`GET ${at}`, undefined, 404, {}],
      ['GET /api/posts', undefined, 200, [one]],
    ]);
  });
});

it('relates 12 collections both ways', async () => {
  const names = Array.from('abcdefghijkl', (letter) => `${letter}things`);
  // Each names the next one, and the last one the first.
  const data = Object.fromEntries(
    names.map((name, index) => [name, [{ id: 1, [`${names[(index + 1) % 12]?.slice(0, -1)}Id`]: 1 }]]),
  );
  const steps = names.map((name, index): Step => {
    const [child, parent] = [names[(index + 11) % 12] ?? '', names[(index + 1) % 12]?.slice(0, -1) ?? ''];
    const [own] = data[name] ?? [];
    const related = { [child]: data[child], [parent]: data[`${parent}s`]?.[0] };
    return [`GET /api/${name}/1?_embed=${child}&_expand=${parent}`, undefined, 200, { ...own, ...related }];
  });
  await holds({ data }, steps);
});

it('refuses another member id where the id is another member', async () => {
  const data = { posts: [{ _id: 1 }] };
  await holds({ data, id: '_id' }, [['POST /api/posts', { id: 7 }, 400]]);
  const both = { posts: [{ _id: 1, id: 2 }] };
  expect(() => createUnderstudy({ data: both, id: '_id' })).toThrow(
    new OptionError(
      'the option data is given, but posts[0] has the member id, which is not free where _id is the id of records',
    ),
  );
});

it('refuses writes', async () => {
  await holds({ data: { posts: [{ id: 1 }], one: {} }, readOnly: true }, [
    ['GET /api/posts', undefined, 200, [{ id: 1 }]],
    ['POST /api/posts', { id: 1 }, 403],
    ['PUT /api/posts/none', { id: [] }, 403],
    ['PATCH /api/one', {}, 403],
    ['DELETE /api/posts/1', undefined, 403],
  ]);
});

it('rewrites paths, in sandboxes too, and with what else is in the query', async () => {
  const routes = {
    '/v1/*': '/$1',
    '/:resource/:id/show': '/:resource/:id',
    '/posts/of/:title': '/posts?title=:title',
  };
  const posts = [
    { id: 1, title: 'a' },
    { id: 2, title: 'b' },
  ];
  await holds({ data: { posts }, routes }, [
    ['GET /v1/posts?id=2', undefined, 200, [posts[1]]],
    ['GET /api/v1/posts/1/show', undefined, 200, posts[0]],
    ['GET /sandboxes/x/posts/2/show', undefined, 200, posts[1]],
    ['GET /posts/of/b?_limit=1', undefined, 200, [posts[1]]],
    ['GET /__rules', undefined, 200, routes],
  ]);
  for (const [wrong, why] of [
    [{ '/a': '/$1' }, '/$1 names $1, which /a does not have'],
    [{ '/:a([)': '/b' }, '/:a([) is no path with parameters, such as /:resource/:id/show'],
    [{ '/a': 1 }, '/a is no text, such as "/$1"'],
  ] as const) {
    expect(() => createUnderstudy({ routes: wrong })).toThrow(
      new OptionError(`the option routes is given, but ${why}`),
    );
  }
});

it('serves the files of a folder, and nothing outside of it', async () => {
  const root = mkdtempSync(join(tmpdir(), 'understudy-static-'));
  writeFileSync(join(root, '.env'), 'SECRET=1');
  symlinkSync('/etc/hostname', join(root, 'link'));
  symlinkSync(folder, join(root, 'outside'));
  execFileSync('mkfifo', [join(root, 'pipe')]);
  await holds({ data: { posts: [] }, static: root }, [
    ...[
      '/.env',
      '/link',
      '/pipe',
      '/outside/index.html',
      '/..%2f..%2fetc/hostname',
      '/%2e%2e/x',
      '/a%00',
      '/%5c..',
    ].map((path): Step => [`GET ${path}`, undefined, 404]),
    ['GET /api/posts', undefined, 200, []],
    ['GET /docs', undefined, 200],
  ]);
  expect(() => createUnderstudy({ static: join(root, 'none') })).toThrow(/static is ".*", but there is no such file/);
});
