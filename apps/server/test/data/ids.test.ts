/** Ids of every form and relations of many collections, over HTTP with `--bare`. */
import { describe, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { holds, type Step } from './files.js';
import { ending } from '../use.js';

/** A file whose records have ids of a form, and others that name them. */
const ids: readonly (readonly [form: string, first: unknown, second: unknown])[] = [
  ['numbers', 1, 7],
  ['texts of digits', '1', '007'],
  ['UUIDs', '0b1c9bc4-5f0e-4b43-9d8a-0a4b54a1c8f1', '5d9f68a4-5f0e-4b43-9d8a-0a4b54a1c8f2'],
  ['names beyond ASCII', 'größe', '東京 都'],
  ['texts with marks', 'a/b?c', 'x y&z'],
  ['a number and a text', 7, 'seven'],
  ['a number and a text of digits', 1, '2'],
];

describe.each(['id', '_id'])('ids in the member %s', (id) => {
  it.each(ids)('%s', async (_form, first, second) => {
    const [one, two] = [
      { [id]: first, näme: 'Zoë' },
      { [id]: second, näme: 'Ada' },
    ];
    const data = { posts: [one, two], comments: [{ [id]: 1, postId: second, body: 'b' }] };
    const at = `/posts/${encodeURIComponent(String(second))}`;
    const own = ending(createUnderstudy({ data, id, bare: true, log: 'off' }));
    await holds(own, [
      ['GET /posts', [one, two]],
      [`GET ${at}`, two],
      [`GET /posts?${id}=${encodeURIComponent(String(second))}`, [two]],
      [`GET /posts?${id}_ne=${encodeURIComponent(String(first))}&_sort=-${id}`, [two]],
      ['GET /posts?näme=Ada', [two]],
      [`GET ${at}?_embed=comments`, { ...two, comments: data.comments }],
      ['GET /comments/1?_expand=post', { ...data.comments[0], post: two }],
      [`PATCH ${at}`, { ...two, a: 1 }, { a: 1 }],
      [`PUT ${at}`, { [id]: second, b: 2 }, { [id]: second, b: 2 }],
      ['POST /posts', 409, { [id]: second }],
      [`DELETE ${at}`, {}],
      [`GET ${at}`, 404],
      [`GET ${at}`, {}],
      ['GET /posts', [one]],
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
    return [`GET /${name}/1?_embed=${child}&_expand=${parent}`, { ...own, ...related }];
  });
  const server = ending(createUnderstudy({ data, bare: true, log: 'off' }));
  await holds(server, steps);
});
