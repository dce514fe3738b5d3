/** What entries of a run have alike: which lines of its texts are theirs. */

/** Numbers of lines; 0 for none. */
export interface Shape {
  readonly facts: number;
  readonly headers: number;
  readonly bodies: number;
  /** Only of an exchange that repeats another. */
  readonly repeated?: RepeatedShape | undefined;
}

/** The rest of an exchange that repeats another. */
export interface RepeatedShape {
  readonly signs: number;
  readonly sharedSigns: number;
  readonly answer: number;
  readonly address: number;
  /** What the id begins with, where a number is the rest of it; 0 where the id is a text of its own. */
  readonly prefix: number;
}

const NONE: RepeatedShape = { signs: 0, sharedSigns: 0, answer: 0, address: 0, prefix: 0 };

/** A shape as numbers, as many for each. */
export function numbersOf({ facts, headers, bodies, repeated }: Shape): readonly number[] {
  const { signs, sharedSigns, answer, address, prefix } = repeated ?? NONE;
  const isRepeated = repeated === undefined ? 0 : 1;
  return [facts, headers, bodies, isRepeated, signs, sharedSigns, answer, address, prefix];
}

/** Reads a shape; `next` gives its numbers one after the other. */
export function readShape(next: () => number): Shape {
  const own = { facts: next(), headers: next(), bodies: next() };
  const isRepeated = next() === 1;
  const repeated = { signs: next(), sharedSigns: next(), answer: next(), address: next(), prefix: next() };
  return isRepeated ? { ...own, repeated } : own;
}
