/** Where collections of data lie: below the path of the API, whatever it is, and whatever they are called. */
import { expect, it } from 'vitest';
import { createUnderstudy, type UnderstudyOptions } from '../../src/index.js';
import { NOW } from '../support.js';
import { ask } from './files.js';
import { ending } from '../use.js';

const serving = (data: object, options: UnderstudyOptions = {}) =>
  createUnderstudy({ data, clock: NOW, log: 'off', ...options });

const names = ['docs', 'assets', 'metrics', 'problems', 'inspect', 'healthz', 'openapi', 'webhook', 'readyz'];

it.each(names)('may be called %s', async (name) => {
  const server = ending(serving({ [name]: [{ id: 1, title: 'mine' }] }));
  expect((await ask(server, `GET /api/${name}/1`)).json).toMatchObject({ data: { id: 1, title: 'mine' } });
  const created = await ask(server, `POST /api/${name}`, { title: 'new' });
  expect([created.status, created.location]).toEqual([201, `http://understudy.local/api/${name}/2`]);
  expect((await ask(server, 'GET /openapi.json')).status).toBe(200);
});

it('lies below another path', async () => {
  const server = ending(serving({ posts: [{ id: 1, title: 'mine' }] }, { base: '/v1', bare: true }));
  expect((await ask(server, 'GET /v1/posts/1')).status).toBe(200);
  expect((await ask(server, 'GET /posts/1')).status).toBe(404);
  expect((await ask(server, 'POST /v1/posts', {})).location).toBe('http://understudy.local/v1/posts/2');
  expect((await ask(server, 'GET /api/posts/1')).status).toBe(404);
});

it('lies at the root, where nothing else has its name', async () => {
  const server = ending(serving({ posts: [{ id: 1, title: 'mine' }] }, { base: '/' }));
  expect((await ask(server, 'GET /posts/1')).status).toBe(200);
});

// What the control API has below the address of a sandbox, the default one has at the root.
const hidden = [
  'docs',
  'tokens',
  'clock',
  'conduct',
  'faults',
  'requests',
  'reset',
  'snapshot',
  'problems',
  'healthz',
  'metrics',
];

it.each(hidden)('is not called %s at the root, where that is something else', (name) => {
  expect(() => serving({ [name]: [] }, { base: '/' })).toThrow(`at /${name}, where the server has something else`);
});

it.each(['auth', 'oauth', 'webhooks', 'sandboxes', 'Auth'])('is never called %s', (name) => {
  expect(() => serving({ [name]: [] })).toThrow(
    `"${name}" is a part of the server that no collection can replace; give it another name`,
  );
});
