/** However much is wrong with a request, its problem stays small: the first faults are listed, the others counted. */
import { expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { eachServer } from '../support.js';

const server = eachServer();

interface Problem {
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string }[];
  readonly errors_omitted?: number;
}

const sizes = (count: number, value: unknown): object =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`c${i}`, value]));

it.each([
  ['the schema', 'x'],
  ['a handler', 5],
])('faults that %s finds', async (_who, value) => {
  const body = { sizes: sizes(250, value) };
  const { status, json } = await send(server, 'PUT', '/sandboxes/a', body);
  const problem = json as unknown as Problem;
  expect(status).toBe(400);
  expect(problem.detail).toBe('250 fields are invalid');
  expect(problem.errors.map(({ pointer }) => pointer)).toEqual(Array.from({ length: 100 }, (_, i) => `#/sizes/c${i}`));
  expect(problem.errors_omitted).toBe(150);
  const trpc = await send(server, 'POST', '/trpc/sandboxes.putSandbox', { name: 'a', ...body });
  expect(trpc.json).toMatchObject({ error: { data: { problem: { errors_omitted: 150 } } } });
});

it('says nothing of others where all are listed', async () => {
  const { json } = await send(server, 'PUT', '/sandboxes/a', { sizes: sizes(100, 'x') });
  expect(json['errors']).toHaveLength(100);
  expect(json).not.toHaveProperty('errors_omitted');
});

it.each([
  ['very long', 'k'.repeat(50_000), `#/sizes/${'k'.repeat(200)}%E2%80%A6`],
  ['half of a surrogate pair', '\ud800', '#/sizes/%EF%BF%BD'],
])('names a member whose name is %s', async (_what, name, pointer) => {
  for (const value of ['x', 5]) {
    const { status, json } = await send(server, 'PUT', '/sandboxes/a', { sizes: { [name]: value } });
    expect(status).toBe(400);
    expect((json as unknown as Problem).errors.map((fault) => fault.pointer)).toEqual([pointer]);
  }
});
