/** Deliveries outlive the process that took them on: another one makes them, without being asked anything. */
import { patient } from '@understudy/tooling/patience';
import { type SpawnedServer, spawnServer } from '@understudy/tooling/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ServerParts } from '../../src/server/parts.js';
import { ask } from '../replicas/cluster.js';
import { durableStores } from '../stores/stores.js';
import { dispatch, register, registrationOf } from './hooks.js';
import { type Receiver, startReceiver, statuses } from './receiver.js';
import { opened, settingsOf } from '../support.js';
import { ending, openEach } from '../use.js';

// Processes start here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: patient(30_000), hookTimeout: patient(30_000) });

const LEASE_MS = 30_000;

/** How often the one that survives looks, in ms: it is not waited for longer than it takes to see that it does. */
const LOOK_EVERY_MS = 200;

describe.each(durableStores)('%s', (_name, find) => {
  let receiver: Receiver;
  const backend = openEach(find);
  afterEach(() => void vi.useRealTimers());

  /** A receiver that leaves some deliveries without an answer, and takes the others. */
  async function receive(unanswered: number): Promise<void> {
    receiver = ending(
      await startReceiver((response, count) => {
        if (count >= unanswered) response.writeHead(204).end();
      }),
    );
  }

  /** A server as a user runs it, which can be killed. */
  async function victim(flags: readonly string[] = []): Promise<SpawnedServer> {
    const server = await spawnServer(['--store', backend.address, '--webhook-delivery', 'on', ...flags]);
    ending({ stop: () => server.stop('SIGKILL') });
    return server;
  }

  /** A server that nobody asks anything, on a machine whose clock is ahead by some ms. */
  async function survivor(ahead: number): Promise<Pick<SpawnedServer, 'fetch'>> {
    const settings = settingsOf({ store: backend.address, webhookDelivery: 'on' });
    const parts: Omit<ServerParts, 'platform'> = {
      sink: () => undefined,
      machineNow: () => Date.now() + ahead,
      lookEveryMs: LOOK_EVERY_MS,
    };
    const app = ending(await opened(settings, parts));
    return { fetch: (path, init) => app.pipeline.fetch(new Request(`http://understudy.test${path}`, init)) };
  }

  const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);

  it.each(['', '/sandboxes/a'])(
    'killed while an attempt is under way: made again by the next process (%s)',
    async (base) => {
      await receive(1);
      const server = await victim();
      const webhook = await register(server, receiver.url, { base });
      const { id } = await dispatch(server, 'a.b', { base });
      await receiver.reached(1);
      await server.stop('SIGKILL');
      await survivor(0);
      // Whoever looks while the lease runs, leaves it alone.
      expect(ids()).toEqual([id]);
      const next = await survivor(LEASE_MS);
      await receiver.reached(2);
      expect(ids()).toEqual([id, id]);
      const delivered = { total: 1, succeeded: 1, failed: 0, pending: 0 };
      await expect.poll(async () => (await registrationOf(next, webhook, base)).deliveries).toEqual(delivered);
    },
  );

  it('killed while a retry waits: made when it is due, by a process that was there before', async () => {
    receiver = await startReceiver((response, count) => {
      if (count > 0) response.writeHead(204).end();
      else response.writeHead(503, { 'retry-after': '3600' }).end();
    });
    const other = await survivor(0);
    const server = await victim();
    const webhook = await register(server, receiver.url);
    const { id } = await dispatch(server);
    await expect.poll(async () => (await registrationOf(server, webhook)).attempts).toHaveLength(1);
    await server.stop('SIGKILL');
    // An hour passes; the only real wait is until the other process looks.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await receiver.reached(2);
    expect(ids()).toEqual([id, id]);
    await expect.poll(async () => (await registrationOf(other, webhook)).deliveries.succeeded).toBe(1);
  });

  it('killed with many waiting: nothing acknowledged is lost', async () => {
    let isSilent = true;
    receiver = await startReceiver((response) => {
      if (!isSilent) response.writeHead(204).end();
    });
    const server = await victim();
    const webhook = await register(server, receiver.url);
    const acknowledged: string[] = [];
    for (let i = 0; i < 20; i++) acknowledged.push((await dispatch(server)).id);
    // Most have not been begun when it is killed.
    await receiver.reached(4);
    await server.stop('SIGKILL');
    const begun = receiver.received.length;
    isSilent = false;
    const next = await survivor(LEASE_MS);
    const succeeded = async () => (await registrationOf(next, webhook)).deliveries.succeeded;
    await expect.poll(succeeded, { timeout: patient(10_000) }).toBe(20);
    expect(ids().slice(begun).toSorted()).toEqual(acknowledged.toSorted());
  });

  it('stopped while an attempt is under way: given back, and made at once by the next process', async () => {
    await receive(1);
    const server = await victim();
    await register(server, receiver.url);
    const { id } = await dispatch(server);
    await receiver.reached(1);
    expect(await server.stop('SIGTERM')).toBe(0);
    await survivor(0);
    await receiver.reached(2);
    expect(ids()).toEqual([id, id]);
  });

  it('two replicas, one of which dies with the lease: the other makes it, and is asked nothing', async () => {
    await receive(1);
    const other = await survivor(LEASE_MS);
    const server = await victim();
    const webhook = await register(server, receiver.url);
    const { id } = await dispatch(server);
    await receiver.reached(1);
    await server.stop('SIGKILL');
    await receiver.reached(2);
    // What is not recorded before the lease ends would be made once more.
    const delivered = { deliveries: { total: 1, succeeded: 1, failed: 0, pending: 0 } };
    await expect.poll(() => registrationOf(other, webhook), { timeout: patient(10_000) }).toMatchObject(delivered);
    expect(ids()).toEqual([id, id]);
  });

  it('a clock that stands makes nothing due after a restart, until it is moved', async () => {
    receiver = await startReceiver(statuses(500, 204));
    const server = await victim(['--clock', '2026-03-01T12:00:00Z']);
    const webhook = await register(server, receiver.url, { base: '/sandboxes/a' });
    const clock = { body: { action: 'freeze' } };
    await ask(server, 'POST', '/sandboxes/a/clock', clock);
    await dispatch(server, 'a.b', { base: '/sandboxes/a' });
    await expect.poll(async () => (await registrationOf(server, webhook, '/sandboxes/a')).attempts).toHaveLength(1);
    await server.stop('SIGKILL');
    const next = await survivor(LEASE_MS);
    expect(receiver.received).toHaveLength(1);
    await ask(next, 'POST', '/sandboxes/a/clock', { body: { action: 'advance', seconds: 1 } });
    await receiver.reached(2);
  });
});
