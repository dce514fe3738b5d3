/** Parts of amounts of money. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shareOf, splitAmount } from './money.js';

it('splits by largest remainder, the earlier one first', () => {
  expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitAmount(10, [3, 3, 4])).toEqual([3, 3, 4]);
  expect(splitAmount(5, [0, 2, 0, 2])).toEqual([0, 3, 0, 2]);
  expect(splitAmount(0, [1, 2])).toEqual([0, 0]);
  expect(splitAmount(7, [0, 0])).toEqual([0, 0]);
  expect(splitAmount(7, [])).toEqual([]);
});

it('gives parts that add up, none off by a whole unit', () => {
  const weight = fc.integer({ min: 0, max: 1_000_000_000 });
  fc.assert(
    fc.property(fc.nat(10_000_000_000), fc.array(weight, { minLength: 1, maxLength: 50 }), (amount, weights) => {
      const sum = weights.reduce((a, b) => a + b, 0);
      fc.pre(sum > 0);
      const parts = splitAmount(amount, weights);
      expect(parts.reduce((a, b) => a + b, 0)).toBe(amount);
      for (const [i, part] of parts.entries()) {
        const [low, exact] = [BigInt(part) * BigInt(sum), BigInt(amount) * BigInt(weights[i] ?? 0)];
        expect(low - exact < BigInt(sum) && exact - low < BigInt(sum)).toBe(true);
      }
    }),
    { seed: 7 },
  );
});

it('rounds half up, exactly', () => {
  expect([shareOf(5, 1, 10), shareOf(4, 1, 10), shareOf(15, 1, 10), shareOf(0, 3, 7)]).toEqual([1, 0, 2, 0]);
  expect(shareOf(9_007_199_254_740_991, 99, 99)).toBe(9_007_199_254_740_991);
});
