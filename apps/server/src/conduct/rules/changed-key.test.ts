/** Failed writes that are repeated under a new key. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { changedKey } from './writes.js';

const post = (at: number, key: string, rest: Partial<AttemptOptions> = {}): AttemptOptions => ({
  at,
  method: 'POST',
  status: 500,
  ...rest,
  evidence: { body: 'b', key, ...rest.evidence },
});

it.each([500, 503, 429, null])('finds one after %s', (status) => {
  expect(found(changedKey, [post(0, 'k1', { status }), post(100, 'k2')])).toEqual([[1, 2]]);
});

it('finds each of several', () => {
  expect(found(changedKey, [post(0, 'k1'), post(100, 'k2'), post(200, 'k3')])).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

it.each<[string, AttemptOptions[]]>([
  ['under the same key', [post(0, 'k1'), post(100, 'k1')]],
  ['after a success', [post(0, 'k1', { status: 200 }), post(100, 'k2')]],
  ['after a refusal', [post(0, 'k1', { status: 422 }), post(100, 'k2')]],
  ['of another body', [post(0, 'k1'), post(100, 'k2', { evidence: { body: 'other' } })]],
  ['where two are tried in turn', [post(0, 'k1'), post(100, 'k2'), post(200, 'k1'), post(300, 'k2')]],
  [
    'without a key',
    [
      { at: 0, method: 'POST', status: 500 },
      { at: 100, method: 'POST', status: 500 },
    ],
  ],
])('says nothing of one %s', (_what, given) => {
  expect(found(changedKey, given)).toEqual([]);
});
