/** A release that changes the tables of a store: what is in a database stays, and releases that do not know the change refuse it. */
import { afterEach, describe, expect, it } from 'vitest';
import { UNKNOWN } from '../../src/store/model/internal.js';
import { MIGRATIONS as ofPostgres } from '../../src/store/stores/postgres/schema.js';
import { MIGRATIONS as ofSqlite } from '../../src/store/stores/sqlite/connection.js';
import { DATASET, postgresBackend, sqliteBackend } from './stores.js';
import { openEach } from '../use.js';

const kinds = [
  ['sqlite', sqliteBackend, ofSqlite, 'alter table records add column author text'],
  ['postgres', postgresBackend, ofPostgres, 'alter table understudy_records add column author text'],
] as const;

describe.each(kinds)('%s', (kind, find, migrations, change) => {
  const backend = openEach(find);
  afterEach(async () => {
    migrations.splice(1);
  });

  it('brings the tables to its own version, once, and keeps what is in them', async () => {
    const lines: string[] = [];
    const open = () => backend.open(DATASET, (line) => lines.push(line));
    const older = await open();
    const record = { collection: 'courses', id: 'x', value: { id: 'x' }, order: 0, expires: null };
    const mark = await older.write('a', UNKNOWN, [[record]]);
    migrations.push(change);
    const newer = await open();
    expect(await newer.changedSince('a', UNKNOWN)).toMatchObject({ mark, records: [record] });
    await (await open()).close();
    // Whoever is at work on it already goes on.
    if (mark === 'conflict') throw new Error('nobody else writes');
    expect(await older.write('a', mark, [[{ ...record, id: 'y' }]])).toMatchObject({ revision: 2 });
    await Promise.all([older.close(), newer.close()]);
    if (kind === 'postgres') expect(lines).toEqual([expect.stringMatching(/older releases .* cannot start again/)]);
  });

  it('is refused by a release that does not know the change', async () => {
    migrations.push(change);
    await (await backend.open()).close();
    migrations.splice(1);
    await expect(backend.open()).rejects.toThrow(/schema has version 2, .* knows versions up to 1; start Understudy/);
  });
});
