/** Positions under a key: everybody waits for all who came before, also where those between have given up. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { KeyLocks, type Position } from './pipeline.js';

/** Whether all before a position have left. */
async function isNext({ before }: Position): Promise<boolean> {
  return Promise.race([before?.then(() => true) ?? true, nextTurn(false)]);
}

it('comes after all that came before it under the same key, and after nobody under another', async () => {
  const locks = new KeyLocks();
  const [first, second, third] = [locks.join('a'), locks.join('a'), locks.join('a')];
  const other = locks.join('b');
  expect(first.before).toBeUndefined();
  expect(other.before).toBeUndefined();
  expect([await isNext(second), await isNext(third)]).toEqual([false, false]);
  first.leave();
  expect([await isNext(second), await isNext(third)]).toEqual([true, false]);
  second.leave();
  expect(await isNext(third)).toBe(true);
});

it('lets nobody overtake where one in between leaves early', async () => {
  const locks = new KeyLocks();
  const [first, second, third] = [locks.join('a'), locks.join('a'), locks.join('a')];
  second.leave();
  expect(await isNext(third)).toBe(false);
  const fourth = locks.join('a');
  third.leave();
  expect(await isNext(fourth)).toBe(false);
  first.leave();
  expect([await isNext(third), await isNext(fourth)]).toEqual([true, true]);
});

it('still comes after those who are there when the first has left', async () => {
  const locks = new KeyLocks();
  const [first, second] = [locks.join('a'), locks.join('a')];
  first.leave();
  await nextTurn();
  const third = locks.join('a');
  expect(await isNext(third)).toBe(false);
  second.leave();
  expect(await isNext(third)).toBe(true);
});

it('keeps nothing of a key that nobody is under', async () => {
  const locks = new KeyLocks();
  const both = [locks.join('a'), locks.join('a')];
  for (const { leave } of both) leave();
  await nextTurn();
  expect(locks.join('a').before).toBeUndefined();
});
