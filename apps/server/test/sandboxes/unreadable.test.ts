/** A sandbox whose stored state cannot be read: it is shown as such, and the others are none the worse for it. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { beforeEach, describe, expect, it } from 'vitest';
import { createUnderstudy, type Understudy } from '../../src/index.js';
import { createCourse, send } from './client.js';
import { ending, useFolder } from '../use.js';

const folder = useFolder();
let file: string;
let server: Understudy;
beforeEach(async () => {
  file = join(mkdtempSync(join(folder, 'unreadable-')), 'state.db');
  server = createUnderstudy({ store: `sqlite:${file}` });
  for (const name of ['default', 'bad', 'good']) {
    await send(server as never, 'PUT', `/sandboxes/${name}`, { ttl_seconds: 60 });
    await createCourse(server as never, `/sandboxes/${name}`, 'One');
  }
  await server.close();
});

/** Changes what is stored behind the server's back, and starts one on it. */
async function startOn(sql: string): Promise<void> {
  const database = new Database(file);
  database.exec(sql);
  database.close();
  server = ending(createUnderstudy({ store: `sqlite:${file}` }));
  await server.ready();
}

const listed = async (): Promise<Record<string, unknown>[]> => {
  const { status, json } = await send(server as never, 'GET', '/sandboxes');
  expect(status).toBe(200);
  return json['data'] as Record<string, unknown>[];
};

const config = (clock: number): string => `update sandboxes set config = json_set(config, '$.clock', ${clock})`;

describe('settings that no release allows', () => {
  const sql = `${config(9e15)} where name = 'bad'`;
  const reason = 'its stored settings are none that this';

  it('are listed, said to whoever asks, and can be deleted', async () => {
    await startOn(sql);
    const all = await listed();
    expect(all.map(({ name }) => name)).toEqual(['default', 'bad', 'good']);
    expect(all[1]).toEqual({
      name: 'bad',
      base_url: expect.stringContaining('/sandboxes/bad'),
      unreadable: expect.stringContaining(reason),
    });
    expect(all[2]).toMatchObject({ name: 'good', counts: { changed: 1 } });
    const asked = await send(server as never, 'GET', '/sandboxes/bad');
    expect([asked.status, asked.json['kind']]).toEqual([500, 'internal']);
    expect(asked.json['detail']).toContain(reason);
    expect(asked.json['detail']).toContain('delete it');
    const deleted = await send(server as never, 'DELETE', '/sandboxes/bad');
    expect([deleted.status, deleted.json['data']]).toEqual([200, []]);
    expect((await listed()).map(({ name }) => name)).toEqual(['default', 'good']);
    await createCourse(server as never, '/sandboxes/bad', 'Anew');
    expect((await listed()).map(({ name }) => name)).toEqual(['default', 'good', 'bad']);
  });
});

it('also records that are no JSON: they are counted without being read, and said to whoever reads them', async () => {
  await startOn(
    `update records set value = '{' where generation = (select generation from sandboxes where name = 'bad')`,
  );
  expect((await listed())[1]).toMatchObject({ name: 'bad', counts: { changed: 1, bytes: 1 } });
  const asked = await send(server as never, 'GET', '/sandboxes/bad/api/education/courses');
  expect([asked.status, asked.json['kind']]).toEqual([500, 'internal']);
  expect(asked.json['detail']).toContain('what is stored of it is damaged; delete it');
  expect((await send(server as never, 'DELETE', '/sandboxes/bad')).status).toBe(200);
  await createCourse(server as never, '/sandboxes/bad', 'Anew');
});

it('also the default one, on which the server starts all the same', async () => {
  await startOn(`${config(9e15)} where name = 'default'`);
  expect((await listed()).map((one) => [one['name'], 'unreadable' in one])).toEqual([
    ['default', true],
    ['bad', false],
    ['good', false],
  ]);
  expect((await send(server as never, 'DELETE', '/sandboxes/default')).status).toBe(200);
  await createCourse(server as never, '', 'Anew');
});
