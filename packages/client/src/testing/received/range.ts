/** How many requests are expected, and whether that is so. */
import type { ExpectedTimes } from './expected-request.js';
import type { Found } from './watch.js';

/** The least and the most requests. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The range that `times` stands for. @throws RangeError if nothing can be in it. */
export function rangeOf(times: ExpectedTimes | undefined): Range {
  if (times === undefined) return { min: 1, max: Infinity };
  const { min = 0, max = Infinity } = typeof times === 'number' ? { min: times, max: times } : times;
  if (min > max) throw new RangeError(`toHaveReceived: times has a min of ${min} above its max of ${max}`);
  return { min, max };
}

/** Whether so many were found: undefined where the journal does not know enough to say. */
export function isIn({ min, max }: Range, { count, unsure, incomplete }: Found): boolean | undefined {
  if (count > max) return false;
  const most = incomplete ? Infinity : count + unsure.length;
  if (count >= min && most <= max) return true;
  return most < min ? false : undefined;
}

/** A range in words. */
export function shownRange({ min, max }: Range): string {
  if (min === max) return counted(min);
  if (max === Infinity) return `at least ${counted(min)}`;
  return min === 0 ? `at most ${counted(max)}` : `${min} to ${counted(max)}`;
}

/** A number of requests. */
export const counted = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`;
