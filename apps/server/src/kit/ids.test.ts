/** Counting records that are equal but for their number. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countUsed } from './random.js';

it('counts a row without a gap, by few questions', () => {
  fc.assert(
    fc.property(fc.nat(100_000), (length) => {
      let questions = 0;
      const counted = countUsed((index) => {
        questions += 1;
        return index < length;
      });
      expect(counted).toBe(length);
      expect(questions).toBeLessThanOrEqual(2 * Math.log2(length + 2) + 2);
    }),
  );
});

it('finds one that is free where some in between are gone', () => {
  const taken = new Set([0, 1, 2, 3, 5, 8, 9]);
  expect(taken.has(countUsed((index) => taken.has(index)))).toBe(false);
});
