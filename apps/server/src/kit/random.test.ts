/** Samples are drawn as they always were, whatever they cost. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Random } from './random.js';

/** Draws from what is left of a copy. */
function sampled<Item>(random: Random, items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  const drawn: Item[] = [];
  while (drawn.length < count && rest.length > 0) {
    drawn.push(...rest.splice(Math.floor(random.fraction() * rest.length), 1));
  }
  return drawn;
}

it('samples what a copy would give that loses each item drawn', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.string(), { maxLength: 40 }), fc.nat(50), (seed, items, count) => {
      expect(new Random(seed, 1).sample(items, count)).toEqual(sampled(new Random(seed, 1), items, count));
    }),
  );
});
