/** Records that are created twice, because the answer that given of the first was lost. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { duplicateWrite } from './writes.js';

const post = (at: number, made: string | undefined, rest: Partial<AttemptOptions> = {}): AttemptOptions => ({
  at,
  method: 'POST',
  ...rest,
  evidence: { body: 'b', ...(made !== undefined && { made }) },
});
const lost = { status: null, ended: 'cut' } as const;

it.each<[string, AttemptOptions[], number[]]>([
  ['at once', [post(0, 'n1', lost), post(100, 'n2')], [1, 2]],
  ['after a forced failure', [post(0, 'n1', { status: 500 }), post(100, 'n2')], [1, 2]],
  [
    'after an attempt that did nothing',
    [post(0, 'n1', lost), post(100, undefined, { status: 503 }), post(200, 'n2')],
    [1, 3],
  ],
  ['whose answer is lost as well', [post(0, 'n1', lost), post(100, 'n2', lost)], [1, 2]],
])('finds one %s', (_what, given, expected) => {
  expect(found(duplicateWrite, given)).toEqual([expected]);
});

it.each<[string, AttemptOptions[]]>([
  ['where nothing was done first', [post(0, undefined, lost), post(100, 'n2')]],
  ['where the answer is a replay', [post(0, 'n1', lost), post(100, undefined)]],
  ['where the client knew of the first', [post(0, 'n1'), post(100, 'n2')]],
  ['of two that are under way together', [post(0, 'n1', { ...lost, took: 200 }), post(100, 'n2')]],
])('says nothing %s', (_what, given) => {
  expect(found(duplicateWrite, given)).toEqual([]);
});
