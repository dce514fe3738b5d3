/** Reads that are given up at once, although the answer says when to come again. */
import { expect, it } from 'vitest';
import { found, seenOf, type AttemptOptions } from '../attempts.fixture.js';
import { neverRetried } from './retries.js';

const later: AttemptOptions = { at: 0, status: 429, evidence: { retryAfter: 5000 } };

it.each([429, 503])('finds one after a %i', (status) => {
  expect(found(neverRetried, [{ ...later, status }])).toEqual([[1]]);
});

it.each<[string, AttemptOptions[]]>([
  ['that is repeated', [later, { at: 6000 }]],
  ['that is asked for otherwise', [later, { at: 6000, query: 'page=2' }]],
  [
    'after a retry',
    [
      { at: 0, status: 500 },
      { ...later, at: 100 },
    ],
  ],
  ['without Retry-After', [{ ...later, evidence: {} }]],
  ['with a long Retry-After', [{ ...later, evidence: { retryAfter: 6000 } }]],
  ['that is no GET', [{ ...later, method: 'POST' }]],
  ['after a 500', [{ ...later, status: 500 }]],
  ['whose answer is cut', [{ ...later, ended: 'cut' }]],
  ['where the clock was set', [later, { at: 6000, path: '/api/other', evidence: { clock: 'at 1' } }]],
])('says nothing of one %s', (_what, given) => {
  expect(found(neverRetried, given)).toEqual([]);
});

it('waits 30 s where the client may still come', () => {
  const [{ at } = { at: 0 }] = seenOf([later]).attempts;
  expect(found(neverRetried, [later], { isFinished: false, now: at + 30_000 })).toEqual([]);
  expect(found(neverRetried, [later], { isFinished: false, now: at + 30_001 })).toEqual([[1]]);
});
