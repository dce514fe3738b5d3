/** The verdicts on receivers of webhooks that take long: they are slow by a clock that the test moves. */
import { patient } from '@understudy/tooling/patience';
import { beforeEach, describe, expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { durableStores } from '../stores/stores.js';
import { inProcess, opened, settingsOf, type TestServer } from '../support.js';
import { dispatch, register } from '../webhooks/hooks.js';
import { type Answer, type Receiver, startReceiver, startTalker } from '../webhooks/receiver.js';
import { COURSES, SANDBOX, verdicts } from './judging.js';
import { openEach, ending } from '../use.js';
import { eventually } from '../eventually.js';

const base = SANDBOX;
const PROMPT_MS = 5000;

let clock: number;
beforeEach(() => {
  clock = 0;
});

/** A receiver that takes so many ms for each delivery, and then does something. */
async function receive(tookMs: number, then: Answer = (response) => response.writeHead(204).end()): Promise<Receiver> {
  const answer: Answer = (response, count) => {
    clock += tookMs;
    then(response, count);
  };
  return ending(await startReceiver(answer));
}

const start = async (options: Record<string, unknown> = {}): Promise<TestServer> =>
  ending(await inProcess({ webhookDelivery: 'on', monotonic: () => clock, ...options }));

/** Delivers an event to a receiver. */
async function deliver(server: TestServer, url: string): Promise<void> {
  await register(server, url, { base });
  await dispatch(server, 'invoice.paid', { base });
  await server.idle();
}

/** The verdicts on receivers. */
const found = async (server: Parameters<typeof verdicts>[0]) =>
  (await verdicts(server)).filter(({ rule }) => rule.startsWith('webhook_'));

it('finds a receiver that acknowledges after more than 5 s', async () => {
  const [server, { url, port }] = [await start(), await receive(PROMPT_MS + 1200)];
  await deliver(server, url);
  const [verdict, ...others] = await found(server);
  expect(others).toEqual([]);
  expect(verdict).toMatchObject({
    id: expect.stringMatching(/^webhook_slow_evt_\w+\.we_\w+_1$/),
    rule: 'webhook_slow',
    severity: 'warning',
    requests: [],
    reference: { text: 'Standard Webhooks, Request timeouts' },
  });
  expect(verdict?.detail).toMatch(
    new RegExp(
      `^Attempt 1 to deliver evt_\\w+ \\(invoice\\.paid\\) to 127\\.0\\.0\\.1:${port}/hooks, delivery evt_\\w+\\.we_\\w+, was acknowledged after 6\\.2 s\\.$`,
    ),
  );
});

it.each<[string, number, Answer]>([
  ['was answered 500 after 6 s', 6000, (response) => response.writeHead(500).end()],
  ['had no answer after 15 s', 15_000, (response) => response.destroy()],
  ['was answered 302 after 5.01 s', 5010, (response) => response.writeHead(302).end()],
])('finds one that fails late: %s', async (result, tookMs, then) => {
  const [server, { url }] = [await start(), await receive(tookMs, then)];
  await deliver(server, url);
  expect(await found(server)).toMatchObject([{ rule: 'webhook_failed_late', requests: [] }]);
  expect((await found(server))[0]?.detail).toContain(` ${result}.`);
});

it.each<[string, number, Answer]>([
  ['acknowledges in time', PROMPT_MS, (response) => response.writeHead(204).end()],
  ['fails at once', 10, (response) => response.writeHead(500).end()],
])('says nothing of one that %s', async (_what, tookMs, then) => {
  const [server, { url }] = [await start(), await receive(tookMs, then)];
  await deliver(server, url);
  expect(await found(server)).toEqual([]);
});

it('takes no notice of the clock of the sandbox, nor of how long a name took to look up', async () => {
  const resolve = async () => {
    clock += 60_000;
    return [{ address: '127.0.0.1', family: 4 as const }];
  };
  const server = await start({ resolve, webhookAllow: '127.0.0.0/8' });
  const { port } = await receive(10, (response) => {
    void send(server, 'POST', `${SANDBOX}/clock`, { action: 'advance', seconds: 60 }).then(() =>
      response.writeHead(204).end(),
    );
  });
  await deliver(server, `http://receiver.test:${port}/hooks`);
  expect(await found(server)).toEqual([]);
});

it('takes no notice of how long it took to reach a receiver, nor of one that was never reached', async () => {
  // Each look at the clock is 6 s later.
  const server = await start({ monotonic: () => (clock += 6000) });
  const talker = ending(await startTalker('no TLS', true));
  await deliver(server, talker.url.replace('http:', 'https:'));
  await talker.connected;
  expect(await found(server)).toEqual([]);
  const { url } = await receive(0);
  await deliver(server, url);
  expect(await found(server)).toMatchObject([{ rule: 'webhook_slow' }]);
});

it('shows no secret of the address, and nothing in the journal', async () => {
  const [server, { url }] = [await start(), await receive(6000)];
  await server.fetch(COURSES);
  await deliver(server, `${url}/sk_live_4eC39HqLyjWDarjtT1zdp7dc?token=opensesame`);
  const all = await found(server);
  expect(all).toHaveLength(1);
  expect(JSON.stringify(all)).not.toMatch(/4eC39|opensesame/);
  const { json } = await send(server, 'GET', `${SANDBOX}/requests?per_page=50`);
  const sequences = (json['data'] as { sequence: number }[]).map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, i) => i + 1));
  expect(JSON.stringify(json)).not.toContain('tookMs');
});

