/** Simulated delivery: the signed request is shown and counted, and nothing leaves the process. */
import { describe, expect, it, vi } from 'vitest';
import { course, faults, send } from '../sandboxes/client.js';
import { hosts, inProcess, jsonRequest, NOW, type TestServer } from '../support.js';
import { BASE64_SECRET, dispatch, RAW_SECRET, register, registrationOf, registrations } from './hooks.js';
import { startReceiver } from './receiver.js';
import { verifyStandard, verifyStripe } from './verify.js';
import { openEach, useClock } from '../use.js';

const URL_A = 'http://127.0.0.1:9/a';

useClock(NOW);
const server = openEach(() => inProcess({ log: 'json' }));

/** The bytes of a short history: registering, dispatching, creating, listing. */
async function history(from: TestServer): Promise<string[]> {
  const texts: string[] = [];
  const ask = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? { method } : jsonRequest(method, body);
    texts.push(await (await from.fetch(path, init)).text());
  };
  await ask('POST', '/api/webhooks/register', { url: URL_A, events: ['*'] });
  await ask('POST', '/api/webhooks/register', { url: URL_A, events: ['course.created'], secret: RAW_SECRET });
  await ask('POST', '/api/webhooks/test/invoice.paid', {});
  await ask('POST', '/api/webhooks/test/course.created', { data: { id: 'x' } });
  await ask('POST', '/api/education/courses', course);
  await ask('GET', '/api/webhooks/registrations');
  return texts;
}

it.each(hosts)('is equal to the byte on two servers with one clock (%s)', async (_host, start) => {
  const [one, other] = [await start(), await start()];
  const texts = await history(one);
  expect(await history(other)).toEqual(texts);
  expect(texts.at(-1)).toContain('"succeeded":3');
  await one.close();
  await other.close();
});

it('shows the exact requests, which both libraries verify', async () => {
  const secrets = [BASE64_SECRET, RAW_SECRET];
  for (const [i, secret] of secrets.entries()) await register(server, `${URL_A}/${i}`, { secret });
  const event = await dispatch(server, 'invoice.paid', { data: { id: 'in_1', amount: 5 } });
  const { deliveries, delivery_count, ...sent } = event;
  expect(deliveries).toHaveLength(2);
  expect(delivery_count).toBe(2);
  for (const [i, { headers, body, status, url }] of deliveries.entries()) {
    expect([status, url]).toEqual(['simulated', `${URL_A}/${i}`]);
    const secret = secrets[i] ?? '';
    expect(verifyStandard({ headers, body }, secret, i === 0 ? 'base64' : 'raw')).toEqual(sent);
    expect(verifyStripe({ headers, body }, secret)).toMatchObject(sent);
    expect(headers['webhook-id']).toBe(event.id);
  }
});

it('shows the request that real delivery sends', async () => {
  await using receiver = await startReceiver();
  await using real = await inProcess({ webhookDelivery: 'on' });
  await register(real, receiver.url);
  const [shown] = (await dispatch(real)).deliveries;
  await real.idle();
  const [received] = receiver.received;
  expect(shown?.status).toBe('pending');
  expect(received?.body.toString()).toBe(shown?.body);
  expect(received?.headers).toMatchObject(shown?.headers ?? { none: true });
});

it('counts what it simulates, and sends nothing', async () => {
  await using receiver = await startReceiver();
  const webhook = await register(server, receiver.url, { events: ['a.b', 'c.d'] });
  const ids: string[] = [];
  for (const type of ['a.b', 'c.d', 'e.f', 'a.b']) {
    const { id, deliveries } = await dispatch(server, type);
    if (deliveries.length > 0) ids.push(id);
  }
  const { deliveries, last_delivery, attempts } = await registrationOf(server, webhook);
  expect(deliveries).toEqual({ total: 3, succeeded: 3, failed: 0, pending: 0 });
  expect(last_delivery).toBe(NOW);
  expect(attempts.map(({ event_id }) => event_id)).toEqual(ids.toReversed());
  expect(attempts[0]).toEqual({ event_id: ids[2], at: NOW, status: 200, reason: null, next: null });
  expect(receiver.connections()).toBe(0);
});

