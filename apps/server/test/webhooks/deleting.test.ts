/** Deleting a registration: it is gone everywhere at once, what waits for it ends, and others stay where they are. */
import type { WebhookRegistration } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import type { Target } from '../replicas/cluster.js';
import { inThisProcess } from '../replicas/in-process.js';
import { faults, send } from '../sandboxes/client.js';
import { stores } from '../stores/stores.js';
import { advance, dispatch, firstOf, register, registrations } from './hooks.js';
import { silence, statuses } from './receiver.js';
import { receive, serving } from './serving.js';
import { ending } from '../use.js';

const URL_A = 'http://127.0.0.1:9/a';

const remove = (from: Target, id: string) => send(from, 'DELETE', `/api/webhooks/registrations/${id}`);
const idsOf = async (from: Target) => (await registrations(from)).map(({ id }) => id);

it('answers the registration as it was, without its secret, and is 404 from then on', async () => {
  const server = await serving();
  const { id, secret = '' } = await register(server, URL_A);
  await dispatch(server);
  const [listed] = await registrations(server);
  const answer = await remove(server, id);
  expect(answer.status).toBe(200);
  expect(firstOf<WebhookRegistration>(answer)).toEqual(listed);
  expect(JSON.stringify(answer.json)).not.toContain(secret);
  expect(await idsOf(server)).toEqual([]);
  for (const unknown of [id, 'we_0001']) {
    const again = await remove(server, unknown);
    expect(again.status).toBe(404);
    expect(faults(again)).toEqual(['registration_id not_found']);
  }
  expect((await dispatch(server)).delivery_count).toBe(0);
  const only = await send(server, 'POST', '/api/webhooks/test/a.b', { registration_id: id });
  expect(only.status).toBe(404);
});

it('keeps the others where they are, in all three paging styles', async () => {
  const server = await serving();
  const all: string[] = [];
  for (let i = 0; i < 7; i++) all.push((await register(server, `${URL_A}/${i}`)).id);
  const page = (query: string) => send(server, 'GET', `/api/webhooks/registrations?per_page=2&${query}`);
  const first = await page('pagination_style=cursor');
  const { nextCursor } = first.json['pagination'] as { nextCursor: string };
  for (const i of [0, 1, 3]) await remove(server, all[i] ?? '');
  const left = [2, 4, 5, 6].map((i) => all[i]);
  // A cursor from before leads on to the record that came next, neither skipping nor doubling one.
  const next = await page(`cursor=${nextCursor}`);
  expect((next.json['data'] as { id: string }[]).map(({ id }) => id)).toEqual(left.slice(0, 2));
  for (const style of ['page', 'link', 'cursor']) {
    const { json } = await send(server, 'GET', `/api/webhooks/registrations?pagination_style=${style}`);
    expect((json['data'] as { id: string }[]).map(({ id }) => id)).toEqual(left);
    expect(json['pagination']).toMatchObject({ total: 4, totalPages: 1 });
  }
  expect((await page('page=2')).json['pagination']).toMatchObject({ total: 4, totalPages: 2 });
  expect((await page('q=5')).json['pagination']).toMatchObject({ total: 1 });
});

it('gives up what waits for it, and leaves the others what waits for them', async () => {
  const [refusing, other] = [await receive(statuses(500)), await receive(statuses(500, 204))];
  const server = await serving({ webhookDelivery: 'on' });
  const { id } = await register(server, refusing.url);
  await register(server, other.url);
  await dispatch(server);
  await server.idle();
  const deleted = firstOf<WebhookRegistration>(await remove(server, id));
  expect(deleted.deliveries).toEqual({ total: 1, succeeded: 0, failed: 1, pending: 0 });
  expect(await advance(server, 1)).toBe(1);
  await server.idle();
  expect([refusing.received.length, other.received.length]).toEqual([1, 2]);
  expect((await registrations(server))[0]?.deliveries).toEqual({ total: 1, succeeded: 1, failed: 0, pending: 0 });
});

it('makes no more of an attempt that is under way', async () => {
  const hung = await receive(silence);
  const server = await serving({ webhookDelivery: 'on' });
  const { id } = await register(server, hung.url);
  await dispatch(server);
  await hung.reached(1);
  await remove(server, id);
  const again = await register(server, hung.url);
  expect(again.id).toBe(id);
  expect(again.secret).toBeDefined();
  await hung.close();
  await server.idle();
  const [fresh] = await registrations(server);
  expect(fresh).toMatchObject({ deliveries: { total: 0, succeeded: 0, failed: 0, pending: 0 }, attempts: [] });
});

it('comes back at its old position when it is registered again', async () => {
  const server = await serving();
  const all = [await register(server, `${URL_A}/0`), await register(server, `${URL_A}/1`)];
  await remove(server, all[0]?.id ?? '');
  await register(server, `${URL_A}/0`);
  expect(await idsOf(server)).toEqual(all.map(({ id }) => id));
});

it('outlives a snapshot, and a copy', async () => {
  const server = await serving();
  const ids: string[] = [];
  for (let i = 0; i < 3; i++) ids.push((await register(server, `${URL_A}/${i}`)).id);
  await remove(server, ids[1] ?? '');
  const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
  expect((await send(server, 'PUT', '/sandboxes/b/snapshot', json)).status).toBe(200);
  expect((await send(server, 'PUT', '/sandboxes/c', { from: 'default' })).status).toBe(200);
  for (const base of ['/sandboxes/b', '/sandboxes/c']) {
    expect((await registrations(server, base)).map(({ id }) => id)).toEqual([ids[0], ids[2]]);
  }
  expect((await send(server, 'GET', '/sandboxes/b/snapshot')).json).toEqual(json);
});

describe.each(stores.slice(1))('%s', (_name, find) => {
  it('is seen by a replica that knew the registration, and by one that starts later', async () => {
    const backend = await find();
    ending(backend);
    const replica = async () => ending(await inThisProcess(backend.address));
    const [one, two] = [await replica(), await replica()];
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push((await register(one, `${URL_A}/${i}`)).id);
    expect(await idsOf(two)).toEqual(ids);
    expect((await remove(one, ids[1] ?? '')).status).toBe(200);
    const three = await replica();
    for (const later of [two, three]) {
      expect(await idsOf(later)).toEqual([ids[0], ids[2]]);
      expect((await remove(later, ids[1] ?? '')).status).toBe(404);
    }
    await register(two, `${URL_A}/1`);
    expect(await idsOf(three)).toEqual(ids);
  });
});
