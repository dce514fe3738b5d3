/** The room in a sandbox: what takes of it, what needs none, and what makes some. */
import { expect, it } from 'vitest';
import { eachServer, inProcess } from '../support.js';
import { type JsonAnswer, sandboxOf, send } from './client.js';

const server = eachServer(inProcess, { maxRecords: 3 });

const course = { category: 'Tests', difficulty: 'expert', instructor: 'Bo', duration_hours: 1 };

const create = (title: string, key?: string): Promise<JsonAnswer> =>
  send(
    server,
    'POST',
    '/sandboxes/a/api/education/courses',
    { ...course, title },
    key === undefined ? {} : { 'idempotency-key': key },
  );

const rename = (id: string, name: string): Promise<JsonAnswer> =>
  send(server, 'PATCH', `/sandboxes/a/api/auth/users/${id}`, { name });

const advance = (seconds: number): Promise<JsonAnswer> =>
  send(server, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds });

const held = async (): Promise<number> => sandboxOf(await send(server, 'GET', '/sandboxes/a')).counts.changed;

const statuses = (answers: readonly JsonAnswer[]): number[] => answers.map(({ status }) => status);

it('is taken by a new record and by the first change of a seeded one, and by no further change', async () => {
  expect(statuses([await rename('usr_0002', 'One'), await create('Two'), await create('Three')])).toEqual([
    200, 200, 200,
  ]);
  expect(await held()).toBe(3);
  const refused = await rename('usr_0003', 'Four');
  expect(refused.status).toBe(507);
  expect(refused.json['detail']).toMatch(/^sandbox a holds 3 changed records, of 3 allowed;/);
  expect((await rename('usr_0002', 'Four')).json).toMatchObject({ data: [{ name: 'Four' }] });
  expect(await held()).toBe(3);
});

it('is not taken by the clock', async () => {
  for (const title of ['One', 'Two', 'Three']) await create(title);
  expect((await advance(60)).status).toBe(200);
  expect(await held()).toBe(3);
});

it('is made by what ends, for as many as end and for good', async () => {
  expect(statuses([await create('One', 'a'), await create('Two', 'b')])).toEqual([200, 507]);
  await advance(86_400);
  expect(statuses([await create('Two'), await create('Three'), await create('Four')])).toEqual([200, 200, 507]);
  const { json } = await send(server, 'GET', '/sandboxes/a/api/education/courses?category=Tests');
  expect((json['data'] as { title: string }[]).map(({ title }) => title).toSorted()).toEqual(['One', 'Three', 'Two']);
});
