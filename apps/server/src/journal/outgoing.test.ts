/** Entries that come all the time: they wait for each other, whatever the store takes. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DeliveryEntry } from './entry.js';
import type { JournalStore } from './journal-store.js';
import { Outgoing } from './outgoing.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const attempt = { id: 'd', attempt: 1, eventId: 'e', type: 'a.b', url: 'http://a.test/', status: 204, tookMs: 6000 };
const entry: DeliveryEntry = { sandbox: 'a', isMinor: false, since: 0, answeredAt: 0, attempt, endedAt: 0 };

/** A store that takes 5 ms for a batch. */
function slowStore() {
  const sizes: number[] = [];
  const append: JournalStore['append'] = async (entries) => {
    sizes.push(entries.length);
    await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { sizes, store: { append } as JournalStore };
}

it('writes what comes while a batch is written with what comes after it', async () => {
  const { sizes, store } = slowStore();
  const outgoing = new Outgoing(store);
  for (let ms = 0; ms < 600; ms += 1) {
    outgoing.add(entry);
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
  // One in 100 ms, and the first at once.
  expect(sizes.length).toBeLessThanOrEqual(8);
});

it('writes at once what is as much as a batch may be', async () => {
  const { sizes, store } = slowStore();
  const outgoing = new Outgoing(store);
  outgoing.add(entry);
  await vi.advanceTimersByTimeAsync(6);
  for (let i = 0; i < 1000; i += 1) outgoing.add(entry);
  await vi.advanceTimersByTimeAsync(6);
  expect(sizes).toEqual([1, 1000]);
});
