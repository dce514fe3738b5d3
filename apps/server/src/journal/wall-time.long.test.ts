/** The wall time of what happened, by clocks that are put right, replaced, or stand. */
import { afterEach, expect, it, vi } from 'vitest';
import { HeldClock, wallTimeOf } from './wall-time.js';

afterEach(() => {
  vi.useRealTimers();
});

it('is never earlier than what the wall clock gave before, nor later than what it gives a ms after', () => {
  for (let i = 0; i < 20_000; i += 1) {
    const before = Date.now();
    const time = wallTimeOf(performance.now());
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now() + 1);
  }
});

it('is of when it happened, however long ago', () => {
  const [since, wall] = [performance.now() - 5000, Date.now() - 5000];
  expect(wallTimeOf(since) - wall).toBeGreaterThanOrEqual(0);
  expect(wallTimeOf(since) - wall).toBeLessThanOrEqual(50);
});

it('follows a clock that is put right, or whose machine slept, within a ms', () => {
  let wall = 1_700_000_000_000;
  const clock = new HeldClock(() => wall);
  expect(clock.timeOf(10, 10)).toBe(wall);
  wall += 3_600_000;
  expect(clock.timeOf(10.5, 10.5)).toBe(1_700_000_000_001);
  expect(clock.timeOf(11, 11)).toBe(wall);
  wall -= 7_200_000;
  expect([clock.timeOf(12.5, 12.5), clock.timeOf(12, 13.2)]).toEqual([wall, wall]);
});

it('follows a clock that others have replaced at once', () => {
  for (const year of [2031, 2024, 2031]) {
    const wall = Date.UTC(year, 0, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: wall });
    expect(wallTimeOf(performance.now())).toBe(wall);
    vi.useRealTimers();
    expect(new Date(wallTimeOf(performance.now())).getFullYear()).toBe(new Date().getFullYear());
  }
});

it('follows the wall clock where the monotonic one stands', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const begun = Date.now();
  await expect.poll(() => wallTimeOf(performance.now())).toBeGreaterThan(begun + 2);
});
