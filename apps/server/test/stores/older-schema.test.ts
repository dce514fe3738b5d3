/** A database that an earlier release made: it opens with everything in it, but for sandboxes that were only read. */
import Database from 'libsql';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { UNKNOWN } from '../../src/store/model/mark.js';
import { type Backend, postgresBackend, sqliteBackend } from './stores.js';

const SANDBOXES = `('default', 0, 1, 0, 'null'), ('read', 1, 2, 0, 'null'),
  ('written', 2, 3, 1, 'null'), ('configured', 3, 4, 0, '{"seed":"s","ttl_seconds":3600}')`;

/** Takes a database back to the first version of its schema. */
const kinds = [
  [
    'sqlite',
    sqliteBackend,
    async (address: string) => {
      const db = new Database(address.slice('sqlite:'.length));
      db.exec(`alter table sandboxes drop column created;
        alter table sandboxes drop column used;
        insert into sandboxes values ${SANDBOXES};
        insert into records values (3, 'courses', 'x', 1, '{"id":"x"}', null, null);
        update world set generations = 4;
        alter table world drop column dataset;
        alter table world drop column shapes;
        alter table world drop column tallies;
        alter table world drop column release;
        drop table tallies;
        drop table tokens;
        pragma user_version = 1`);
      db.close();
    },
  ],
  [
    'postgres',
    postgresBackend,
    async (address: string) => {
      const client = new Client({ connectionString: address });
      await client.connect();
      await client.query('alter table understudy_sandboxes drop column created, drop column used');
      await client.query(`insert into understudy_sandboxes values ${SANDBOXES}`);
      await client.query(`insert into understudy_records values (3, 'courses', 'x', 1, '{"id":"x"}', null, null)`);
      await client.query(`select setval('understudy_generations', 4)`);
      await client.query('update understudy_world set schema_version = 1');
      await client.query('alter table understudy_world drop column dataset, drop column shapes, drop column release');
      await client.query(
        'drop table understudy_tallies, understudy_tallied, understudy_tokens; drop sequence understudy_uses',
      );
      await client.query('drop table understudy_journals, understudy_journal_parts, understudy_journal_total');
      await client.query('drop sequence understudy_journal_uses');
      await client.end();
    },
  ],
] as const;

let backend: Backend;
afterEach(() => backend.remove());

it.each(kinds)('%s', async (_kind, find, takeBack) => {
  backend = await find();
  await (await backend.open()).close();
  await takeBack(backend.address);
  const store = await backend.open();
  expect((await store.list()).map(({ name }) => name)).toEqual(['default', 'written', 'configured']);
  expect((await store.changedSince('written', UNKNOWN))?.records.length).toBe(1);
  // An hour that held in memory alone is taken out: what was kept lives on.
  expect((await store.changedSince('configured', UNKNOWN))?.config).toEqual({ seed: 's', ttl_seconds: null });
  expect(await store.lifetime('written')).toEqual({ createdAt: null, usedAt: expect.any(Number) });
  expect(await store.expire(null)).toEqual([]);
  expect(await store.admit('read', 4)).toMatchObject({ revision: 0 });
  const tally = { matched: 1, struck: 0, since: null, used: 0 };
  await store.tally('written', ['x'], () => ({ tallies: [tally], result: undefined }));
  expect(await store.tallies('written')).toEqual([['x', tally]]);
  await store.close();
});
