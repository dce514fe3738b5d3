/** Steps that count, for the tests. */
import { type CountStep, NO_TALLY, type Tally } from '../../src/faults/action.js';

/** The count of something that matched so often. */
export const matched = (n: number): Tally => ({ ...NO_TALLY, matched: n });

/** Counts one more match under each key, and answers how many there were before. */
export const match: CountStep<number[]> = (held) => ({
  tallies: held.map((tally) => ({ ...tally, matched: tally.matched + 1 })),
  result: held.map((tally) => tally.matched),
});

/** Puts these counts under the keys. */
export const set =
  (...tallies: readonly Tally[]): CountStep<undefined> =>
  () => ({ tallies, result: undefined });
