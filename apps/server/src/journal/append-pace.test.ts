/** How long readers wait for what others have answered. */
import { expect, it } from 'vitest';
import { BATCH_MS, SETTLE_MS } from './journal-store.js';
import { AppendPace } from './outgoing.js';

it('is what it always is where appending is quick', () => {
  const pace = new AppendPace();
  expect(pace.settleMs(0)).toBe(SETTLE_MS);
  pace.note(10, 1000);
  expect(pace.settleMs(1000)).toBe(SETTLE_MS);
});

it('is longer where appending was slow a moment ago, within bounds', () => {
  const pace = new AppendPace();
  pace.note(400, 1000);
  pace.note(5, 1000);
  expect(pace.settleMs(1000)).toBe(BATCH_MS + 3 * 400);
  expect(pace.settleMs(2000)).toBe(BATCH_MS + 3 * 200);
  expect(pace.settleMs(60_000)).toBe(SETTLE_MS);
  pace.note(100_000, 60_000);
  expect(pace.settleMs(60_000)).toBe(5000);
});

it('gives what came of the work', async () => {
  const pace = new AppendPace();
  const failing = pace.during(async () => {
    throw new Error('away');
  });
  await expect(failing).rejects.toThrow('away');
  expect(await pace.during(async () => 'done')).toBe('done');
});
