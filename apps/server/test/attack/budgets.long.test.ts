/** The measure of floods notices what it is there to notice. */
import { expect, it } from 'vitest';
import { measure, measureTime, within } from './budgets.js';

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('charges for what stays, not for garbage', async () => {
  const garbage = await measure(async () => void Array.from({ length: 200_000 }, (_, i) => ({ i })));
  expect(garbage.heapBytes).toBeLessThan(2_000_000);
  const kept = await measure(async () => Array.from({ length: 200_000 }, (_, i) => ({ i })));
  expect(kept.result).toHaveLength(200_000);
  expect(kept.heapBytes).toBeGreaterThan(4_000_000);
});

it('notices how long the event loop was held', async () => {
  const { loopMs } = await measureTime(async () => block(300));
  expect(loopMs).toBeGreaterThan(250);
  await expect(within({ loopMs: 50 }, async () => block(50 * 20))).rejects.toThrow('event loop');
});

it('counts how often others were served', async () => {
  const inOneGo = await measureTime(async () => block(100));
  expect(inOneGo.turns).toBeLessThanOrEqual(1);
  const inStretches = await measureTime(async () => {
    for (let i = 0; i < 10; i++) {
      block(10);
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
  expect(inStretches.turns).toBeGreaterThanOrEqual(5);
});

it('gives the result of what stays within', async () => {
  expect(await within({ heapBytes: 5_000_000, loopMs: 1000 }, async () => 'done')).toBe('done');
});
