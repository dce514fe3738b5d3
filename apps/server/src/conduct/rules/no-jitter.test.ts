/** Requests that failed together and are repeated together. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { noJitter } from './backoff.js';

/** Requests for several paths that fail at once, and are repeated at such times. */
function repeated(at: readonly number[], rest: Partial<AttemptOptions> = {}): AttemptOptions[] {
  const paths = at.map((_, i) => `/api/${i}`);
  return [
    ...paths.map((path) => ({ at: 0, path, status: 503 })),
    ...at.map((when, i) => ({ ...rest, at: when, path: paths[i] ?? '' })),
  ];
}

it('finds three in 10 ms', () => {
  expect(found(noJitter, repeated([1000, 1004, 1010]))).toEqual([[4, 5, 6]]);
});

it.each([
  ['two', [1000, 1004]],
  ['three that are further apart', [1000, 1004, 1020]],
  ['three without a wait', [2, 3, 4]],
])('says nothing of %s', (_what, at) => {
  expect(found(noJitter, repeated(at))).toEqual([]);
});

it('says nothing of requests that repeat none, or where the clock was set', () => {
  const first = [0, 1, 2].map((i) => ({ at: 1000 + i, path: `/api/${i}` }));
  expect(found(noJitter, first)).toEqual([]);
  expect(found(noJitter, repeated([1000, 1004, 1010], { evidence: { clock: 'by 5000' } }))).toEqual([]);
});
