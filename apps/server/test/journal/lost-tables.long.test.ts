/** The tables of the journals in PostgreSQL, which an administrator drops or empties while servers run, as a crash does. */
import { patient } from '@understudy/tooling/patience';
import { oneOfEach } from '@understudy/tooling/sample';
import type { SpawnedServer } from '@understudy/tooling/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalNow } from '../../src/journal/entry.js';
import type { JournalStore } from '../../src/journal/journal-store.js';
import { openPostgresJournals } from '../../src/store/stores/postgres/journal/postgres-journals.js';
import { administer } from '../postgres/schemas.js';
import { ask, startReplicas } from '../replicas/cluster.js';
import { postgresBackend } from '../stores/stores.js';
import { entriesOf, idsIn, LIMITS, shown } from './journals.js';
import { openEach } from '../use.js';

const TABLES = ['understudy_journals', 'understudy_journal_rows', 'understudy_journal_total'];

/** What may become of them, as statements. */
const LOSSES: readonly (readonly [string, string])[] = [
  ['all are dropped', `drop table ${TABLES.join()}`],
  ['all are emptied', `truncate ${TABLES.join()}`],
  ...TABLES.flatMap((table) => [
    [`${table} is dropped`, `drop table ${table}`] as const,
    [`${table} is emptied`, `truncate ${table}`] as const,
  ]),
];

let handles: JournalStore[];
const backend = openEach(postgresBackend);
beforeEach(async () => {
  await (await backend.open()).close();
  handles = [0, 1].map(() => openPostgresJournals(backend.address, LIMITS));
});
afterEach(async () => {
  for (const store of handles) await store.close();
});

/** Each of the tables once, and each of the things that may become of one. */
const sampled = oneOfEach(LOSSES, ([, statements]) => statements.split(/[\s;]+/));

describe.each(sampled)('%s', (_name, statements) => {
  it('journals go on, and give no number twice', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    await here.append(entriesOf(['r1', 'r2', 'r3']));
    await there.append(entriesOf(['s1'], { sandbox: 'b' }));
    expect(await idsIn(here)).toEqual(['r1', 'r2', 'r3']);
    await administer(statements, backend.address);
    expect(await idsIn(there)).toSatisfy((ids: string[]) => ids.length === 0 || ids.length === 3);
    await Promise.all([here.append(entriesOf(['r4', 'r5'])), there.append(entriesOf(['s2'], { sandbox: 'b' }))]);
    const { entries, last, dropped } = await there.read('a', 3);
    expect(entries.map((entry) => shown(entry).id)).toEqual(['r4', 'r5']);
    expect([entries[0]?.sequence, dropped]).toEqual([last - 1, 0]);
    expect(last).toBeGreaterThan(5);
    expect((await there.lasts(['a'])).get('a')).toBe(last);
    await here.clear('a', { what: 'answered', at: journalNow() });
    await there.append(entriesOf(['r6']));
    expect(await here.read('a', 0)).toMatchObject({ entries: [{ sequence: last + 1 }], last: last + 1, dropped: 0 });
  });
});

it('a journal that has given more numbers than are set aside at once gives none of them again', async () => {
  const [here] = handles as [JournalStore];
  await here.append(entriesOf(['r1']), new Map([['a', 25_000]]));
  await administer(`truncate ${TABLES.join()}`, backend.address);
  await here.append(entriesOf(['r2']));
  const { entries } = await here.read('a', 25_001);
  expect(entries.length).toBe(1);
});

it('the bytes of all are counted anew: nothing gives way for the sake of what is lost', async () => {
  const here = openPostgresJournals(backend.address, { ...LIMITS, totalBytes: 12_000 });
  handles.push(here);
  await here.append(entriesOf(['r1'], { body: { content: 'x'.repeat(10_000), bytes: 10_000, isTruncated: false } }));
  await administer(`truncate ${TABLES[0]}, ${TABLES[1]}`, backend.address);
  for (const id of ['r2', 'r3', 'r4', 'r5']) await here.append(entriesOf([id]));
  const { entries } = await here.read('a', 0);
  expect(entries.map((entry) => shown(entry).id)).toEqual(['r2', 'r3', 'r4', 'r5']);
});

it('a server goes on without a restart', { timeout: patient(40_000) }, async () => {
  const [server] = (await startReplicas(backend.address, 1)) as [SpawnedServer];
  const requests = () => ask(server, 'GET', '/sandboxes/a/requests');
  await ask(server, 'GET', '/sandboxes/a/api/education/courses?q=old');
  expect((await requests()).json).toMatchObject({ data: [{ query: 'q=old' }] });
  await administer(`drop table ${TABLES.join()}`, backend.address);
  expect(await requests()).toMatchObject({ status: 200, json: { data: [] } });
  await ask(server, 'GET', '/sandboxes/a/api/education/courses?q=new');
  expect((await requests()).json).toMatchObject({ data: [{ query: 'q=new' }] });
  await server.stop();
});

it('where they may not be made the store is away', async () => {
  const [, schema = ''] = /search_path%3D(\w+)/.exec(backend.address) ?? [];
  const user = `user_of_${schema}`;
  const all = ['tables', 'sequences'].map((what) => `grant all on all ${what} in schema ${schema} to ${user}`);
  await administer(
    `create role ${user} login password 'own'; grant usage on schema ${schema} to ${user}; ${all.join(';')}`,
    backend.address,
  );
  const address = new URL(backend.address);
  [address.username, address.password] = [user, 'own'];
  const store = openPostgresJournals(address.href, LIMITS);
  handles.push(store);
  await store.append(entriesOf(['r1']));
  expect(await idsIn(store)).toEqual(['r1']);
  await administer(`drop table ${TABLES.join()}`, backend.address);
  const away = { kind: 'service_unavailable' };
  await expect(store.read('a', 0)).rejects.toMatchObject(away);
  await expect(store.append(entriesOf(['r2']))).rejects.toMatchObject(away);
  await administer(`drop owned by ${user}; drop role ${user}`, backend.address);
});
