/**
 * Connections that do not come about, or break: whoever waits has the next that is free. Timers go by when a test says so,
 * so that a busy machine, which takes seconds for what takes none, gives up nobody.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { PostgresPool } from './pool.js';

/** A way to the database on which new connections are passed on, left hanging, or refused. */
interface Way {
  readonly url: string;
  readonly server: Server;
  readonly opened: Socket[];
  mode: 'open' | 'hanging' | 'closed';
}

let way: Way;
let pool: PostgresPool;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const to = new URL(inject('postgresUrl'));
  const server = createServer((socket) => {
    way.opened.push(socket.on('error', () => undefined));
    if (way.mode === 'closed') socket.destroy();
    if (way.mode !== 'open') return void socket.resume();
    const target = connect(Number(to.port), to.hostname).on('error', () => socket.destroy());
    socket
      .pipe(target)
      .pipe(socket)
      .on('close', () => target.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(to);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  url.searchParams.set('connect_timeout', '1');
  way = { url: url.href, server, opened: [], mode: 'open' };
  pool = new PostgresPool(way.url);
});
afterEach(async () => {
  for (const socket of way.opened) socket.destroy();
  await pool.close();
  way.server.close();
  vi.useRealTimers();
});

/** What some work fails with. */
const refusalOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

/** Waits for what comes of sockets alone, until the test is over. */
async function until(holds: () => boolean): Promise<void> {
  while (way.server.listening && !holds()) await new Promise<void>((resolve) => setImmediate(resolve));
}

const ask = (text: string) => pool.query({ name: text, text, values: [] });

const ONE = [{ one: 1 }];
const one = () => ask('select 1 as one');
const slow = (seconds: number) => ask(`select 1 as one, pg_sleep(${seconds})::text as slept`);

test('a statement takes the connection that is free first, not the one that it was opened for', async () => {
  await one();
  way.mode = 'hanging';
  const before = slow(0.2);
  const behind = one();
  await until(() => way.opened.length === 2);
  await before;
  expect(await behind).toEqual(ONE);
});

test('connections that do not come about refuse nobody for whom there is another', async () => {
  await one();
  way.mode = 'hanging';
  const before = slow(0.2);
  expect(await Promise.all(Array.from({ length: 30 }, one))).toEqual(Array.from({ length: 30 }, () => ONE));
  await before;
  // The one that was asked for is given up after a second: no rest follows, and it may be asked for again.
  await until(() => way.opened.length > 1);
  expect(way.opened[1]?.destroyed).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  await until(() => way.opened[1]?.destroyed === true);
  expect(await one()).toEqual(ONE);
  way.mode = 'open';
  expect(await Promise.all([slow(0.1), one(), one()])).toHaveLength(3);
});

test('nobody waits for longer than a connection may take', async () => {
  way.mode = 'hanging';
  let isSettled = false;
  const refused = refusalOf(one()).finally(() => {
    isSettled = true;
  });
  await until(() => way.opened.length === 1);
  await vi.advanceTimersByTimeAsync(999);
  expect(isSettled).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await refused).toMatchObject({ kind: 'service_unavailable' });
  way.mode = 'open';
  expect(await one()).toEqual(ONE);
});

test('where there is no connection at all, everybody is refused at once', async () => {
  way.mode = 'closed';
  // No timer goes by meanwhile.
  const refused = await Promise.allSettled(Array.from({ length: 15 }, one));
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(['rejected']));
});

test('a connection that breaks while it is lent or idle is lent to nobody else', async () => {
  await one();
  const refused = refusalOf(slow(5));
  const [first] = way.opened;
  await once(first as Socket, 'data');
  first?.destroy();
  expect(await refused).toMatchObject({ kind: 'service_unavailable' });
  expect(await one()).toEqual(ONE);
  way.opened[1]?.destroy();
  await once(way.opened[1] as Socket, 'close');
  // The pool hears of it a little later.
  const last = (): Promise<unknown> => one().catch(last);
  expect(await last()).toEqual(ONE);
});
