/** The journals of a process: batches by the clock, waits, and a store that is away. */
import { eventually } from '../eventually.js';
import { Outgoing } from '../../src/journal/outgoing.js';
import { setMaxListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Journals } from '../../src/journal/journals.js';
import type { Entry } from '../../src/journal/entry.js';
import type { JournalStore, StoredJournal } from '../../src/journal/journal-store.js';
import { MemoryJournals } from '../../src/journal/memory.js';
import { entryOf, LIMITS } from './journals.js';
import { long } from '../long.js';
import { ending } from '../use.js';

const createOutgoing = (store: JournalStore): Outgoing => new Outgoing(store);

/** A store that processes share, which can be away. */
class SharedStore implements JournalStore {
  readonly exclusive = false;
  readonly kept = new MemoryJournals(LIMITS);
  readonly batches: string[][] = [];
  readonly lost: number[] = [];
  readonly lookedFor: (readonly string[])[] = [];
  isAway = false;

  #check(): void {
    if (this.isAway) throw new Error('away');
  }

  async append(entries: readonly Entry[], lost: ReadonlyMap<string, number> = new Map()): Promise<void> {
    this.#check();
    this.kept.append(entries);
    this.batches.push(entries.map((entry) => ('attempt' in entry ? entry.attempt.id : entry.id)));
    for (const count of lost.values()) this.lost.push(count);
  }

  async read(sandbox: string, after: number, limit?: number): Promise<StoredJournal> {
    this.#check();
    return this.kept.read(sandbox, after, limit);
  }

  async lasts(sandboxes: readonly string[]): Promise<ReadonlyMap<string, number>> {
    this.lookedFor.push(sandboxes);
    this.#check();
    return this.kept.lasts(sandboxes);
  }

  async clear(...given: Parameters<MemoryJournals['clear']>): Promise<void> {
    this.#check();
    this.kept.clear(...given);
  }

  close(): void {
    this.kept.close();
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = new AbortController().signal;

async function idsIn(journals: Journals, sandbox = 'a', after = 0): Promise<string[]> {
  const { entries } = await journals.read(sandbox, after);
  return entries.map((read) => read.entry().id);
}

/** Whether a wait is over, and how. */
function watched(wait: Promise<unknown>): { state: string } {
  const watch = { state: 'waits' };
  wait.then(
    () => (watch.state = 'over'),
    (error: unknown) => (watch.state = error instanceof Error ? error.name : String(error)),
  );
  return watch;
}

describe('in memory', () => {
  it('an entry is there at once, and whoever waits for it knows at once', async () => {
    const journals = new Journals(new MemoryJournals(LIMITS));
    const wait = watched(journals.changed('a', 0, { ms: 60_000, signal: never }));
    const other = watched(journals.changed('b', 0, { ms: 60_000, signal: never }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(wait.state).toBe('waits');
    journals.record(entryOf({ sandbox: 'a', id: 'r1' }));
    await vi.advanceTimersByTimeAsync(0);
    expect([wait.state, other.state]).toEqual(['over', 'waits']);
    expect(await idsIn(journals)).toEqual(['r1']);
    await journals.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(other.state).toBe('over');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('entries are there for whoever looks, and what comes after a clearing', async () => {
    const journals = ending(new Journals(new MemoryJournals(LIMITS), { createOutgoing }));
    const add = (id: string) => journals.record(entryOf({ id }));
    for (let i = 0; i < 320; i++) add(`s${i}`);
    for (const id of ['r1', 'r2', 'r3']) add(id);
    expect(await idsIn(journals, 'a', 320)).toEqual(['r1', 'r2', 'r3']);
    add('r4');
    const late = watched(journals.changed('a', 323, { ms: 60_000, signal: never }));
    const early = watched(journals.changed('a', 324, { ms: 60_000, signal: never }));
    await vi.advanceTimersByTimeAsync(0);
    expect([late.state, early.state]).toEqual(['over', 'waits']);
    add('r5');
    await vi.advanceTimersByTimeAsync(0);
    expect(early.state).toBe('over');
    add('r6');
    await journals.clear('a');
    add('r7');
    const reading = idsIn(journals);
    expect(await reading).toEqual(['r7']);
    add('r8');
    expect(await idsIn(journals)).toEqual(['r7', 'r8']);
  });

  it('nothing is recorded where no journal is wanted', async () => {
    const store = new MemoryJournals(LIMITS);
    const journals = new Journals(store, { isOn: false, createOutgoing });
    journals.record(entryOf({ sandbox: 'a' }));
    await journals.begin('a');
    expect([store.size, store.bytes]).toEqual([0, 0]);
    expect(await journals.read('a')).toEqual({ entries: [], last: 0, dropped: 0, incomplete: false });
  });
});

describe('in a store that processes share', () => {
  let store: SharedStore;
  let journals: Journals;
  beforeEach(() => {
    store = new SharedStore();
    journals = new Journals(store, { createOutgoing });
  });
  const record = (id: string, sandbox = 'a') => journals.record(entryOf({ sandbox, id }));

  it('the first entry after a while is written at once, others together, 100 ms after those before', async () => {
    record('r1');
    record('r2', 'b');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.batches).toEqual([['r1', 'r2']]);
    record('r3');
    await vi.advanceTimersByTimeAsync(50);
    record('r4');
    expect(store.batches.length).toBe(1);
    await vi.advanceTimersByTimeAsync(50);
    expect(store.batches).toEqual([
      ['r1', 'r2'],
      ['r3', 'r4'],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a full batch does not wait', async () => {
    for (let i = 0; i < 2500; i++) record(`r${i}`);
    await vi.advanceTimersByTimeAsync(1);
    await eventually(() => expect(store.batches.flat().length).toBe(2500));
    expect(Math.max(...store.batches.map((batch) => batch.length))).toBeLessThanOrEqual(1000);
    expect(store.batches.flat()).toEqual(Array.from({ length: 2500 }, (_, i) => `r${i}`));
  });

  it('others have their turn between batches', async () => {
    vi.useRealTimers();
    for (let i = 0; i < 3500; i++) record(`r${i}`);
    const seen: number[] = [];
    const look = (): void => {
      seen.push(store.batches.length);
      if (store.batches.length < 4) setImmediate(look);
    };
    setImmediate(look);
    await journals.flush();
    expect(store.batches.map((batch) => batch.length)).toEqual([1000, 1000, 1000, 500]);
    expect(seen).toEqual(expect.arrayContaining([1, 2, 3]));
  });

  it('whoever reads has what this process has recorded', async () => {
    record('r1');
    expect(await idsIn(journals)).toEqual(['r1']);
    record('r2');
    expect(await idsIn(journals, 'a', 1)).toEqual(['r2']);
  });

  it('closing writes what is left', async () => {
    record('r1');
    await journals.close();
    expect(store.batches).toEqual([['r1']]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('who waits learns of an own entry at once, and of one of another process within 200 ms', async () => {
    const own = watched(journals.changed('a', 0, { ms: 60_000, signal: never }));
    const foreign = watched(journals.changed('b', 0, { ms: 60_000, signal: never }));
    await vi.advanceTimersByTimeAsync(500);
    record('r1');
    await vi.advanceTimersByTimeAsync(0);
    expect([own.state, foreign.state]).toEqual(['over', 'waits']);
    const there = new Journals(store.kept, { createOutgoing });
    there.record(entryOf({ sandbox: 'b' }));
    await vi.advanceTimersByTimeAsync(200);
    expect(foreign.state).toBe('over');
    // Nobody waits, so nobody looks.
    await vi.advanceTimersByTimeAsync(1000);
    const looks = store.lookedFor.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.lookedFor.length).toBe(looks);
  });

  it('who waits for what is there already does not wait, wherever it came from', async () => {
    record('r1');
    const own = watched(journals.changed('a', 0, { ms: 60_000, signal: never }));
    new Journals(store.kept, { createOutgoing }).record(entryOf({ sandbox: 'b' }));
    const foreign = watched(journals.changed('b', 0, { ms: 60_000, signal: never }));
    await vi.advanceTimersByTimeAsync(20);
    expect([own.state, foreign.state]).toEqual(['over', 'over']);
  });

  long('5,000 waits are looked for together, and leave nothing behind, aborted or over', async () => {
    const leave = new AbortController();
    setMaxListeners(0, leave.signal);
    const waits = Array.from({ length: 5000 }, (_, i) =>
      watched(journals.changed(`s${i}`, 0, { ms: 10_000, signal: leave.signal })),
    );
    await vi.advanceTimersByTimeAsync(1000);
    expect(Math.max(...store.lookedFor.map((names) => names.length))).toBe(5000);
    expect(store.lookedFor.length).toBeLessThan(20);
    record('r1', 's17');
    await vi.advanceTimersByTimeAsync(0);
    expect(waits.filter(({ state }) => state === 'over').length).toBe(1);
    leave.abort();
    // They go on a few at a time; a turn of the event loop takes 1 ms here.
    await vi.advanceTimersByTimeAsync(500);
    expect(waits.filter(({ state }) => state === 'AbortError').length).toBe(4999);
    expect(vi.getTimerCount()).toBe(0);
    await expect(journals.changed('a', 0, { ms: 1, signal: leave.signal })).rejects.toThrow('aborted');
  });

  it('a wait is over after its time', async () => {
    const wait = watched(journals.changed('a', 0, { ms: 3000, signal: never }));
    await vi.advanceTimersByTimeAsync(2990);
    expect(wait.state).toBe('waits');
    await vi.advanceTimersByTimeAsync(20);
    expect(wait.state).toBe('over');
  });

  it('while the store is away reading fails, recording does not, and nothing is lost but what is too much', async () => {
    store.isAway = true;
    record('r1');
    await expect(journals.read('a')).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(5000);
    expect(store.batches).toEqual([]);
    const wait = watched(journals.changed('b', 0, { ms: 60_000, signal: never }));
    store.isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.batches).toEqual([['r1']]);
    new Journals(store.kept, { createOutgoing }).record(entryOf({ sandbox: 'b' }));
    await vi.advanceTimersByTimeAsync(200);
    expect(wait.state).toBe('over');
  });

  long('the oldest of too many entries give way while it is away, and are counted', async () => {
    store.isAway = true;
    for (let i = 0; i < 30_000; i++) record(`r${i}`);
    await vi.advanceTimersByTimeAsync(2000);
    store.isAway = false;
    await vi.advanceTimersByTimeAsync(1000);
    await eventually(() => expect(store.batches.flat().at(-1)).toBe('r29999'));
    const written = store.batches.flat().length;
    const lost = store.lost.reduce((sum, count) => sum + count, 0);
    expect(written + lost).toBe(30_000);
    expect(written).toBeGreaterThan(10_000);
    expect(written).toBeLessThanOrEqual(21_000);
  });

  it('what was noted of deliveries is cleared later as well where the store is away', async () => {
    const attempt = {
      id: 'd',
      attempt: 1,
      eventId: 'e',
      type: 'a.b',
      url: 'http://a.test/',
      status: 204,
      tookMs: 6000,
    };
    journals.recordDelivery('a', attempt);
    expect((await journals.readDeliveries('a')).entries).toHaveLength(1);
    store.isAway = true;
    await journals.begin('a');
    store.isAway = false;
    expect((await journals.readDeliveries('a')).entries).toEqual([]);
  });

  it('a sandbox that begins anew while the store is away is cleared before anything else is written', async () => {
    record('r1');
    await journals.flush();
    store.isAway = true;
    await journals.begin('a');
    record('r2');
    await expect(journals.clear('a')).rejects.toThrow('away');
    store.isAway = false;
    expect(await idsIn(journals)).toEqual(['r2']);
    expect((await journals.read('a')).last).toBe(2);
  });
});
