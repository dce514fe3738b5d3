/** Requests that are repeated unchanged although they can only be refused again. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { retriedHopeless } from './retries.js';

it.each([400, 401, 403, 404, 405, 409, 410, 413, 415, 422])('finds one after a %i', (status) => {
  expect(
    found(retriedHopeless, [
      { at: 0, status },
      { at: 100, status },
    ]),
  ).toEqual([[1, 2]]);
});

const refused = { at: 0, status: 404 };
const write = { method: 'POST', path: '/api/other' };

it('finds one where a write failed in between', () => {
  expect(found(retriedHopeless, [refused, { at: 50, ...write, status: 400 }, { at: 100 }])).toEqual([[1, 3]]);
});

it('finds one after a write that ended in the millisecond in which it began', () => {
  expect(found(retriedHopeless, [{ at: -3, took: 3.4, ...write }, refused, { at: 100 }])).toEqual([[2, 3]]);
});

it.each([408, 412, 429, 500, 503])('says nothing of one after a %i', (status) => {
  expect(found(retriedHopeless, [{ at: 0, status }, { at: 100 }])).toEqual([]);
});

it.each<[string, AttemptOptions[]]>([
  [
    'with other credentials',
    [
      { at: 0, status: 401 },
      { at: 100, evidence: { credentials: 'c' } },
    ],
  ],
  [
    'with another media type',
    [
      { at: 0, status: 415 },
      { at: 100, evidence: { headers: 'h' } },
    ],
  ],
  [
    'with another body',
    [
      { at: 0, status: 422, evidence: { body: 'a' } },
      { at: 100, evidence: { body: 'b' } },
    ],
  ],
  ['after a write', [refused, { at: 50, ...write }, { at: 100 }]],
  ['after a write that began before it', [{ at: -50, took: 80, ...write }, refused, { at: 100 }]],
  [
    'after a write whose answer was lost',
    [refused, { at: 50, ...write, status: 500, evidence: { made: 'n' } }, { at: 100 }],
  ],
  ['after the clock was set', [refused, { at: 100, evidence: { clock: 'by 5000' } }]],
  [
    'under a key that is in use',
    [
      { at: 0, status: 409, method: 'POST', evidence: { key: 'k' } },
      { at: 100, method: 'POST', evidence: { key: 'k' } },
    ],
  ],
])('says nothing of one %s', (_what, given) => {
  expect(found(retriedHopeless, given)).toEqual([]);
});
