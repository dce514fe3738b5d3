/** Answers that are fetched again and again although their ETag stays the same. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { refetchedUnchanged } from './requests.js';

const fetched = (
  times: readonly number[],
  change: (i: number) => Partial<AttemptOptions> = () => ({}),
): AttemptOptions[] => times.map((at, i) => ({ at, ...change(i), evidence: { etag: 'W/"1"', ...change(i).evidence } }));

it('finds three within 10 s, once for each URL', () => {
  expect(found(refetchedUnchanged, fetched([0, 5000, 10_000]))).toEqual([[1, 2, 3]]);
  expect(found(refetchedUnchanged, fetched([0, 1, 2, 3, 4, 5, 6]))).toEqual([[1, 2, 3]]);
  expect(found(refetchedUnchanged, fetched([0, 9000, 15_000, 16_000]))).toEqual([[2, 3, 4]]);
});

it('finds those of a client that takes turns with its connections', () => {
  const inTurns = fetched([0, 1, 2, 3, 4], (i) => ({ connection: `c${i % 2}` }));
  expect(found(refetchedUnchanged, inTurns)).toEqual([[1, 2, 3, 4]]);
  const besideOthers = fetched([0, 1, 2, 3, 4], (i) => ({ connection: i % 2 === 0 ? 'kept' : `c${i}` }));
  expect(found(refetchedUnchanged, besideOthers)).toEqual([[1, 3, 5]]);
});

it.each<[string, AttemptOptions[]]>([
  ['are two', fetched([0, 1])],
  ['are further apart', fetched([0, 5000, 10_001])],
  ['say what they know', fetched([0, 1, 2], (i) => (i === 0 ? {} : { status: 304, evidence: { revalidates: true } }))],
  ['say what they know, which has changed', fetched([0, 1, 2], () => ({ evidence: { revalidates: true } }))],
  ['find something new', fetched([0, 1, 2], (i) => ({ evidence: { etag: `W/"${i}"` } }))],
  ['have no ETag', [{ at: 0 }, { at: 1 }, { at: 2 }]],
  ['did not get through', fetched([0, 1, 2], () => ({ ended: 'client_left' }))],
  ['are of several clients', fetched([0, 1, 2], (i) => ({ client: `c${i}` }))],
  ['are of several users', fetched([0, 1, 2], (i) => ({ evidence: { credentials: `c${i}` } }))],
  ['ask for something else', fetched([0, 1, 2], (i) => ({ query: `q=${i}` }))],
  ['come on a connection each', fetched([0, 1, 2, 3], (i) => ({ connection: `c${i}` }))],
  ['are two programs, of which one asks twice', fetched([0, 1, 2], (i) => ({ connection: `c${i % 2}` }))],
  ['lie about the setting of a clock', fetched([0, 1, 2], (i) => ({ evidence: { clock: `at ${i}` } }))],
])('says nothing of requests that %s', (_what, given) => {
  expect(found(refetchedUnchanged, given)).toEqual([]);
});
