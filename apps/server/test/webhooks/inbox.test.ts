/** Inboxes: what is posted to a sandbox is listed with the check of its signature, and answered as it was configured. */
import { createHmac } from 'node:crypto';
import type { JournalEntry } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { sqliteBackend } from '../stores/stores.js';
import { type Given, NOW, type OwnServer, overSocket } from '../support.js';
import { advance, BASE64_SECRET, dispatch, RAW_SECRET, register, registrationOf } from './hooks.js';
import { delivering, serving } from './serving.js';
import { ending } from '../use.js';

const BOX = '/sandboxes/a/inbox/orders';

/** Waits of less than a second are over at once, and others when nobody waits any more. */
const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (ms < 1000) resolve();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

const own = async (given: Given = {}): Promise<OwnServer> =>
  ending(await overSocket({ webhookDelivery: 'on', sleep, ...given }));

const post = async (server: Pick<OwnServer, 'fetch'>, headers: Record<string, string> = {}, body = '{"n":1}') =>
  (await server.fetch(BOX, { method: 'POST', headers, body })).status;

async function came(server: Pick<OwnServer, 'fetch'>, query = ''): Promise<JournalEntry[]> {
  const answer = await server.fetch(`${BOX}?${query}`);
  return ((await answer.json()) as { data: JournalEntry[] }).data;
}

const hmac = (secret: string, text: string, as: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', secret).update(text).digest(as);

describe.each(['memory', 'sqlite'])('on %s', (kind) => {
  const start = async () => {
    if (kind === 'memory') return own();
    const backend = await sqliteBackend();
    ending(backend);
    return own({ store: await backend.open() });
  };

  it('receives the webhooks of its own server, whose signatures verify, and its answers count as those of a receiver', async () => {
    const server = await start();
    const webhook = await register(server, `${server.origin}${BOX}`, { base: '/sandboxes/a' });
    const set = { fault: 'server_error', times: 1 };
    expect(await send(server, 'PUT', BOX, set)).toMatchObject({ json: { data: [{ id: 'inbox:orders', ...set }] } });
    const { id } = await dispatch(server, 'order.paid', { base: '/sandboxes/a', data: { total: 5 } });
    const [first] = await came(server, 'wait=60');
    expect(first).toMatchObject({ status: 500, signature: 'valid', method: 'POST', headers: { 'webhook-id': id } });
    expect(JSON.parse(first?.body ?? '')).toMatchObject({ type: 'order.paid', data: { object: { total: 5 } } });
    await server.idle();
    await advance(server, 1, 'a');
    const both = await came(server, 'wait=60&min=2');
    expect(both.map(({ status, signature }) => [status, signature])).toEqual([
      [500, 'valid'],
      [200, 'valid'],
    ]);
    await server.idle();
    const { deliveries } = await registrationOf(server, webhook, '/sandboxes/a');
    expect(deliveries).toMatchObject({ succeeded: 1, failed: 0 });
    // What others send is no conduct of the app.
    expect(await send(server, 'GET', '/sandboxes/a/conduct')).toMatchObject({ json: { data: [] } });
  });
});

it('says what came of each signature, of whichever sender', async () => {
  const server = await serving();
  const now = Date.parse(NOW) / 1000;
  const standard = (time: number) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(time),
    'webhook-signature': `v1,${hmac(RAW_SECRET, `msg_1.${time}.{}`, 'base64')}`,
  });
  expect(await post(server, standard(now), '{}')).toBe(200);
  await send(server, 'PUT', BOX, { secret: RAW_SECRET, answer: { status: 202, body: 'thanks' } });
  for (const headers of [
    {},
    standard(now),
    standard(now - 301),
    standard(0),
    { ...standard(now), 'webhook-timestamp': '' },
    { ...standard(now), 'webhook-signature': 'v1,AAAA' },
    { 'stripe-signature': `t=${now},v1=${hmac('another', `${now}.{}`)},v1=${hmac(RAW_SECRET, `${now}.{}`)}` },
    { 'x-hub-signature-256': `sha256=${hmac(RAW_SECRET, '{}')}` },
    { 'x-hub-signature-256': `sha256=${hmac(BASE64_SECRET, '{}')}` },
  ]) {
    expect(await post(server, headers, '{}')).toBe(202);
  }
  const states = (await came(server)).map(({ signature }) => signature);
  expect(states).toEqual([
    'unknown',
    'unsigned',
    'valid',
    'old',
    'old',
    'invalid',
    'invalid',
    'valid',
    'valid',
    'invalid',
  ]);
  expect(JSON.stringify((await send(server, 'GET', '/sandboxes/a/faults')).json)).not.toContain(RAW_SECRET);
  expect((await came(server, 'min=11&wait=0.01')).length).toBe(10);
});

it('meets its own rules alone, in each copy of the sandbox, and leaves no room for bad input', async () => {
  const server = await delivering();
  await send(server, 'POST', '/sandboxes/a/faults', { fault: 'server_error', times: 1 });
  await send(server, 'PUT', BOX, { fault: 'rate_limit;retry_after=7', after: 1 });
  expect([await post(server), await post(server)]).toEqual([200, 429]);
  expect((await send(server, 'GET', '/sandboxes/a/api/education/courses')).status).toBe(500);
  await send(server, 'PUT', '/sandboxes/b', { from: 'a' });
  const copied = await server.fetch('/sandboxes/b/inbox/orders', { method: 'POST', body: 'x' });
  expect([copied.status, copied.headers.get('retry-after')]).toEqual([429, '7']);
  const list = await send(server, 'GET', '/sandboxes/b/inbox/orders');
  expect(list.json['data']).toMatchObject([{ body: 'x', fault: { rule: 'inbox:orders' } }]);
  for (const [method, path, body, status] of [
    ['PUT', BOX, { fault: 'nonsense' }, 400],
    ['PUT', BOX, { fault: 'hang', answer: { status: 200 } }, 400],
    ['PUT', BOX, { secrets: 'x' }, 400],
    ['PUT', '/sandboxes/a/inbox/a%20b', {}, 400],
    ['POST', '/sandboxes/a/inbox/a%20b', {}, 400],
    ['POST', '/sandboxes/a/inbox/order%73', {}, 400],
    ['POST', `${BOX}/`, {}, 400],
    ['POST', '/sandboxes/A/inbox/a', {}, 400],
    ['PATCH', BOX, {}, 405],
  ] as const) {
    expect((await send(server, method, path, body)).status, `${method} ${path}`).toBe(status);
  }
  const big = await server.fetch(BOX, { method: 'POST', body: 'x'.repeat(10_000_001) });
  expect(big.status).toBe(413);
});

it('refuses strangers from elsewhere without a token or a signature', async () => {
  const given = { adminToken: 'correct-horse', trustProxy: 1 };
  const server = await own(given);
  const from = { 'x-forwarded-for': '203.0.113.7' };
  const token = { authorization: 'Bearer correct-horse' };
  await server.fetch(BOX, {
    method: 'PUT',
    headers: { ...token, 'content-type': 'application/json' },
    body: '{"secret":"s"}',
  });
  const signed = { 'x-hub-signature-256': `sha256=${hmac('s', '{"n":1}')}` };
  for (const [headers, status] of [
    [{}, 200],
    [from, 401],
    [{ ...from, authorization: 'Bearer wrong' }, 401],
    [{ ...from, ...token }, 200],
    [{ ...from, ...signed }, 200],
  ] as const) {
    expect(await post(server, headers)).toBe(status);
  }
  expect((await server.fetch(BOX)).status).toBe(401);
});
