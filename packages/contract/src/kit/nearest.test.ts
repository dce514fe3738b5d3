import { describe, expect, test } from 'vitest';
import { nearest } from './nearest.js';

const names = ['page', 'per_page', 'pagination_style', 'cursor', 'delay', 'q'];

describe('nearest', () => {
  test.each([
    ['pgae', 'page'],
    ['dealy', 'delay'],
    ['crusor', 'cursor'],
    ['perpage', 'per_page'],
    ['Page', 'page'],
    ['pagesize', null],
    ['limit', null],
    ['', null],
  ])('of %j is %j', (text, name) => {
    expect(nearest(text, names)).toBe(name);
  });

  test('takes the fewest changes, and the first of equals', () => {
    expect(nearest('form', ['fern', 'from'])).toBe('from');
    expect(nearest('abcd', ['abce', 'abcf'])).toBe('abce');
  });

  test('looks no further where names are too many and too long to compare', () => {
    let read = 0;
    function* long(): Generator<string> {
      for (; read < 5000; read += 1) yield `${'x'.repeat(95)}${read}`.slice(-100);
    }
    expect(nearest('y'.repeat(99), long())).toBeNull();
    expect(read).toBeLessThan(50);
  });
});
