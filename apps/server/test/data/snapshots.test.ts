/** Snapshots of sandboxes with data: their records stand on one file, and on no other. */
import { expect, it } from 'vitest';
import { createUnderstudy, type Understudy } from '../../src/index.js';
import { NOW } from '../support.js';
import { ask } from './files.js';
import { ending } from '../use.js';

const posts = [{ id: 1, title: 'one' }];

/** A server of data that a test changes. */
function serving(data: object): Understudy {
  return createUnderstudy({ data, clock: NOW, log: 'off' });
}

/** A snapshot of a server after some calls. */
async function snapshotOf(data: object, ...lines: readonly (readonly [line: string, body?: unknown])[]) {
  const server = serving(data);
  for (const [line, body] of lines) await ask(server, line, body);
  const { json } = await ask(server, 'GET /sandboxes/default/snapshot');
  await server.close();
  return json as Record<string, unknown>;
}

it('is restored on the file that it was made on', async () => {
  const made = await snapshotOf({ posts, tags: [] }, ['POST /api/posts', { title: 'two' }], ['DELETE /api/posts/1']);
  expect(Object.keys(made['fingerprints'] as object)).toEqual(['data.posts']);
  // What was not written to may be another.
  const server = ending(serving({ posts, tags: [{ id: 1 }] }));
  expect((await ask(server, 'PUT /sandboxes/b/snapshot', made)).status).toBe(200);
  const { text } = await ask(server, 'GET /sandboxes/b/api/posts');
  expect(text).toContain('"data":[{"id":2,"title":"two"}]');
  expect((await ask(server, 'POST /sandboxes/b/api/posts', {})).location).toMatch(/\/sandboxes\/b\/api\/posts\/3$/);
});

it('is refused on another file, whose records its own would stand among', async () => {
  const made = await snapshotOf({ posts }, ['POST /api/posts', { title: 'two' }]);
  const server = ending(serving({ posts: [...posts, { id: 2, title: 'of the file' }] }));
  const refused = await ask(server, 'PUT /sandboxes/b/snapshot', made);
  expect(refused.json).toMatchObject({
    status: 400,
    errors: [
      {
        pointer: '#/fingerprints/data.posts',
        code: 'mismatch',
        detail:
          'the records of data.posts were others when the snapshot was made; start the server with the data as it was',
      },
    ],
  });
  // Nor does it help to leave out what it says.
  const { fingerprints: _, ...without } = made;
  expect((await ask(server, 'PUT /sandboxes/b/snapshot', without)).json).toMatchObject({
    errors: [{ pointer: '#/sha256' }],
  });
});

it('says nothing of a file where no records stand on it', async () => {
  const made = await snapshotOf({ posts }, [
    'POST /api/auth/register',
    { email: 'a@b.example', password: 'long enough 1' },
  ]);
  expect(made).not.toHaveProperty('fingerprints');
  const server = ending(serving({ posts: [] }));
  expect((await ask(server, 'PUT /sandboxes/b/snapshot', made)).status).toBe(200);
});
