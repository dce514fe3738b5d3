/** The body of an event is stored once, however many it goes to, and goes with the last of its deliveries. */
import type { Snapshot } from '@understudy/contract';
import Database from 'libsql';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inThisProcess } from '../replicas/in-process.js';
import { send } from '../sandboxes/client.js';
import { forged } from '../sandboxes/forged.js';
import { postgresBackend, sqliteBackend } from '../stores/stores.js';
import { inProcess, type TestServer } from '../support.js';
import { advance, dispatch, register, registrations } from './hooks.js';
import { type Receiver, startReceiver, statuses } from './receiver.js';

const NOTE = 'a note that nobody else writes';

let open: (() => Promise<void>)[];
beforeEach(() => {
  open = [];
});
afterEach(async () => {
  for (const close of open.toReversed()) await close();
});

async function start(options: Record<string, unknown> = {}): Promise<TestServer> {
  const server = await inProcess({ webhookDelivery: 'on', ...options });
  open.push(() => server.close());
  return server;
}

async function receive(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...answer);
  open.push(() => receiver.close());
  return receiver;
}

async function snapshotOf(server: Pick<TestServer, 'fetch'>): Promise<Snapshot> {
  return (await send(server, 'GET', '/sandboxes/default/snapshot')).json as Snapshot;
}

const times = (snapshot: Snapshot): number => JSON.stringify(snapshot).split(NOTE).length - 1;
const collections = ({ records }: Snapshot): string[] =>
  records.map(({ collection }) => collection).filter((name) => name.startsWith('webhook_'));

/** A server with an event that waits to be sent to a receiver, three times, after a first attempt that failed. */
async function waiting(): Promise<{ server: TestServer; receiver: Receiver }> {
  const [server, receiver] = [await start(), await receive(statuses(500, 500, 500, 204))];
  for (const path of ['a', 'b', 'c']) await register(server, `${receiver.url}/${path}`);
  await dispatch(server, 'a.b', { data: { note: NOTE } });
  await server.idle();
  return { server, receiver };
}

it('is stored once for all its deliveries, and not in their attempts', async () => {
  const { server } = await waiting();
  const snapshot = await snapshotOf(server);
  expect(times(snapshot)).toBe(1);
  expect(collections(snapshot).filter((name) => name === 'webhook_deliveries')).toHaveLength(3);
});

it('goes with the last delivery, and counts no more', async () => {
  const { server, receiver } = await waiting();
  const changed = async () => {
    const { json } = await send(server, 'GET', '/sandboxes/default');
    return (json as { data: { counts: { changed: number } } }).data.counts.changed;
  };
  expect(await changed()).toBe(3 + 3 + 1);
  await advance(server, 1);
  await server.idle();
  expect(receiver.received).toHaveLength(6);
  expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
  const snapshot = await snapshotOf(server);
  expect(times(snapshot)).toBe(0);
  expect(new Set(collections(snapshot))).toEqual(new Set(['webhook_registrations']));
  expect(await changed()).toBe(3);
});

it('goes with registrations that are deleted', async () => {
  const { server } = await waiting();
  for (const { id } of await registrations(server)) {
    expect(times(await snapshotOf(server))).toBe(1);
    await send(server, 'DELETE', `/api/webhooks/registrations/${id}`);
  }
  expect(times(await snapshotOf(server))).toBe(0);
});

/** Records to compare: the registrations of an event are in no order that matters. */
function comparable({ records }: Snapshot): unknown[] {
  return records.map(({ value, ...record }) => {
    const { registrations: to, ...rest } = value as { registrations?: string[] };
    return { ...record, ...rest, to: to?.toSorted() };
  });
}

/** The records of webhooks as the first format had them: each delivery with the body, and those that are over as well. */
function firstForm({ records }: Snapshot): Snapshot['records'] {
  const events = new Map(records.map(({ id, value }) => [id, value as { body: string }]));
  const over = { collection: 'webhook_deliveries', id: 'evt_n000000.we_0001', order: null };
  const ended = { id: over.id, event_id: 'evt_n000000', registration_id: 'we_0001', body: '{}', attempts: 1 };
  return [
    { ...over, value: { ...ended, next_at: 0, leased_until: 0, ended_at: 5 } },
    ...records.flatMap((record) => {
      if (record.collection === 'webhook_events') return [];
      if (record.collection !== 'webhook_deliveries') return [record];
      const { depth: _, ...delivery } = record.value as { depth: number; event_id: string };
      return [{ ...record, value: { ...delivery, body: events.get(delivery.event_id)?.body, ended_at: 0 } }];
    }),
  ];
}

