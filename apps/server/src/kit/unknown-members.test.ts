/** Names that are not known: the first of them, each with what may have been meant, however often it is asked. */
import { expect, it } from 'vitest';
import { unknownMembers } from './faults.js';

const known = new Set(['page', 'per_page', 'category']);

it('names each once, with the nearest of the known ones', () => {
  for (let time = 0; time < 3; time += 1) {
    expect(unknownMembers(['pgae', 'page', 'pgae', 'zzz'], known, 'query')).toEqual([
      { name: 'pgae', in: 'query', nearest: 'page' },
      { name: 'zzz', in: 'query', nearest: null },
    ]);
  }
});

it('finds the same of other known names as if nobody had asked before', () => {
  expect(unknownMembers(['pgae'], new Set(['pager']), 'body')).toEqual([
    { name: 'pgae', in: 'body', nearest: 'pager' },
  ]);
});

it('finds the same after more names than it remembers', () => {
  const names = Array.from({ length: 450 }, (_, n) => `categoy${n % 10 === 0 ? '' : n}`);
  for (const name of names) {
    expect(unknownMembers([name], known, 'query')[0]?.nearest).toBe('category');
  }
});

it('names no more than 20, and no more than 100 characters of one', () => {
  const many = Array.from({ length: 30 }, (_, n) => `${'x'.repeat(200)}${n}`);
  const found = unknownMembers(many, known, 'query');
  expect([found.length, found[0]?.name.length]).toEqual([20, 100]);
});
