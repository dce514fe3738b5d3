/** The body of an event is stored once, however many it goes to, and goes with the last of its receivers. */
import type { Snapshot } from '@understudy/contract';
import { expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { forged } from '../sandboxes/forged.js';
import { type TestServer } from '../support.js';
import { advance, dispatch, register, registrations } from './hooks.js';
import { type Receiver, statuses } from './receiver.js';
import { delivering, receive } from './serving.js';

const NOTE = 'a note that nobody else writes';

async function snapshotOf(server: Pick<TestServer, 'fetch'>): Promise<Snapshot> {
  return (await send(server, 'GET', '/sandboxes/default/snapshot')).json as Snapshot;
}

const times = (snapshot: Snapshot): number => JSON.stringify(snapshot).split(NOTE).length - 1;
const collections = ({ records }: Snapshot): string[] =>
  records.map(({ collection }) => collection).filter((name) => name.startsWith('webhook_'));

/** A server with an event that waits to be sent to a receiver, three times, after a first attempt that failed. */
async function waiting(): Promise<{ server: TestServer; receiver: Receiver }> {
  const [server, receiver] = [await delivering(), await receive(statuses(500, 500, 500, 204))];
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

it('stays once when its deliveries are over, and goes with the registrations', async () => {
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
  expect(times(snapshot)).toBe(1);
  expect(await changed()).toBe(3 + 3 + 1);
  for (const { id } of await registrations(server)) await send(server, 'DELETE', `/api/webhooks/registrations/${id}`);
  expect(times(await snapshotOf(server))).toBe(0);
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

it('is restored from a snapshot once, and delivered', async () => {
  const { server, receiver } = await waiting();
  const snapshot = await snapshotOf(server);
  const other = await delivering();
  expect((await send(other, 'PUT', '/sandboxes/default/snapshot', snapshot)).json).toMatchObject({ data: [{}] });
  expect(comparable(await snapshotOf(other))).toEqual(comparable(snapshot));
  await advance(other, 1);
  await other.idle();
  expect(receiver.received).toHaveLength(6);
  expect(receiver.received[5]?.body.toString()).toBe(receiver.received[0]?.body.toString());
});

it('is not restored from a snapshot whose deliveries are none', async () => {
  const { server } = await waiting();
  const snapshot = await snapshotOf(server);
  const record = snapshot.records.find(({ collection }) => collection === 'webhook_deliveries');
  const broken = forged(snapshot, { records: [{ ...record, value: { id: record?.id } }] as never });
  expect((await send(server, 'PUT', '/sandboxes/b/snapshot', broken)).status).toBe(400);
});