it('stands after the last request that had come, and is filtered like others', async () => {
  const [server, { url }] = [await start(), await receive(6000)];
  await deliver(server, url);
  const { json } = await send(server, 'GET', `${SANDBOX}/conduct`);
  const { last } = json['meta'] as { last: number };
  expect(await verdicts(server, `since=${last - 1}&rule=webhook_slow`)).toHaveLength(1);
  expect(await verdicts(server, `since=${last}`)).toEqual([]);
  expect(await verdicts(server, 'severity=error')).toEqual([]);
  expect(await found(server)).toEqual(await found(server));
});

it.each<[string, (server: TestServer) => Promise<unknown>]>([
  ['a reset', (server) => send(server, 'POST', `${SANDBOX}/reset`)],
  ['clearing the journal', (server) => server.fetch(`${SANDBOX}/requests`, { method: 'DELETE' })],
])('forgets it with %s', async (_what, forget) => {
  const [server, { url }] = [await start(), await receive(6000)];
  await deliver(server, url);
  expect(await found(server)).toHaveLength(1);
  await forget(server);
  expect(await found(server)).toEqual([]);
});

it('says that verdicts may be missing where there were more than the journal takes', async () => {
  const [server, { url }] = [await start({ maxJournal: 2 }), await receive(6000)];
  for (let i = 0; i < 3; i++) await register(server, `${url}/${i}`, { base });
  await server.fetch(`${SANDBOX}/requests`, { method: 'DELETE' });
  await dispatch(server, 'invoice.paid', { base });
  await server.idle();
  expect(await found(server)).toHaveLength(2);
  const { json } = await send(server, 'GET', `${SANDBOX}/conduct`);
  expect(json['meta']).toMatchObject({ incomplete: true, dropped: 0 });
});

describe.each(durableStores)('%s', { timeout: patient(30_000) }, (_name, find) => {
  const backend = openEach(find);

  /** A server on the store. */
  async function replica() {
    const settings = settingsOf({ store: backend.address, webhookDelivery: 'on' });
    const app = ending(await opened(settings, { sink: () => undefined, monotonic: () => clock }));
    return {
      fetch: (path: string, init?: RequestInit) =>
        app.pipeline.fetch(new Request(`http://understudy.test${path}`, init)),
      idle: () => app.deliveries.idle(),
    };
  }

  it('is found whichever server delivered, and forgotten by all', async () => {
    const [one, two, { url }] = [await replica(), await replica(), await receive(6000)];
    await register(one, url, { base });
    await dispatch(one, 'invoice.paid', { base });
    await one.idle();
    await eventually(async () => expect(await found(two)).toMatchObject([{ rule: 'webhook_slow' }]));
    expect(await found(one)).toEqual(await found(two));
    await send(two, 'POST', `${SANDBOX}/reset`);
    for (const server of [one, two]) expect(await found(server)).toEqual([]);
  });
});
