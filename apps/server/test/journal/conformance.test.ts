/** What every store of journals must do, whichever it is. */
import { patient } from '@understudy/tooling/patience';
import { isExhaustive } from '@understudy/tooling/sample';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { journalNow } from '../../src/journal/entry.js';
import type { JournalStore } from '../../src/journal/journal-store.js';
import {
  allJournals,
  bodyOf,
  entriesOf,
  entryOf,
  exchangeOf,
  idsIn,
  type JournalBackend,
  sharedJournals,
  shown,
} from './journals.js';
import { openEach } from '../use.js';

async function sequencesIn(store: JournalStore, sandbox = 'a'): Promise<number[]> {
  return (await store.read(sandbox, 0)).entries.map(({ sequence }) => sequence);
}

const ids = (count: number, from = 1) => Array.from({ length: count }, (_, i) => `r${i + from}`);

/** PostgreSQL where every case is tried: what processes share is tried of it below, and its statements are those of SQLite. */
const tried = isExhaustive ? allJournals : allJournals.filter(([name]) => name !== 'postgres');

describe.each(tried)('journals in %s', (_name, find) => {
  let store: JournalStore;
  async function open(limits: Parameters<JournalBackend['open']>[0]): Promise<void> {
    store = await backend.open(limits);
  }
  const backend = openEach(find);
  afterEach(async () => {
    await store.close();
  });

  it('number the entries of each sandbox from 1, and give them back in order', async () => {
    await open({});
    await store.append([...entriesOf(['r1', 'r2']), entryOf({ id: 's1', sandbox: 'b' }), ...entriesOf(['r3'])]);
    expect(await idsIn(store)).toEqual(['r1', 'r2', 'r3']);
    expect(await sequencesIn(store)).toEqual([1, 2, 3]);
    expect(await idsIn(store, 'b')).toEqual(['s1']);
    expect(await idsIn(store, 'a', 2)).toEqual(['r3']);
    expect(await idsIn(store, 'a', 3)).toEqual([]);
    expect(await store.read('c', 0)).toEqual({ entries: [], last: 0, dropped: 0 });
    expect(await store.read('a', 0)).toMatchObject({ last: 3, dropped: 0 });
  });

  it('say how far sandboxes have come', async () => {
    await open({});
    await store.append([...entriesOf(['r1', 'r2']), entryOf({ sandbox: 'b' })]);
    const lasts = await store.lasts(['a', 'b', 'c']);
    expect([lasts.get('a'), lasts.get('b'), lasts.get('c') ?? 0]).toEqual([2, 1, 0]);
  });

  it('keep every text as it was', async () => {
    await open({});
    const content = JSON.stringify({ title: 'Zürich\n日本 \u0000 \ud800 \u{1f600}' });
    const body = { content, bytes: Buffer.byteLength(content), isTruncated: false };
    const of = { durationMs: 2, timing: 'app;dur=1.00', address: '10.0.0.1', connection: 'c1' };
    await store.append([entryOf({ ...of, query: "q='%00", body, response: { headers: { etag: '"x"' }, body } })]);
    const [entry] = (await store.read('a', 0)).entries;
    expect(entry && shown(entry)).toMatchObject({
      query: "q='%00",
      body: content,
      duration_ms: 2,
      client: { address: '10.0.0.1', connection: 'c1' },
      headers: { accept: 'application/json' },
      response: { headers: { etag: '"x"', 'x-request-id': 'req_1', 'server-timing': 'app;dur=1.00' }, body: content },
    });
  });

  it('read more entries than one page has', async () => {
    await open({ entries: 5000 });
    await store.append(entriesOf(ids(1200)));
    expect(await idsIn(store)).toEqual(ids(1200));
    expect((await idsIn(store, 'a', 1199)).length).toBe(1);
    for (const [after, limit] of [
      [0, 1],
      [100, 100],
      [300, 700],
      [1150, 100],
    ] as const) {
      const { entries, last } = await store.read('a', after, limit);
      const count = Math.min(limit, 1200 - after);
      expect([entries.length, entries[0]?.sequence, entries.at(-1)?.sequence]).toEqual([
        count,
        after + 1,
        after + count,
      ]);
      expect(last).toBe(1200);
    }
  });

  it('drop the oldest entries where there are too many, and say so', async () => {
    await open({ entries: 10 });
    for (let i = 1; i <= 25; i++) await store.append(entriesOf([`r${i}`]));
    const { entries, last, dropped } = await store.read('a', 0);
    expect(last).toBe(25);
    expect(entries.length).toBeLessThanOrEqual(10);
    expect(entries.length).toBeGreaterThanOrEqual(8);
    expect(dropped).toBe(25 - entries.length);
    expect(await idsIn(store)).toEqual(ids(entries.length, 26 - entries.length));
    // Several at once are no different.
    await store.append(entriesOf(ids(40, 26)));
    expect((await idsIn(store)).at(-1)).toBe('r65');
    expect((await store.read('a', 0)).entries.length).toBeLessThanOrEqual(10);
  });

  it('drop the oldest entries where they are too many bytes, each as a whole, and say so', async () => {
    await open({ bytes: 60_000 });
    for (let i = 1; i <= 100; i++) await store.append([entryOf({ id: `r${i}`, body: bodyOf('x'.repeat(3000)) })]);
    const { entries, last, dropped } = await store.read('a', 0);
    expect([last, entries.length + dropped]).toEqual([100, 100]);
    expect(entries.length).toBeGreaterThanOrEqual(12);
    expect(entries.length).toBeLessThanOrEqual(20);
    expect(entries.map(shown)).toEqual(
      ids(entries.length, 101 - entries.length).map((id) =>
        expect.objectContaining({ id, body: 'x'.repeat(3000), headers: { accept: 'application/json' } }),
      ),
    );
  });

  it('count once what entries share', async () => {
    await open({ bytes: 200_000 });
    const exchange = exchangeOf({ response: { headers: { etag: '"x"' }, body: bodyOf('x'.repeat(4000)) } });
    await store.append(entriesOf(ids(150), { exchange, timing: 'app;dur=1' }));
    const { entries, dropped } = await store.read('a', 0);
    expect([entries.length, dropped]).toEqual([150, 0]);
    const headers = { etag: '"x"', 'x-request-id': 'r150', 'server-timing': 'app;dur=1' };
    expect(entries.map(shown).at(-1)?.response).toMatchObject({ headers, body: 'x'.repeat(4000) });
  });

  it('keep one entry that is larger than its sandbox may have', async () => {
    await open({ bytes: 2000 });
    for (const id of ['r1', 'r2']) await store.append([entryOf({ id, body: bodyOf('x'.repeat(60_000)) })]);
    const { entries, dropped } = await store.read('a', 0);
    expect([entries.map((entry) => shown(entry).id), dropped]).toEqual([['r2'], 1]);
    expect(entries.map((entry) => shown(entry).body?.length)).toEqual([60_000]);
  });

  it('let the largest journals give way where all are too large together', async () => {
    await open({ totalBytes: 60_000 });
    await store.append([entryOf({ sandbox: 'small', id: 'kept', body: bodyOf('x') })]);
    for (let i = 0; i < 100; i++) {
      await store.append([entryOf({ sandbox: 'large', id: `r${i}`, body: bodyOf('x'.repeat(2000)) })]);
    }
    expect(await idsIn(store, 'small')).toEqual(['kept']);
    const { entries, last, dropped } = await store.read('large', 0);
    expect([last, entries.length + dropped]).toEqual([100, 100]);
    expect(entries.length).toBeGreaterThanOrEqual(10);
    expect(entries.length).toBeLessThan(30);
    expect(await idsIn(store, 'large')).toEqual(ids(entries.length, 100 - entries.length));
  });

  it('hold so many journals only; those of sandboxes that nobody wrote to give way, the last ones last', async () => {
    await open({ journals: 40 });
    await store.append([entryOf({ sandbox: 'written' })]);
    const names = Array.from({ length: 300 }, (_, i) => `s${i}`);
    for (let i = 0; i < 300; i += 10)
      await store.append(names.slice(i, i + 10).map((sandbox) => entryOf({ sandbox, isMinor: true })));
    expect(await sequencesIn(store, 'written')).toEqual([1]);
    expect((await sequencesIn(store, 's299')).length).toBe(1);
    const lasts = await store.lasts(names);
    expect(names.filter((name) => (lasts.get(name) ?? 0) > 0).length).toBeLessThanOrEqual(80);
  });

  it('clear a journal, which goes on counting and is whole again', async () => {
    await open({ entries: 5 });
    await store.append(entriesOf(ids(8)));
    await store.append([entryOf({ sandbox: 'b' })]);
    await store.clear('a', { what: 'answered', at: journalNow() });
    expect(await store.read('a', 0)).toEqual({ entries: [], last: 8, dropped: 0 });
    await store.append(entriesOf(['r9']));
    expect(await sequencesIn(store)).toEqual([9]);
    expect(await sequencesIn(store, 'b')).toEqual([1]);
    expect((await store.read('a', 0)).dropped).toBe(0);
    await store.clear('nobody', { what: 'answered', at: journalNow() });
    expect(await store.read('nobody', 0)).toMatchObject({ entries: [], last: 0 });
  });

  it('leave out what was received before the sandbox began anew, whenever it ends', async () => {
    await open({});
    const before = journalNow() - 50;
    await store.append(entriesOf(['r1']));
    await store.clear('a', { what: 'received', at: journalNow() });
    const now = journalNow();
    await store.append([entryOf({ id: 'straggler', since: before }), entryOf({ id: 'new', since: now })]);
    expect(await idsIn(store)).toEqual(['new']);
    expect(await sequencesIn(store)).toEqual([2]);
  });

  it('give no number twice, though a journal gave way in the meantime', async () => {
    await open({ journals: 2 });
    const minor = (sandbox: string, count = 1) => entriesOf(ids(count), { sandbox, isMinor: true });
    await store.append(minor('a', 5));
    for (const sandbox of ['b', 'c', 'd', 'a']) await store.append(minor(sandbox));
    expect(await sequencesIn(store)).toEqual([6]);
    expect(await store.read('a', 5)).toMatchObject({ last: 6, dropped: 0 });
    // One that was written to, and is empty.
    await store.append(entriesOf(ids(3), { sandbox: 'w' }));
    const { last } = await store.read('w', 0);
    await store.clear('w', { what: 'received', at: journalNow() });
    for (const sandbox of ['e', 'f', 'g', 'h']) await store.append(minor(sandbox));
    await store.append(entriesOf(ids(1), { sandbox: 'w', isMinor: true, since: journalNow() }));
    expect((await sequencesIn(store, 'w')).filter((sequence) => sequence <= last)).toEqual([]);
    expect(await store.read('w', last)).toMatchObject({ dropped: 0, entries: [{}] });
  });
});

