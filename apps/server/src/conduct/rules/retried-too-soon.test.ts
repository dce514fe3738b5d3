/** Requests that are repeated before their Retry-After is over. */
import { expect, it } from 'vitest';
import { found, type AttemptOptions } from '../attempts.fixture.js';
import { retriedTooSoon } from './retries.js';

const later = { status: 429, evidence: { retryAfter: 1000 } };

it.each<[string, AttemptOptions[]]>([
  ['at once', [{ at: 0, ...later }, { at: 5 }]],
  ['after a part of it', [{ at: 0, ...later }, { at: 900 }]],
  [
    'after another process answered',
    [
      { at: 0, ...later },
      { at: 700, evidence: { by: 'p2' } },
    ],
  ],
  ['at another time than the first', [{ at: 0, status: 500 }, { at: 500, ...later }, { at: 600 }]],
  [
    'under the same key with another body',
    [
      { at: 0, status: 503, method: 'POST', evidence: { retryAfter: 1000, key: 'k', body: 'one' } },
      { at: 5, method: 'POST', evidence: { key: 'k', body: 'other' } },
    ],
  ],
])('finds one %s', (_when, given) => {
  expect(found(retriedTooSoon, given)).toEqual([[given.length - 1, given.length]]);
});

it.each<[string, AttemptOptions[]]>([
  ['after it was over', [{ at: 0, ...later }, { at: 1001 }]],
  ['within the grace', [{ at: 0, ...later }, { at: 960 }]],
  [
    'within the grace between processes',
    [
      { at: 0, ...later },
      { at: 800, evidence: { by: 'p2' } },
    ],
  ],
  ['without Retry-After', [{ at: 0, status: 429 }, { at: 5 }]],
  ['after a success', [{ at: 0, evidence: { retryAfter: 1000 } }, { at: 5 }]],
  [
    'for something else',
    [
      { at: 0, ...later },
      { at: 5, path: '/api/other' },
    ],
  ],
  [
    'from another client',
    [
      { at: 0, ...later },
      { at: 5, client: '127.0.0.2 agent' },
    ],
  ],
  [
    'with other credentials',
    [
      { at: 0, ...later },
      { at: 5, evidence: { credentials: 'c' } },
    ],
  ],
  ['that was under way together', [{ at: 0, took: 100, ...later }, { at: 50 }]],
  [
    'where the clock was set in between',
    [
      { at: 0, ...later },
      { at: 5, evidence: { clock: 'by 5000' } },
    ],
  ],
  ['where the client left', [{ at: 0, ...later, ended: 'client_left' }, { at: 5 }]],
  [
    'with a body that is not known',
    [
      { at: 0, ...later, method: 'POST', evidence: { retryAfter: 1000, body: '' } },
      { at: 5, method: 'POST', evidence: { body: '' } },
    ],
  ],
])('says nothing of one %s', (_when, given) => {
  expect(found(retriedTooSoon, given)).toEqual([]);
});
