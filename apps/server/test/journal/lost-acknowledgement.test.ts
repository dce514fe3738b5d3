/** A connection to PostgreSQL that breaks after a batch was committed, before anybody heard of it. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { Outgoing } from '../../src/journal/outgoing.js';
import { openPostgresJournals } from '../../src/store/stores/postgres/journal/postgres-journals.js';
import { postgresBackend } from '../stores/stores.js';
import { entriesOf, LIMITS, shown } from './journals.js';
import { openEach } from '../use.js';

/** Passes on what a client and a database say, but for the answers to some commits: there it hangs up. */
async function startProxy(database: URL) {
  let breaks: 'before' | 'after' | undefined;
  const server: Server = createServer((client) => {
    const upstream: Socket = connect({ host: database.hostname, port: Number(database.port) });
    const end = (): void => {
      client.destroy();
      upstream.destroy();
    };
    let isBroken = false;
    client.on('data', (data) => {
      isBroken = breaks !== undefined && data.includes('commit\0');
      if (isBroken && breaks === 'before') end();
      else upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isBroken) end();
      else client.write(data);
    });
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = new URL(database);
  if (typeof address === 'object' && address !== null) url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    break: (when: typeof breaks) => (breaks = when),
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const backend = openEach(postgresBackend);
beforeEach(async () => {
  await (await backend.open()).close();
});
const proxy = openEach(() => startProxy(new URL(backend.address)));
const store = openEach(() => openPostgresJournals(proxy.url, LIMITS));

const away = { kind: 'service_unavailable' };

async function idsIn(): Promise<string[]> {
  const { entries } = await store.read('a', 0);
  return entries.map((entry) => shown(entry).id);
}

it.each(['before', 'after'] as const)('%s the commit: a batch is there once when it was tried again', async (when) => {
  await store.append(entriesOf(['r0']));
  const batch = entriesOf(['r1', 'r2']);
  proxy.break(when);
  await expect(store.append(batch, new Map([['a', 2]]))).rejects.toMatchObject(away);
  proxy.break(undefined);
  await store.append(batch, new Map([['a', 2]]));
  await store.append(entriesOf(['r3']));
  expect(await idsIn()).toEqual(['r0', 'r1', 'r2', 'r3']);
  expect(await store.read('a', 0)).toMatchObject({ last: 6, dropped: 2 });
});

it('what a process has yet to write is there once', async () => {
  const outgoing = new Outgoing(store);
  proxy.break('after');
  for (const entry of entriesOf(['r1', 'r2'])) outgoing.add(entry);
  await expect(outgoing.flush()).rejects.toMatchObject(away);
  for (const entry of entriesOf(['r3'])) outgoing.add(entry);
  await outgoing.flush().catch(() => undefined);
  proxy.break(undefined);
  await outgoing.flush();
  expect(await idsIn()).toEqual(['r1', 'r2', 'r3']);
  proxy.break('after');
  for (const entry of entriesOf(['r4'])) outgoing.add(entry);
  await expect(outgoing.flush()).rejects.toMatchObject(away);
  proxy.break(undefined);
  await outgoing.clear('a', 'answered');
  await outgoing.flush();
  expect(await store.read('a', 0)).toMatchObject({ entries: [], last: 4, dropped: 0 });
  outgoing.end();
});