describe.each(sharedJournals)('processes that share journals in %s', (_name, find) => {
  let handles: JournalStore[];
  const backend = openEach(find);
  beforeEach(async () => {
    handles = await Promise.all([backend.open(), backend.open(), backend.open()]);
  });
  afterEach(async () => {
    for (const store of handles) await store.close();
  });

  it('leave out what was answered before a journal was cleared and comes late, and what was lost on its way counts as dropped', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    const late = entryOf({ id: 'late', since: journalNow() - 40, answeredAt: journalNow() - 30 });
    const long = entryOf({ id: 'long', since: journalNow() - 40, answeredAt: journalNow() + 60_000 });
    await here.clear('a', { what: 'answered', at: journalNow() });
    await there.append([late, long], new Map([['a', 3]]));
    expect(await idsIn(here)).toEqual(['long']);
    expect(await here.read('a', 0)).toMatchObject({ last: 4, dropped: 3 });
  });

  it('clear up to an instant that lies in the midst of entries that share an exchange', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    const begun = journalNow();
    const exchange = exchangeOf();
    const answered = (seconds: Readonly<Record<string, number>>) =>
      Object.entries(seconds).map(([id, ago]) => {
        const answeredAt = begun - 1000 * ago;
        return entryOf({ id, exchange, since: answeredAt - 1, answeredAt });
      });
    await here.append(answered({ r1: 9, r2: 8, r3: 3, r4: 2 }));
    await there.clear('a', { what: 'answered', at: begun - 5000 });
    expect([await idsIn(here), await sequencesIn(here)]).toEqual([
      ['r3', 'r4'],
      [3, 4],
    ]);
    // Those that come too late are left out, and the others of their batch are not.
    await here.append(answered({ r5: 7, r6: 1 }));
    expect(await idsIn(there)).toEqual(['r3', 'r4', 'r6']);
    await here.clear('a', { what: 'received', at: begun });
    await here.append(answered({ r7: 5, r8: 3 }));
    expect(await here.read('a', 0)).toMatchObject({ entries: [], last: 5, dropped: 0 });
  });

  it('list what was answered one after the other in that order, whichever process is late', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    // The first batch of a process takes longer than those after it.
    for (const store of [here, there]) await store.append([entryOf({ sandbox: 'b' })]);
    const now = journalNow();
    const first = entryOf({ id: 'first', answeredAt: now - 60 });
    const second = entryOf({ id: 'second', answeredAt: now - 40 });
    const third = entryOf({ id: 'third', body: bodyOf('3'), answeredAt: now - 20 });
    await there.append([second]);
    // Who reads before the first one is there waits for it.
    const reading = idsIn(there);
    await here.append([first, third]);
    // On a machine that was slow to begin, the third is settled as well by then.
    expect((await reading).slice(0, 2)).toEqual(['first', 'second']);
    expect(await idsIn(there)).toEqual(['first', 'second', 'third']);
    expect(await sequencesIn(here)).toEqual([1, 2, 3]);
    expect((await there.read('a', 2)).entries.map((entry) => shown(entry).body)).toEqual(['3']);
  });

  it('never give what was read another number', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    const late = entryOf({ id: 'late', answeredAt: journalNow() - 20 });
    await there.append(entriesOf(['r1', 'r2']));
    expect(await idsIn(there)).toEqual(['r1', 'r2']);
    await here.append([entryOf({ id: 'r3' }), late]);
    expect(await idsIn(there, 'a', 2)).toEqual(['late', 'r3']);
    expect(await idsIn(here)).toEqual(['r1', 'r2', 'late', 'r3']);
  });

  it('put many in order that nobody reads', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    // On a machine that has been up for an hour: one that has just started has no ten minutes to look back on.
    const AN_HOUR = 3_600_000;
    const [own, machine] = [performance.now.bind(performance), process.hrtime.bigint.bind(process.hrtime)];
    vi.spyOn(performance, 'now').mockImplementation(() => own() + AN_HOUR);
    vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => machine() + BigInt(AN_HOUR) * 1_000_000n);
    const then = journalNow() - 600_000;
    // Further apart than what processes on a busy machine make of the database's clock.
    const answeredAt = (i: number) => entryOf({ id: `r${i}`, since: then + 100 * i - 1, answeredAt: then + 100 * i });
    const batch = (from: number) => Array.from({ length: 100 }, (_, i) => answeredAt(from + 2 * i));
    for (let from = 0; from < 800; from += 200) {
      await there.append(batch(from + 1));
      await here.append(batch(from));
    }
    expect(await idsIn(here)).toEqual(ids(800, 0));
  });

  it('lose nothing where the clocks of processes differ by an hour', async () => {
    const [ahead, behind] = handles as [JournalStore, JournalStore];
    const [AN_HOUR, TWO_HOURS] = [3_600_000, 7_200_000];
    /** Does some work in a process whose clock shows another time. */
    async function at<Result>(later: number, work: () => Result): Promise<Awaited<Result>> {
      const now = performance.now.bind(performance);
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
      try {
        return await work();
      } finally {
        clock.mockRestore();
      }
    }
    const straggler = await at(AN_HOUR, () => entryOf({ id: 'straggler', since: journalNow() - 40 }));
    await at(TWO_HOURS, () => ahead.append(entriesOf(['r1'])));
    await at(TWO_HOURS, () => ahead.clear('a', { what: 'received', at: journalNow() }));
    await at(AN_HOUR, () => behind.append([straggler, entryOf({ id: 'r2', since: journalNow() + 40 })]));
    await at(TWO_HOURS, () => ahead.append([entryOf({ id: 'r3', since: journalNow() })]));
    expect(await at(TWO_HOURS, () => idsIn(ahead))).toEqual(['r2', 'r3']);
    await at(AN_HOUR, () => behind.clear('a', { what: 'answered', at: journalNow() }));
    await at(TWO_HOURS, () => ahead.append(entriesOf(['r4'])));
    expect(await at(AN_HOUR, () => idsIn(behind))).toEqual(['r4']);
  });

  it('keep what came after a journal was to be cleared, where that is done late', async () => {
    const [here, there] = handles as [JournalStore, JournalStore];
    for (const what of ['answered', 'received'] as const) {
      await here.append([
        entryOf({ id: 'old', since: journalNow() - 90, answeredAt: journalNow() - 80, body: bodyOf('x') }),
      ]);
      const at = journalNow() - 40;
      await there.append([entryOf({ id: 'new', since: journalNow(), body: bodyOf('y') })]);
      await here.clear('a', { what, at });
      expect(await idsIn(there)).toEqual(['new']);
      expect((await there.read('a', 0)).dropped).toBe(0);
      await here.clear('a', { what, at: journalNow() + 40 });
      expect(await idsIn(there)).toEqual([]);
    }
  });

  it('let older entries give way whichever of them writes', async () => {
    const writers = [await backend.open({ bytes: 100_000 }), await backend.open({ bytes: 100_000 })];
    handles.push(...writers);
    const many = (i: number) => ids(50).map((id) => entryOf({ id, body: bodyOf(`${i} ${id} ${'x'.repeat(150)}`) }));
    for (let i = 0; i < 15; i++) for (const store of writers) await store.append(many(i));
    const [store] = writers as [JournalStore];
    const { entries, last, dropped } = await store.read('a', 0);
    expect([last, entries.length + dropped]).toEqual([1500, 1500]);
    expect(entries.length).toBeGreaterThan(50);
    expect(dropped).toBeGreaterThan(500);
    expect(entries.at(-1)?.sequence).toBe(1500);
  });

  it(
    'number entries without a gap, and never let one be seen before an earlier one',
    { timeout: patient(60_000) },
    async () => {
      const BATCHES = isExhaustive ? 25 : 10;
      const sandboxes = ['a', 'b', 'c'];
      const writing = new AbortController();
      const faults: string[] = [];
      const watch = async (store: JournalStore): Promise<void> => {
        const seen = new Map<string, number>();
        while (!writing.signal.aborted) {
          for (const sandbox of sandboxes) {
            const last = seen.get(sandbox) ?? 0;
            const { entries } = await store.read(sandbox, last);
            entries.forEach(({ sequence }, i) => {
              if (sequence !== last + i + 1) faults.push(`${sandbox}: ${sequence} after ${last + i}`);
            });
            seen.set(sandbox, entries.at(-1)?.sequence ?? last);
          }
        }
      };
      const write = async (store: JournalStore, process: number): Promise<void> => {
        for (let i = 0; i < BATCHES; i++) {
          // In another order each time, as requests come.
          const order = i % 2 === 0 ? sandboxes : sandboxes.toReversed();
          await store.append(
            order.flatMap((sandbox) => entriesOf([`${process}-${i}`, `${process}-${i}+`], { sandbox })),
          );
        }
      };
      const watching = watch(await backend.open().then((store) => (handles.push(store), store)));
      await Promise.all(handles.slice(0, 3).map(write)).finally(() => {
        writing.abort();
      });
      await watching;
      expect(faults).toEqual([]);
      for (const sandbox of sandboxes) {
        const [store] = handles as [JournalStore];
        expect(await sequencesIn(store, sandbox)).toEqual(Array.from({ length: 6 * BATCHES }, (_, i) => i + 1));
        const all = await idsIn(store, sandbox);
        expect(new Set(all).size).toBe(all.length);
        for (const process of [0, 1, 2]) {
          const own = all.filter((id) => id.startsWith(`${process}-`));
          expect(own).toEqual(
            Array.from({ length: BATCHES }, (_, i) => [`${process}-${i}`, `${process}-${i}+`]).flat(),
          );
        }
      }
    },
  );
});