it('is read from a snapshot of the first format, and delivered', async () => {
  const { server, receiver } = await waiting();
  const snapshot = await snapshotOf(server);
  const old = forged(snapshot, { format: 1, records: firstForm(snapshot) });
  expect(times(old)).toBe(3);
  const other = await start();
  expect((await send(other, 'PUT', '/sandboxes/default/snapshot', old)).json).toMatchObject({ data: [{}] });
  expect(comparable(await snapshotOf(other))).toEqual(comparable(snapshot));
  await advance(other, 1);
  await other.idle();
  expect(receiver.received).toHaveLength(6);
  expect(receiver.received[5]?.body.toString()).toBe(receiver.received[0]?.body.toString());
});

it('is not read from a snapshot whose deliveries are neither old nor new', async () => {
  const { server } = await waiting();
  const snapshot = await snapshotOf(server);
  const record = snapshot.records.find(({ collection }) => collection === 'webhook_deliveries');
  const broken = forged(snapshot, { format: 1, records: [{ ...record, value: { id: record?.id } }] as never });
  expect((await send(server, 'PUT', '/sandboxes/b/snapshot', broken)).status).toBe(400);
});

/** Both durable stores: an empty one, and how to run SQL on it. */
const kinds = [
  [
    'sqlite',
    sqliteBackend,
    async (address: string, statements: readonly (readonly [string, readonly unknown[]])[]) => {
      const db = new Database(address.slice('sqlite:'.length));
      for (const [sql, values] of statements) {
        db.prepare(sql.replaceAll('understudy_', '').replaceAll(/\$\d/g, '?')).run(...values);
      }
      db.exec(`alter table world drop column dataset; alter table world drop column shapes;
        alter table world drop column tallies; alter table world drop column release; drop table tallies; drop table tokens;
        alter table sandboxes drop column created; alter table sandboxes drop column used; pragma user_version = 1`);
      db.close();
    },
  ],
  [
    'postgres',
    postgresBackend,
    async (address: string, statements: readonly (readonly [string, readonly unknown[]])[]) => {
      const client = new Client({ connectionString: address });
      await client.connect();
      for (const [sql, values] of statements) await client.query(sql, [...values]);
      await client.query('update understudy_world set schema_version = 1');
      await client.query('alter table understudy_world drop column dataset, drop column shapes, drop column release');
      await client.query('drop table understudy_tallies, understudy_tallied; drop sequence understudy_uses');
      await client.query('drop table understudy_journals, understudy_journal_parts, understudy_journal_total');
      await client.query('drop sequence understudy_journal_uses');
      await client.query('drop table understudy_tokens');
      await client.query('alter table understudy_sandboxes drop column created, drop column used');
      await client.end();
    },
  ],
] as const;

describe.each(kinds)('%s', (_name, find, runSql) => {
  it('is read from a database of the first form, and delivered', async () => {
    const backend = await find();
    open.push(backend.remove);
    const receiver = await receive(statuses(500, 500, 204));
    // The clock runs, but nobody waits for it: the schedule is that of days.
    const options = { webhookDelivery: 'on', webhookRetry: 'standard' };
    const before = await inThisProcess(backend.address, options);
    // Whatever JSON escapes is escaped twice in a body.
    const data = { note: NOTE, odd: '\u0000 \ud800 "\\ é' };
    for (const path of ['a', 'b']) await register(before, `${receiver.url}/${path}`);
    await dispatch(before, 'a.b', { data });
    await expect.poll(async () => (await registrations(before)).flatMap(({ attempts }) => attempts)).toHaveLength(2);
    const snapshot = await snapshotOf(before);
    await before.close();
    const old = firstForm(snapshot).filter(({ collection }) => collection === 'webhook_deliveries');
    await runSql(backend.address, [
      [`delete from understudy_records where collection like 'webhook_events'`, []],
      [`delete from understudy_records where collection like 'webhook_deliveries'`, []],
      ...old.map(({ collection, id, value }) => {
        const isOver = (value as { ended_at: number }).ended_at !== 0;
        const insert =
          'insert into understudy_records (generation, collection, id, revision, value, expires) select generation, $1, $2, revision, $3, cast($4 as bigint) from understudy_sandboxes';
        return [insert, [collection, id, JSON.stringify(value), isOver ? 5 : Number.MAX_SAFE_INTEGER]] as const;
      }),
    ]);
    const after = await inThisProcess(backend.address, options);
    open.push(after.close);
    expect(comparable(await snapshotOf(after))).toEqual(comparable(snapshot));
    await advance(after as TestServer, 5);
    await receiver.reached(4);
    expect(new Set(receiver.received.map(({ body }) => body.toString())).size).toBe(1);
    await expect.poll(async () => times(await snapshotOf(after))).toBe(0);
  });
});
