/** Journals in a PostgreSQL database, some of which others hold: what is written elsewhere does not wait for those who read. */
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { journalNow } from '../../src/journal/entry.js';
import { SETTLE_MS } from '../../src/journal/journal-store.js';
import { openPostgresJournals } from '../../src/store/stores/postgres/journal/postgres-journals.js';
import { postgresBackend } from '../stores/stores.js';
import { entriesOf, LIMITS } from './journals.js';
import { openEach } from '../use.js';

const HELD = ['a', 'b', 'c', 'd', 'e'];

/** Who waits for a lock in the database of the test. What PostgreSQL says of activity stands still within a transaction. */
const WAITING = `
select distinct pid from pg_locks where not granted and pid in
  (select pid from pg_locks join pg_database d on d.oid = database where datname = current_database())`;

let other: Client;
const backend = openEach(postgresBackend);
openEach(() => backend.open());
const store = openEach(() => openPostgresJournals(backend.address, LIMITS));
beforeEach(async () => {
  other = new Client({ connectionString: backend.address });
  await other.connect();
});
afterEach(async () => {
  await other.end();
});

it('writes while many read journals that somebody else is about to write', async () => {
  // They need not be waited for: what is read was answered long ago.
  const answeredAt = journalNow() - SETTLE_MS;
  for (const sandbox of HELD) await store.append(entriesOf(['r1'], { sandbox, answeredAt }));
  await other.query('begin');
  await other.query('select from understudy_journals for update');
  const reads = Promise.all(HELD.map((sandbox) => store.read(sandbox, 0)));
  // Until all that can wait for a held journal do.
  for (;;) {
    const { rows } = await other.query(WAITING);
    if (rows.length >= 2) break;
  }
  // Those who do not wait yet have their turns in between.
  for (const id of ['r1', 'r2', 'r3']) await store.append(entriesOf([id], { sandbox: 'free' }));
  await other.query('commit');
  expect((await reads).map(({ last }) => last)).toEqual(HELD.map(() => 1));
});
