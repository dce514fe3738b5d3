/** Requests that are attempted too often, or too fast. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { retryStorm } from './backoff.js';

const failing = (count: number, every: number, rest: Partial<AttemptOptions> = {}): AttemptOptions[] =>
  Array.from({ length: count }, (_, i) => ({ status: 503, ...rest, at: i * every }));

it('finds more than 10 attempts', () => {
  expect(found(retryStorm, failing(11, 2000))[0]).toHaveLength(11);
  expect(found(retryStorm, failing(10, 2000))).toEqual([]);
});

it('finds more than 5 in a second', () => {
  expect(found(retryStorm, failing(6, 190))).toEqual([[1, 2, 3, 4, 5, 6]]);
  expect(found(retryStorm, failing(6, 201))).toEqual([]);
  expect(found(retryStorm, failing(5, 10))).toEqual([]);
});

it('says nothing of polling', () => {
  expect(found(retryStorm, failing(20, 100, { status: 200 }))).toEqual([]);
  // It goes on through an outage.
  const outage = failing(12, 2000).map((one) => ({ ...one, at: one.at + 2000 }));
  expect(found(retryStorm, [{ at: 0 }, ...outage])).toEqual([]);
});

it('says nothing of parallel requests', () => {
  expect(found(retryStorm, failing(20, 1, { took: 500 }))).toEqual([]);
});
