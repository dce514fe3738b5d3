/** Connections to PostgreSQL: how long they and their statements may take, what holds on them, and what comes of those that break. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { eventually } from '../../../../test/eventually.js';
import { StoreRefused } from '../store.js';
import { connectMs, PostgresPool, statementMs } from './pool.js';

const ADDRESS = 'postgres://me:secret@127.0.0.1/x';

describe('a connection', () => {
  test('may take as long as the server says, or as the address does, in seconds', () => {
    expect(connectMs(ADDRESS, 2000)).toBe(2000);
    expect(connectMs(`${ADDRESS}?sslmode=disable&connect_timeout=10`, 2000)).toBe(10_000);
    expect(connectMs(`${ADDRESS}?connect_timeout=99`, 2000)).toBe(99_000);
  });

  test.each(['0', '-1', '100', '1.5', '1e1', 'abc', ''])('cannot be given %j', (given) => {
    expect(() => connectMs(`${ADDRESS}?connect_timeout=${given}`, 2000)).toThrow(StoreRefused);
  });
});

describe('a statement', () => {
  test('may take 3 s, or as long as the address says, in ms', () => {
    expect(statementMs(ADDRESS)).toBe(3000);
    expect(statementMs(`${ADDRESS}?statement_timeout=100`)).toBe(100);
    expect(statementMs(`${ADDRESS}?statement_timeout=99999`)).toBe(99_999);
  });

  test.each(['0', '99', '100000', '1.5', '3s', ''])('cannot be given %j', (given) => {
    expect(() => statementMs(`${ADDRESS}?statement_timeout=${given}`)).toThrow(StoreRefused);
  });
});

test.each([
  ['', '3s'],
  ['?statement_timeout=12345', '12345ms'],
])('the database itself ends statements, with %j in its address', async (search, limit) => {
  const pool = new PostgresPool(inject('postgresUrl') + search);
  expect(await pool.query('show statement_timeout')).toEqual([{ statement_timeout: limit }]);
  await pool.close();
});

test('a transaction that the database ends for the sake of another is done again', async () => {
  const other = new Client(inject('postgresUrl'));
  await other.connect();
  const pool = new PostgresPool(inject('postgresUrl'));
  const locking = (id: string) => `select pg_advisory_xact_lock(1, hashtext('deadlock ${id}'))`;
  // The other one waits for as long as it takes: it is never the one that is ended.
  await other.query(`begin; set local deadlock_timeout = '1h'; ${locking('second')}`);
  const work = vi.fn<() => void>();
  const done = pool.transaction({ lock: { space: 1, name: 'deadlock first' } }, async (query) => {
    work();
    await query(locking('second'));
    return 'done';
  });
  await eventually(() => expect(work).toHaveBeenCalledOnce());
  await other.query(locking('first'));
  await other.query('commit');
  expect(await done).toBe('done');
  expect(work).toHaveBeenCalledTimes(2);
  await other.end();
  await pool.close();
});

/** A way to the database on which new connections are passed on, left hanging, or refused. */
interface Way {
  readonly url: string;
  readonly server: Server;
  readonly opened: Socket[];
  mode: 'open' | 'hanging' | 'closed';
}

// Timers go by when a test says so: a busy machine, which takes seconds for what takes none, gives up nobody.
describe('a connection that does not come about, or breaks', () => {
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

  const ask = (text: string) => pool.query(text);

  const ONE = [{ one: 1 }];
  const one = () => ask('select 1 as one');
  const slow = (seconds: number) => ask(`select 1 as one, pg_sleep(${seconds})::text as slept`);

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
});
