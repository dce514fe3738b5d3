import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomFor } from '../../kit/random.js';
import { drawMatch } from './from-pattern.js';

const draw = (pattern: string, minLength = 0, maxLength = Infinity) =>
  drawMatch({ patterns: [pattern], minLength, maxLength }, randomFor(1, 2, 3));

it('writes texts that match, of what people write', () => {
  const patterns = [
    '^[\\w-.]+$',
    '^\\d{5}(?:[-\\s]\\d{4})?$',
    '^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$',
    '^(?:[01]\\d|2[0-3]):[0-5]\\d$',
    '^rgba?\\(\\d{1,3}(?:,\\d{1,3}){2}\\)$',
    '^https?://[^\\s/$.?#].[^\\s]*$',
    '^(\\+|00)[1-9]\\d{6,14}$',
    '^\\/[a-z0-9\\/_-]*$',
    '^[^\\s@]+@[^\\s@]+\\.[^\\s@]{2,}$',
    '^projects/[^/]+/locations/[^/]+$',
    '^(?!-)[a-z0-9-]{1,63}(?<!-)$',
    '^[\\x20-\\x7e]{3}$',
    '^[\\p{Lu}][\\p{Ll}]+$',
    '^(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}$',
    '^a{0,3}b{2}$',
  ];
  for (const pattern of patterns) {
    const text = draw(pattern);
    expect(text, pattern).toBeDefined();
    const flags = pattern.includes('\\p') ? 'u' : '';
    expect(new RegExp(pattern, flags).test(text ?? ''), `${pattern}: ${text}`).toBe(true);
  }
});

it('keeps to lengths', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), (length) => {
      expect(draw('^[a-z0-9]+$', length, length)).toHaveLength(length);
    }),
  );
});

it('gives up where nothing matches', () => {
  expect(draw('^a$^b')).toBeUndefined();
  expect(draw('(')).toBeUndefined();
  expect(draw('^a{3}$', 5, 9)).toBeUndefined();
});

it('ends whatever it is given', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30, unit: fc.constantFrom(...'ab([{^$.*+?|\\d)]},12-<=!:') }), (pattern) => {
      const text = draw(pattern);
      expect(text === undefined || text.length < 10_000).toBe(true);
    }),
    { numRuns: 500 },
  );
});
