/** Two processes on one PostgreSQL: ids that count up are given once, whoever is asked. */
import { spawnServer } from '@understudy/tooling/server';
import { expect, it } from 'vitest';
import { ask, SAME } from '../replicas/cluster.js';
import { postgresBackend } from '../stores/stores.js';
import { fileOf } from './files.js';

it('gives parallel creations on two replicas different, consecutive ids', async () => {
  const { address, remove } = await postgresBackend();
  const start = () => spawnServer([...SAME, '--store', address, '--data', fileOf('posts-and-comments')]);
  const replicas = await Promise.all([start(), start()]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => {
      const replica = replicas[index % 2] ?? replicas[0];
      return ask(replica, 'POST', '/api/posts', { body: { title: `Post ${index}` } });
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 201));
  const ids = answers.map(({ json }) => (json as { data: [{ id: number }] }).data[0].id);
  const expected = Array.from({ length: 20 }, (_, index) => index + 2);
  expect(ids.toSorted((a, b) => a - b)).toEqual(expected);
  // Both show all of them, byte for byte.
  const lists = await Promise.all(
    replicas.map(async (replica) => (await replica.fetch('/api/posts?per_page=50&sort=id')).text()),
  );
  expect(lists[0]).toBe(lists[1]);
  const listed = JSON.parse(lists[0] ?? '') as { data: { id: number }[] };
  expect(listed.data.map(({ id }) => id)).toEqual([1, ...expected]);
  await Promise.all(replicas.map((replica) => replica.stop()));
  await remove();
});
