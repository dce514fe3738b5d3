import { expect, test } from 'vitest';
import { readRetryAfter } from './retry.js';

const date = 'Tue, 20 Jan 2032 10:00:00 GMT';

test.each([
  ['0', 0],
  ['1', 1000],
  [' 120 ', 120_000],
  ['Tue, 20 Jan 2032 10:00:05 GMT', 5000],
  ['Tue, 20 Jan 2032 09:00:00 GMT', 0],
  ['Tue Jan 20 10:00:05 2032', 5000],
  ['Sun Feb  1 10:00:00 2032', 1_036_800_000],
  ['Tuesday, 20-Jan-32 10:00:05 GMT', 5000],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Saturday, 20-Jan-80 10:00:00 GMT', 1_514_764_800_000],
  ['Tue, 20 Jan 2032 10:00:05', undefined],
  ['2032-01-20T10:00:05Z', undefined],
  ['1.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['soon GMT', undefined],
  ['', undefined],
])('%j is %j ms', (value, ms) => {
  expect(readRetryAfter(new Headers({ date, 'retry-after': value }))).toBe(ms);
});

test('the date of the answer may have an old form too', () => {
  const headers = { date: 'Tue Jan 20 10:00:00 2032', 'retry-after': 'Tue Jan 20 10:00:07 2032' };
  expect(readRetryAfter(new Headers(headers))).toBe(7000);
});

test('without a Date header, a date is reckoned by the own clock', () => {
  const at = new Date(Date.now() + 3_600_000).toUTCString();
  const ms = readRetryAfter(new Headers({ 'retry-after': at })) ?? 0;
  expect(ms).toBeGreaterThan(3_590_000);
  expect(ms).toBeLessThanOrEqual(3_600_000);
});

test('there need be none', () => {
  expect(readRetryAfter(new Headers())).toBeUndefined();
});
