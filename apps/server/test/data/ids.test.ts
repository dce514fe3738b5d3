/** Ids of every form and relations of many collections, over HTTP with `--bare`. */
import { describe, expect, it } from 'vitest';
import { createUnderstudy, type UnderstudyOptions } from '../../src/index.js';
import { ask } from './files.js';

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
