/** Retries whose waits do not grow. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { noBackoff } from './backoff.js';

/** Attempts with such waits between them. */
function waiting(waits: readonly number[], rest: Partial<AttemptOptions> = {}): AttemptOptions[] {
  let at = 0;
  return [0, ...waits].map((wait) => ({ status: 500, ...rest, took: 1, at: (at += wait + 1) }));
}

it.each([
  ['none', [0, 1, 2]],
  ['none after the first', [40, 1, 2]],
  ['the same', [1000, 1000, 1000]],
  ['nearly the same', [300, 310, 290]],
  ['the same, again and again', [1000, 1000, 1000, 1000, 1000]],
])('finds waits that are %s', (_what, waits) => {
  expect(found(noBackoff, waiting(waits))).toEqual([[1, 2, 3, 4]]);
});

it.each([
  ['grow', [100, 200, 400]],
  ['grow slowly', [200, 250, 300]],
  ['are drawn', [700, 300, 900]],
  ['grow up to a limit', [500, 1000, 2000, 2000, 2000, 2000]],
  ['begin with none', [0, 200, 400]],
  ['are too short to tell', [10, 20, 40]],
  ['are two', [100, 100]],
])('says nothing of waits that %s', (_what, waits) => {
  expect(found(noBackoff, waiting(waits))).toEqual([]);
});

it('says nothing where the answer says how long to wait, or the clock was set', () => {
  expect(found(noBackoff, waiting([1000, 1000, 1000], { evidence: { retryAfter: 1000 } }))).toEqual([]);
  const [first, ...others] = waiting([1000, 1000, 1000], { evidence: { clock: 'by 5000' } });
  expect(found(noBackoff, [{ at: 0, ...first, evidence: {} }, ...others])).toEqual([]);
});
