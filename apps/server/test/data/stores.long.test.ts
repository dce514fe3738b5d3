/** Data on every store: the same history gives the same bytes, and writes keep to the file that they were made on. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { NOW } from '../support.js';
import { durableStores, stores } from '../stores/stores.js';
import { ask, fileOf } from './files.js';
import { ending, openEach } from '../use.js';

/** What a user does, in order. */
const history: readonly (readonly [line: string, body?: unknown])[] = [
  ['POST /api/users', { name: 'Ada', extra: { b: 1, a: [null, 1.5] } }],
  ['POST /api/users', { id: 40 }],
  ['POST /api/users', {}],
  ['PUT /api/users/2', { z: 1, name: 'put' }],
  ['PATCH /api/users/1', { address: { city: 'Kyiv' }, extra: null }],
  ['POST /api/blog-posts', { title: 'a' }],
  ['POST /api/blog-posts', { id: 99, user_id: 40 }],
  ['DELETE /api/blog-posts/7'],
  ['POST /api/blog-posts', { id: 7 }],
  ['PATCH /api/settings', { theme: { dark: false }, new: true }],
  ['GET /api/users?sort=-name'],
  ['GET /api/users/40/blog-posts'],
  ['GET /api/blog-posts'],
  ['GET /api/settings'],
];

/** Every answer to the history, as text. */
async function answers(store: string): Promise<string> {
  const server = createUnderstudy({ data: fileOf('people'), store, clock: NOW, log: 'off' });
  const lines: string[] = [];
  for (const [line, body] of history) {
    const { status, text, location } = await ask(server, line, body);
    lines.push(`${line} ${status} ${location} ${text}`);
  }
  await server.close();
  return lines.join('\n');
}

describe.each(stores)('%s', (_name, find) => {
  it('answers as memory does', async () => {
    const backend = ending(await find());
    expect(await answers(backend.address)).toBe(await answers('memory'));
  });
});

describe.each(durableStores)('a changed file on %s', (_name, find) => {
  let path: string;
  const backend = openEach(find);
  beforeEach(async () => {
    path = join(mkdtempSync(join(tmpdir(), 'understudy-data-')), 'db.json');
  });

  async function using(data: object, ...lines: readonly (readonly [line: string, body?: unknown])[]) {
    writeFileSync(path, JSON.stringify(data));
    const server = createUnderstudy({ data: path, store: backend.address, clock: NOW, log: 'off' });
    try {
      await server.ready();
      const texts: string[] = [];
      for (const [line, body] of lines) texts.push((await ask(server, line, body)).text);
      return texts;
    } finally {
      await server.close();
    }
  }

  const posts = [{ id: 1, title: 'one' }];
  const other = [{ id: 1, title: 'changed' }];

  it('holds where nothing was written', async () => {
    await using({ posts, tags: [] }, ['GET /api/posts']);
    const [text] = await using({ posts: other, tags: [] }, ['GET /api/posts/1']);
    expect(text).toContain('changed');
  });

  it('holds for a collection without writes, beside one that has some', async () => {
    await using({ posts, tags: [] }, ['POST /api/tags', { name: 'a' }]);
    const [text, tags] = await using({ posts: other, tags: [] }, ['GET /api/posts/1'], ['GET /api/tags']);
    expect(text).toContain('changed');
    expect(tags).toContain('"name":"a"');
  });

  it('is refused under writes, also of a sandbox of another seed', async () => {
    await using({ posts }, ['PUT /sandboxes/a', { seed: 'other' }], ['POST /sandboxes/a/api/posts', { title: 'mine' }]);
    await expect(using({ posts: other })).rejects.toThrow(
      'the option data has changed, but the store holds writes of data.posts to the records that it had; give it as it was, or use another database',
    );
    // Without the file, and with the file as it was, the store can be used.
    await createUnderstudy({ store: backend.address, clock: NOW, log: 'off' }).close();
    const [text] = await using({ posts }, ['GET /sandboxes/a/api/posts']);
    expect(text).toContain('mine');
  });

  it('is taken once its writes are gone', async () => {
    await using({ posts }, ['POST /api/posts', {}], ['POST /sandboxes/default/reset', {}]);
    const [text] = await using({ posts: other }, ['GET /api/posts/1']);
    expect(text).toContain('changed');
  });
});
