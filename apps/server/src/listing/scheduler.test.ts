import { expect, it } from 'vitest';
import { scheduler } from './scheduler.js';

/** A computation that keeps the process for some ms, and notes in which round of the event loop it ran. */
function* work(steps: number, rounds: Set<number>, round: () => number): Generator<void, string> {
  for (let i = 0; i < steps; i++) {
    const until = performance.now() + 5;
    while (performance.now() < until) rounds.add(round());
    yield;
  }
  return 'done';
}

it('lets computations run in different rounds of the event loop, each in turn', async () => {
  let round = 0;
  let isOver = false;
  const count = (): void => {
    round += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const seen = Array.from({ length: 4 }, () => new Set<number>());
  const done = await Promise.all(seen.map((rounds) => scheduler.run(work(6, rounds, () => round))));
  isOver = true;
  expect(done).toEqual(['done', 'done', 'done', 'done']);
  const all = seen.flatMap((rounds) => [...rounds]);
  // Of some 12 rounds at most one is shared, where one ends and there is time left.
  expect(new Set(all).size).toBeGreaterThanOrEqual(all.length - 1);
  expect(seen.every((rounds) => rounds.size >= 2)).toBe(true);
});

it('passes on what a computation throws, and goes on', async () => {
  const broken = (function* broken(): Generator<void, never> {
    yield;
    throw new Error('broken');
  })();
  await expect(scheduler.run(broken)).rejects.toThrow('broken');
  expect(await scheduler.run(work(1, new Set(), () => 0))).toBe('done');
});
