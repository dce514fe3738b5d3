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
});