describe('a test event', () => {
  it('mirrors id, type and livemode at the top, and follows both vocabularies', async () => {
    await register(server, URL_A);
    const { json } = await send(server, 'POST', '/api/webhooks/test/payment_intent.succeeded');
    const { data } = json as { data: object[] };
    const id = 'evt_n000001';
    expect(json).toMatchObject({ id, type: 'payment_intent.succeeded', livemode: false });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      id,
      object: 'event',
      type: 'payment_intent.succeeded',
      created: Date.parse(NOW) / 1000,
      timestamp: NOW,
      livemode: false,
    });
  });

  it('carries the data it is given, or a sample', async () => {
    const given = { id: 'pi_1', nested: { list: [1, null, 'x'] }, amount: 0.1 };
    expect((await dispatch(server, 'a.b', { data: given })).data).toEqual({ object: given });
    expect((await dispatch(server, 'a.b', { data: {} })).data).toEqual({ object: {} });
    expect((await dispatch(server, 'a.b')).data.object).toMatchObject({ object: 'sample' });
    expect((await dispatch(server, 'a.b')).deliveries).toEqual([]);
  });

  it('goes to the types that match, and to *, without regard to others', async () => {
    const wants = [['*'], ['a.b'], ['a.b', 'c.d'], ['a'], ['a.b.c'], ['c.d', '*']];
    const all = await Promise.all(wants.map((events, i) => register(server, `${URL_A}/${i}`, { events })));
    const reached = async (type: string) =>
      (await dispatch(server, type)).deliveries.map(({ registration_id: id }) =>
        all.findIndex((each) => each.id === id),
      );
    expect(await reached('a.b')).toEqual([0, 1, 2, 5]);
    expect(await reached('c.d')).toEqual([0, 2, 5]);
    expect(await reached('a')).toEqual([0, 3, 5]);
    expect(await reached('z.z')).toEqual([0, 5]);
  });

  it('goes to one registration only, whatever that asked for', async () => {
    await register(server, `${URL_A}/all`);
    const one = await register(server, URL_A, { events: ['x.y'] });
    const { deliveries } = await dispatch(server, 'a.b', { registration_id: one.id });
    expect(deliveries.map(({ registration_id }) => registration_id)).toEqual([one.id]);
  });

  it('is 404 for a registration that is not there, and leaves nothing', async () => {
    const before = server.revision();
    const answer = await send(server, 'POST', '/api/webhooks/test/a.b', { registration_id: 'we_0001' });
    expect(answer.status).toBe(404);
    expect(faults(answer)).toEqual(['#/registration_id not_found']);
    expect(server.revision()).toBe(before);
  });
});

describe('registering', () => {
  it('the same URL and events again answers the same registration, in any order of events', async () => {
    const first = await register(server, URL_A, { events: ['a.b', 'c.d'] });
    expect(first).toMatchObject({ type: 'a.b', livemode: false, url: URL_A, status: 'enabled', signing: 'base64' });
    const { secret, ...rest } = first;
    expect(secret).toBeDefined();
    expect(await register(server, URL_A, { events: ['a.b', 'c.d'] })).toEqual(rest);
    expect((await register(server, URL_A, { events: ['c.d', 'a.b', 'c.d'] })).id).toBe(first.id);
    expect((await register(server, URL_A, { events: ['a.b'] })).id).not.toBe(first.id);
    expect((await register(server, `${URL_A}/b`, { events: ['a.b', 'c.d'] })).id).not.toBe(first.id);
    expect(await registrations(server)).toHaveLength(3);
  });

  it('another secret replaces the first; the same changes nothing', async () => {
    await register(server, URL_A, { secret: BASE64_SECRET });
    expect(await register(server, URL_A, { secret: BASE64_SECRET })).not.toHaveProperty('secret');
    const rotated = await register(server, URL_A, { secret: RAW_SECRET });
    expect(rotated).toMatchObject({ secret: RAW_SECRET, signing: 'raw' });
    const [delivery] = (await dispatch(server)).deliveries;
    verifyStandard(delivery ?? { headers: {}, body: '' }, RAW_SECRET, 'raw');
  });

  it('filters and searches the list, never by secret', async () => {
    await register(server, URL_A, { events: ['invoice.paid'], secret: RAW_SECRET });
    const total = async (query: string) => {
      const { json } = await send(server, 'GET', `/api/webhooks/registrations?${query}`);
      return (json as { pagination: { total: number } }).pagination.total;
    };
    expect(await total('status=enabled')).toBe(1);
    expect(await total('status=disabled')).toBe(0);
    expect(await total('q=invoice')).toBe(1);
    expect(await total(`q=${encodeURIComponent(RAW_SECRET)}`)).toBe(0);
  });
});

