/** Fan-out is bounded: registrations of a sandbox, and what the answer of a test event shows of their deliveries. */
import { beforeEach, describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, jsonRequest, type TestServer } from '../support.js';
import { dispatch, register, registrations } from './hooks.js';
import { ending } from '../use.js';

const URL_A = 'http://127.0.0.1:9/a';

let server: TestServer;
async function fill(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await register(server, `${URL_A}/${i}`);
}

describe('registrations', () => {
  it('are at most a hundred in a sandbox, unless the server was configured otherwise', async () => {
    server = ending(await inProcess());
    await fill(100);
    const answer = await send(server, 'POST', '/api/webhooks/register', { url: URL_A, events: ['*'] });
    expect(answer.status).toBe(507);
    expect(answer.json).toMatchObject({
      kind: 'sandbox_full',
      detail:
        'a sandbox holds at most 100 webhook registrations; delete some, or start the server with a larger --max-registrations',
    });
    // The same again is no new one, nor is one in another sandbox.
    expect((await register(server, `${URL_A}/0`)).id).toBe((await registrations(server))[0]?.id);
    await register(server, URL_A, { base: '/sandboxes/b' });
  });

  it('are as many as --max-registrations says; one that is deleted makes room', async () => {
    server = ending(await inProcess({ maxRegistrations: 2 }));
    await fill(2);
    const third = () => send(server, 'POST', '/api/webhooks/register', { url: URL_A, events: ['*'] });
    expect((await third()).status).toBe(507);
    const [first] = await registrations(server);
    await send(server, 'DELETE', `/api/webhooks/registrations/${first?.id}`);
    expect((await third()).status).toBe(200);
    expect((await third()).status).toBe(200);
    expect((await send(server, 'POST', '/api/webhooks/register', { url: `${URL_A}/0`, events: ['*'] })).status).toBe(
      507,
    );
  });

  it('come in no larger number with a snapshot', async () => {
    server = ending(await inProcess({ maxRegistrations: 3 }));
    await fill(3);
    const { json } = await send(server, 'GET', '/sandboxes/default/snapshot');
    await using other = await inProcess({ maxRegistrations: 2 });
    const answer = await send(other, 'PUT', '/sandboxes/a/snapshot', json);
    expect([answer.status, answer.json['kind']]).toEqual([507, 'sandbox_full']);
  });
});

describe('the answer of a test event', () => {
  beforeEach(async () => {
    server = ending(await inProcess());
    await fill(60);
  });

  it('shows the first 50 deliveries, and says how many there are', async () => {
    const all = await registrations(server);
    const { deliveries, delivery_count } = await dispatch(server);
    expect(delivery_count).toBe(60);
    expect(deliveries.map(({ registration_id }) => registration_id)).toEqual(all.map(({ id }) => id));
    expect(deliveries).toHaveLength(50);
    const { json } = await send(server, 'GET', '/api/webhooks/registrations?page=2&per_page=50');
    const others = json['data'] as typeof all;
    expect(others.map((each) => each.deliveries.succeeded)).toEqual(Array.from({ length: 10 }, () => 1));
    // The way to the others.
    const last = others.at(-1)?.id ?? '';
    const only = await dispatch(server, 'a.b', { registration_id: last });
    expect(only.deliveries.map(({ registration_id }) => registration_id)).toEqual([last]);
  });

  it('shows fewer where the bodies are large', async () => {
    const note = 'x'.repeat(90_000);
    const response = await server.fetch('/api/webhooks/test/a.b', jsonRequest('POST', { data: { note } }));
    const text = await response.text();
    const { data } = JSON.parse(text) as { data: [{ deliveries: unknown[]; delivery_count: number }] };
    expect(data[0].delivery_count).toBe(60);
    expect(data[0].deliveries).toHaveLength(5);
    expect(text.length).toBeLessThan(600_000);
  });
});

it('a registration is listed at the end of the calendar, too', async () => {
  server = ending(await inProcess({ webhookDelivery: 'on', webhookAllow: '', clock: '9999-12-31T23:59:59.500Z' }));
  await register(server, URL_A);
  await dispatch(server);
  await server.idle();
  const [registration] = await registrations(server);
  expect(registration?.attempts).toMatchObject([{ at: '9999-12-31T23:59:59.500Z', next: '9999-12-31T23:59:59.999Z' }]);
});

it('a reason is kept in short', async () => {
  const resolve = () => Promise.reject(new Error('no '.repeat(100_000)));
  server = ending(await inProcess({ webhookDelivery: 'on', resolve }));
  await register(server, 'http://receiver.test/');
  await dispatch(server);
  await server.idle();
  expect((await registrations(server))[0]?.attempts[0]?.reason).toHaveLength(500);
});
