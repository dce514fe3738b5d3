/** Batches of entries that share an exchange, in journals that processes share: each is an entry like any other. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalNow, type RequestEntry } from '../../src/journal/entry.js';
import type { JournalStore } from '../../src/journal/journal-store.js';
import { Outgoing } from '../../src/journal/outgoing.js';
import { bodyOf, entriesOf, entryOf, exchangeOf, type JournalBackend, sharedJournals, shown } from './journals.js';

const response = { headers: { 'content-type': 'text/plain', 'x-request-id': 'first' }, body: bodyOf('x'.repeat(1000)) };
const exchange = exchangeOf({ response });

/** When a test began. */
let begun: number;

/** One that was answered so many seconds after a test began: clocks are not known more closely on a busy machine. */
function repeated(id: string, seconds: number): RequestEntry {
  const answeredAt = begun + 1000 * seconds;
  const times = { since: answeredAt - 1, answeredAt, durationMs: 2, timing: 'app;dur=1.00' };
  const from = { address: '10.0.0.1', connection: 'c1', headers: ['Accept', '*/*', 'Traceparent', id] };
  return entryOf({ id, exchange, ...times, ...from });
}

/** Some of them together, with these times. */
const together = (times: Readonly<Record<string, number>>): RequestEntry[] =>
  Object.entries(times).map(([id, seconds]) => repeated(id, seconds));

async function entriesIn(store: JournalStore) {
  const { entries, last, dropped } = await store.read('a', 0);
  return { entries: entries.map(shown), last, dropped };
}

const numbered = async (store: JournalStore): Promise<string> =>
  (await entriesIn(store)).entries.map(({ sequence, id }) => `${sequence}:${id}`).join(' ');

describe.each(sharedJournals)('in %s', (_name, find) => {
  let backend: JournalBackend;
  const stores: JournalStore[] = [];
  const open: JournalBackend['open'] = async (limits) => {
    const store = await backend.open(limits);
    stores.push(store);
    return store;
  };
  beforeEach(async () => {
    begun = journalNow();
    backend = await find();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
    await backend.remove();
  });

  it('are read as they were', async () => {
    const store = await open();
    await store.append(together({ r1: -2 }));
    expect((await entriesIn(store)).entries).toMatchObject([
      {
        sequence: 1,
        id: 'r1',
        path: '/api/notes',
        status: 200,
        duration_ms: 2,
        client: { address: '10.0.0.1', connection: 'c1' },
        headers: { accept: '*/*', traceparent: 'r1' },
        response: { headers: { 'x-request-id': 'r1', 'server-timing': 'app;dur=1.00' } },
      },
    ]);
  });

  it('have the order in which they were answered, whichever processes had them together', async () => {
    const [here, there] = [await open(), await open()];
    await here.append([...together({ r1: -9, r4: -6, r3: -7 }), ...entriesOf(['r5'], { answeredAt: begun - 5000 })]);
    await there.append(together({ r2: -8, r6: -4 }));
    expect(await numbered(there)).toBe('1:r1 2:r2 3:r3 4:r4 5:r5 6:r6');
    expect(await numbered(here)).toBe('1:r1 2:r2 3:r3 4:r4 5:r5 6:r6');
    await here.append(together({ r7: 0 }));
    expect(await numbered(there)).toMatch(/6:r6 7:r7$/);
  });

  it('are cleared up to the time that it was asked for, also where that is in the midst of them', async () => {
    const store = await open();
    await store.append(together({ r1: -9, r2: -8, r3: -3, r4: -2 }));
    await store.clear('a', { what: 'answered', at: begun - 5000 });
    expect(await numbered(store)).toBe('3:r3 4:r4');
    // Those that come too late are left out, and the others of their batch are not.
    await store.append(together({ r5: -7, r6: -1 }));
    expect(await numbered(store)).toBe('3:r3 4:r4 5:r6');
    await store.clear('a', { what: 'received', at: begun });
    await store.append(together({ r7: -5, r8: -3 }));
    expect(await entriesIn(store)).toMatchObject({ entries: [], last: 5, dropped: 0 });
  });

  it('give way where there are too many, each as a whole', async () => {
    const store = await open({ entries: 40 });
    const ids = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`r${from + i}`, from / 10 - 9 + i / 1000]));
    for (const from of [0, 20, 40]) await store.append(together(ids(from)));
    const { entries, last, dropped } = await entriesIn(store);
    expect(last).toBe(60);
    expect(entries.length).toBeGreaterThanOrEqual(35);
    expect(entries.length).toBeLessThanOrEqual(40);
    expect(dropped).toBe(60 - entries.length);
    for (const entry of entries) expect(entry.response.body).toMatch(/^x+$/);
    expect(entries.at(-1)?.id).toBe('r59');
  });

  it('that cannot be written for long give way one by one, and are counted', async () => {
    const store = await open({ entries: 30_000 });
    const back = new Outgoing(store);
    for (let i = 0; i < 20_003; i += 1) back.add(repeated('r', 0));
    await back.flush();
    const { last, dropped } = await store.read('a', 20_002);
    expect([last, dropped]).toEqual([20_003, 3]);
    back.end();
  });
});
