/** Counts that several processes share: each request is counted once, whoever counts, and whatever becomes of the store. */
import { patient } from '@understudy/tooling/patience';
import Database from 'libsql';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { UNKNOWN } from '../../src/store/model/internal.js';
import { TALLY_LOCK } from '../../src/store/stores/postgres/postgres-tallies.js';
import type { Store } from '../../src/store/stores/store.js';
import { openStore } from '../../src/store/open-store.js';
import { match, matched, set } from './counting.js';
import { type Backend, DATASET, postgresBackend, sqliteBackend } from './stores.js';
import { ending, openEach } from '../use.js';
import { eventually } from '../eventually.js';

/** Both durable stores, and how to put something in the place of the count under the key `x` of a sandbox `a`. */
const kinds = [
  [
    'sqlite',
    sqliteBackend,
    async (address: string, value: string) => {
      const db = new Database(address.slice('sqlite:'.length));
      db.prepare(`update tallies set value = ? where sandbox = 'a' and key = 'x'`).run(value);
      db.close();
    },
  ],
  [
    'postgres',
    postgresBackend,
    async (address: string, value: string) => {
      const client = new Client({ connectionString: address });
      await client.connect();
      await client.query(`update understudy_tallies set value = $1 where sandbox = 'a' and key = 'x'`, [value]);
      await client.end();
    },
  ],
] as const;

describe.each(kinds)('%s', (_name, find, damage) => {
  let open: Store[];
  const backend = openEach(find);
  beforeEach(async () => {
    open = await Promise.all([backend.open(), backend.open(), backend.open()]);
  });
  afterEach(async () => {
    await Promise.all(open.map((store) => store.close()));
  });

  it('forgets what was counted before a reset or the end of a sandbox, while others count', async () => {
    const [one, two, three] = open;
    await one?.write('a', UNKNOWN, [[]]);
    const counting = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? one : two)?.tally('a', [`k${i}`], match));
    await Promise.all([...counting, three?.drop('a')]);
    const left = (await one?.tallies('a')) ?? [];
    expect(left.length).toBeLessThanOrEqual(20);
    await three?.replace('a', UNKNOWN, { config: null, revision: 0, records: [], tallies: [] });
    expect(await two?.tallies('a')).toEqual([]);
  });

  it('keeps counts when all are closed and it is opened again', async () => {
    const tally = { matched: 3, struck: 2, since: 1_900_000_000_000, used: 7 };
    await open[0]?.tally('a', ['x', 'y'], set(tally, matched(1)));
    await Promise.all(open.map((store) => store.close()));
    open = [await backend.open()];
    expect(await open[0]?.tallies('a')).toEqual([
      ['x', tally],
      ['y', matched(1)],
    ]);
  });

  it.each([
    ['', 'no JSON'],
    ['{"matched":1', 'half of it'],
    ['null', 'nothing'],
    ['[]', 'a list'],
    ['{"matched":-1,"struck":0,"since":null,"used":0}', 'a count below 0'],
    ['{"matched":1,"struck":0,"since":"now","used":0}', 'a text for an instant'],
  ])('takes %j for never counted, and loses nothing else', async (value) => {
    const [one, two] = open;
    const mark = await one?.write('a', UNKNOWN, [[]]);
    await one?.tally('a', ['x', 'y'], set(matched(5), matched(6)));
    await damage(backend.address, value);
    expect(await two?.tallies('a')).toEqual([['y', matched(6)]]);
    expect(await two?.tally('a', ['x', 'y'], match)).toEqual([0, 6]);
    expect(await one?.tallies('a')).toEqual([
      ['x', matched(1)],
      ['y', matched(7)],
    ]);
    expect(await one?.changedSince('a', UNKNOWN)).toEqual({ mark, config: null, records: [] });
  });
});

/** What becomes of a promise, as its problem's kind where it fails. */
const outcome = async (result: Promise<unknown> | unknown): Promise<unknown> => {
  try {
    return await result;
  } catch (error) {
    return (error as { kind?: string }).kind ?? error;
  }
};

it('fails as the store does while a SQLite file is locked or gone', { timeout: patient(15_000) }, async () => {
  const backend = await sqliteBackend();
  const store = ending(await backend.open());
  const other = new Database(backend.address.slice('sqlite:'.length));
  other.exec('begin immediate');
  expect(await outcome(store.tally('a', ['x'], match))).toBe('service_unavailable');
  other.exec('rollback');
  other.close();
  expect(await store.tally('a', ['x'], match)).toEqual([0]);
  await backend.remove();
  expect(await outcome(store.tally('a', ['x'], match))).toBe('service_unavailable');
});

describe('postgres', () => {
  let administrator: Client;
  let store: Store;
  let backend: Backend;
  beforeEach(async () => {
    backend = await postgresBackend();
    store = await backend.open();
    administrator = new Client({ connectionString: inject('postgresUrl') });
    await administrator.connect();
  });
  afterEach(async () => {
    await administrator.end();
    await store.close();
  });

  /** Somebody else counts in the sandbox, and does not come to an end. */
  const hold = (sandbox: string) =>
    administrator.query(`select pg_advisory_lock(${TALLY_LOCK}, hashtext($1))`, [sandbox]);
  const release = () => administrator.query('select pg_advisory_unlock_all()');

  /** Ends the connections that wait for the counts of a sandbox; how many there were. */
  const endWaiting = async (sandbox: string): Promise<number> => {
    const { rowCount } = await administrator.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
       and classid = ${TALLY_LOCK} and objid = (hashtext($1)::bigint & 4294967295)::oid`,
      [sandbox],
    );
    return rowCount ?? 0;
  };

  it('fails all who count together when their connection ends, and counts those after them', async () => {
    await store.tally('ended', ['x'], match);
    await hold('ended');
    const counting = [1, 2, 3].map(() => outcome(store.tally('ended', ['x'], match)));
    await eventually(async () => expect(await endWaiting('ended')).toBe(1));
    expect(await Promise.all(counting)).toEqual(counting.map(() => 'service_unavailable'));
    await release();
    expect(await store.tally('ended', ['x'], match)).toEqual([1]);
  });

  it('waits no longer than a statement may take, and holds up no other sandbox', async () => {
    const address = backend.address.replace(/statement_timeout=\d+/, 'statement_timeout=300');
    const impatient = ending(await openStore(address, DATASET));
    await hold('held');
    const held = outcome(impatient.tally('held', ['x'], match));
    expect(await impatient.tally('free', ['x'], match)).toEqual([0]);
    expect(await held).toBe('service_unavailable');
    await release();
    await eventually(async () => expect(await impatient.tally('held', ['x'], match)).toEqual([0]));
  });

  it('fails once it is closed, as everything else does', async () => {
    const other = await backend.open();
    await other.close();
    expect(await outcome(other.tally('a', ['x'], match))).toBe('service_unavailable');
    expect(await outcome(other.tallies('a'))).toBe('service_unavailable');
  });
});
