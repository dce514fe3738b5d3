/** POST and PATCH requests that are repeated although they may have been done. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { retriedUnsafe } from './retries.js';

const post = { method: 'POST', evidence: { body: 'b' } } as const;
const again = { at: 100, ...post };

it.each<[string, Omit<AttemptOptions, 'at'>]>([
  ['no answer', { ...post, status: null, ended: 'cut' }],
  ['half an answer', { ...post, status: 200, ended: 'cut' }],
  ['an answer that the client did not wait for', { ...post, status: null, ended: 'client_left' }],
  ['an answer that was spoiled', { ...post, status: 200, fault: 'malformed' }],
  ['a 500', { ...post, status: 500 }],
  ['a 502', { ...post, status: 502 }],
  ['a 504', { ...post, status: 504 }],
  ['a 500 under a key', { ...post, status: 500, evidence: { body: 'b', key: 'k' } }],
])('finds a POST after %s', (_what, first) => {
  expect(found(retriedUnsafe, [{ at: 0, ...first }, again])).toEqual([[1, 2]]);
});

it('finds a PATCH', () => {
  const patch = { method: 'PATCH', evidence: { body: 'b' }, status: 500 };
  expect(
    found(retriedUnsafe, [
      { at: 0, ...patch },
      { at: 100, ...patch },
    ]),
  ).toEqual([[1, 2]]);
});

it.each<[string, AttemptOptions[]]>([
  [
    'of a PUT',
    [
      { at: 0, ...post, method: 'PUT', status: 500 },
      { ...again, method: 'PUT' },
    ],
  ],
  [
    'under a key',
    [
      { at: 0, ...post, status: 500 },
      { ...again, evidence: { body: 'b', key: 'k' } },
    ],
  ],
  [
    'under a condition',
    [
      { at: 0, ...post, status: 500 },
      { ...again, evidence: { body: 'b', isGuarded: true } },
    ],
  ],
  ...[400, 408, 421, 425, 429, 503].map((status): [string, AttemptOptions[]] => [
    `after a ${status}, which says that nothing was done`,
    [{ at: 0, ...post, status }, again],
  ]),
  ['after a redirect', [{ at: 0, ...post, status: 307 }, again]],
  ['after a success', [{ at: 0, ...post, status: 201 }, again]],
  [
    'of another body',
    [
      { at: 0, ...post, status: 500 },
      { ...again, evidence: { body: 'other' } },
    ],
  ],
  [
    'more than a minute later',
    [
      { at: 0, ...post, status: 500 },
      { ...again, at: 70_000 },
    ],
  ],
  [
    'of a token request',
    [
      { at: 0, ...post, status: 500 },
      { ...again, operation: 'oauth.exchangeToken' },
    ],
  ],
])('says nothing of one %s', (_what, given) => {
  expect(found(retriedUnsafe, given)).toEqual([]);
});
