/** Exchanges that repeat others, in journals that processes share: they wait and are kept together, and each is an entry like any other. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { entryOf as read } from '../../src/journal/entry-texts.js';
import { journalNow, type JournalStore } from '../../src/journal/journal-store.js';
import { Outgoing } from '../../src/journal/outgoing.js';
import { RepeatablePart } from '../../src/journal/repeatable-part.js';
import type { RepeatedExchange } from '../../src/journal/repeated-exchange.js';
import { Repeats } from '../../src/journal/repeats.js';
import { bodyOf, entriesOf, exchangeOf, type JournalBackend, repeatedOf, sharedJournals } from './journals.js';

const response = { headers: { 'content-type': 'text/plain' }, body: bodyOf('x'.repeat(1000)) };
const shared = new RepeatablePart({ ...exchangeOf({ response }), status: 200 });

/** When a test began. */
let begun: number;

/** One that was answered so many seconds after a test began: clocks are not known more closely on a busy machine. */
function repeated(id: string, seconds: number): RepeatedExchange {
  const since = begun + 1000 * seconds - 1;
  const times = { since, until: since + 2, appMs: 1, receivedAt: Date.now() };
  const how = { address: '10.0.0.1', connection: 'c1', ended: 'complete', hasHead: true } as const;
  const headers = ['Accept', '*/*', 'Traceparent', id];
  return repeatedOf(shared, { id, headers, ...times, ...how });
}

/** Some of them together, with these times. */
function together(times: Readonly<Record<string, number>>): Repeats {
  const repeats = new Repeats('a');
  for (const [id, seconds] of Object.entries(times)) repeats.add(repeated(id, seconds));
  return repeats;
}

async function entriesIn(store: JournalStore) {
  const { entries, last, dropped } = await store.read('a', 0);
  return { entries: entries.map(({ sequence, texts }) => read(sequence, texts())), last, dropped };
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
    await store.append([together({ r1: -2 })]);
    expect((await entriesIn(store)).entries).toMatchObject([
      {
        sequence: 1,
        id: 'r1',
        path: '/api/notes',
        status: 200,
        duration_ms: 2,
        client: { address: '10.0.0.1', connection: 'c1' },
        headers: { accept: '*/*', traceparent: 'r1' },
        response: { headers: { 'x-request-id': 'r1', 'server-timing': 'delay;dur=0.0, app;dur=1.00' } },
      },
    ]);
  });

  it('have the order in which they were answered, whichever processes had them together', async () => {
    const [here, there] = [await open(), await open()];
    await here.append([together({ r1: -9, r4: -6, r3: -7 }), ...entriesOf(['r5'], { answeredAt: begun - 5000 })]);
    await there.append([together({ r2: -8, r6: -4 })]);
    expect(await numbered(there)).toBe('1:r1 2:r2 3:r3 4:r4 5:r5 6:r6');
    expect(await numbered(here)).toBe('1:r1 2:r2 3:r3 4:r4 5:r5 6:r6');
    await here.append([together({ r7: 0 })]);
    expect(await numbered(there)).toMatch(/6:r6 7:r7$/);
  });

  it('are cleared up to the time that it was asked for, also where that is in the midst of them', async () => {
    const store = await open();
    await store.append([together({ r1: -9, r2: -8, r3: -3, r4: -2 })]);
    await store.clear('a', { what: 'answered', at: begun - 5000 });
    expect(await numbered(store)).toBe('3:r3 4:r4');
    // Those that come too late are left out, and the others of their batch are not.
    await store.append([together({ r5: -7, r6: -1 })]);
    expect(await numbered(store)).toBe('3:r3 4:r4 5:r6');
    await store.clear('a', { what: 'received', at: begun });
    await store.append([together({ r7: -5, r8: -3 })]);
    expect(await entriesIn(store)).toMatchObject({ entries: [], last: 5, dropped: 0 });
  });

  it('give way one by one where there are too many, and their bodies and headers before that', async () => {
    const store = await open({ entries: 40, bytes: 4000 });
    const ids = (from: number) =>
      Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`r${from + i}`, from / 10 - 9 + i / 1000]));
    for (const from of [0, 20, 40]) await store.append([together(ids(from))]);
    const { entries, last, dropped } = await entriesIn(store);
    expect(last).toBe(60);
    expect(entries.length).toBeGreaterThanOrEqual(35);
    expect(entries.length).toBeLessThanOrEqual(40);
    expect(dropped).toBe(60 - entries.length);
    expect(entries.at(-1)).toMatchObject({ id: 'r59', response: { body: expect.stringMatching(/^x+$/) } });
    expect(entries[0]?.response).toMatchObject({ body: null });
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