describe('a secret', () => {
  it('is in the first answer, and in no other, no log and no journal', async () => {
    const given = 'whsec_C2FVsBQIhrscChlQIMVsecret';
    const generated = (await register(server, `${URL_A}/1`)).secret ?? '';
    await register(server, URL_A, { secret: given });
    expect(generated).not.toBe('');
    const trpc = { url: URL_A, events: ['b.c'], secret: given };
    await send(server, 'POST', '/trpc/webhooks.registerWebhook', trpc);
    const broken = { url: 'nowhere', events: [], secret: given };
    const texts = [
      await server.fetch('/api/webhooks/register', jsonRequest('POST', { url: URL_A, events: ['*'], secret: given })),
      await server.fetch('/api/webhooks/register', jsonRequest('POST', broken)),
      await server.fetch('/api/webhooks/test/a.b', { method: 'POST' }),
      await server.fetch('/api/webhooks/registrations'),
      await server.fetch('/trpc/webhooks.listRegistrations'),
      await server.fetch('/sandboxes/default/requests?per_page=50'),
      await server.fetch('/sandboxes/default'),
    ].map((response) => response.text());
    const all = [...(await Promise.all(texts)), ...server.lines].join('\n');
    expect(all).toContain('/api/webhooks/register');
    expect(all).not.toContain(given);
    expect(all).not.toContain(generated);
  });

  it('is in a snapshot, so that what was restored goes on signing with it', async () => {
    const base = '/sandboxes/a';
    const { secret = '' } = await register(server, URL_A, { base });
    await dispatch(server, 'a.b', { base });
    const { json } = await send(server, 'GET', '/sandboxes/a/snapshot');
    expect(JSON.stringify(json)).toContain(secret);
    await using other = await inProcess({ seed: 'other' });
    expect((await send(other, 'PUT', '/sandboxes/b/snapshot', json)).status).toBe(200);
    expect(await registrations(other, '/sandboxes/b')).toEqual(await registrations(server, base));
    const event = await dispatch(other, 'a.b', { base: '/sandboxes/b' });
    expect(event.id).toBe('evt_n000002');
    expect(event).toEqual(await dispatch(server, 'a.b', { base }));
    verifyStandard(event.deliveries[0] ?? { headers: {}, body: '' }, secret, 'base64');
  });
});

it('a snapshot holds what waits for delivery: restored elsewhere, it is delivered there', async () => {
  await using receiver = await startReceiver();
  const [here, there] = [
    await inProcess({ webhookDelivery: 'on', webhookAllow: '' }),
    await inProcess({ webhookDelivery: 'on' }),
  ];
  const { secret = '' } = await register(here, receiver.url, { base: '/sandboxes/a' });
  await dispatch(here, 'a.b', { base: '/sandboxes/a' });
  await here.idle();
  const { json } = await send(here, 'GET', '/sandboxes/a/snapshot');
  expect((await send(there, 'PUT', '/sandboxes/a/snapshot', json)).status).toBe(200);
  await send(there, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 1 });
  await there.idle();
  expect(receiver.received).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1000);
  verifyStandard(receiver.received[0] ?? { headers: {}, body: '' }, secret, 'base64');
  for (const each of [here, there]) await each.close();
});
