import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Unfinished, Watch } from './dispatcher.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('looks at once, then every 5 seconds, until it is stopped', async () => {
  const looks = vi.fn<Unfinished>().mockResolvedValue([]);
  const watch = new Watch(looks, () => undefined);
  await watch.look();
  expect(looks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(4999);
  expect(looks).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toHaveBeenCalledTimes(3);
  watch.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveBeenCalledTimes(3);
});

it('looks again although the store was away', async () => {
  const looks = vi.fn<Unfinished>().mockRejectedValueOnce(new Error('away')).mockResolvedValue([]);
  const watch = new Watch(looks, () => undefined);
  await watch.look();
  await vi.advanceTimersByTimeAsync(5000);
  expect(looks).toHaveBeenCalledTimes(2);
  watch.stop();
});
