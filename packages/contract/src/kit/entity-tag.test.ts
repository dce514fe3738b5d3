/** Conditions as RFC 9110 writes them, and what is none. */
import { expect, it } from 'vitest';
import { entityTags } from './precondition.js';

const strong = (tag: string) => ({ tag, isWeak: false });
const weak = (tag: string) => ({ tag, isWeak: true });

it.each([
  ['*', '*'],
  [' * ', '*'],
  ['"xyzzy"', [strong('"xyzzy"')]],
  ['W/"xyzzy"', [weak('"xyzzy"')]],
  ['""', [strong('""')]],
  ['"a", W/"b" ,\t"c"', [strong('"a"'), weak('"b"'), strong('"c"')]],
  // A comma may stand in a tag, and elements of a list may be empty (RFC 9110 §8.8.3 and §5.6.1.2).
  ['"a,b", "W/"', [strong('"a,b"'), strong('"W/"')]],
  [',,"a",,"b", ,', [strong('"a"'), strong('"b"')]],
  ['"é"', [strong('"é"')]],
])('%s', (condition, tags) => {
  expect(entityTags(condition)).toEqual(tags);
});

it.each([
  '',
  ' ',
  ',',
  'a',
  '3',
  '"a',
  'a"',
  'w/"a"',
  'W/ "a"',
  '"a" "b"',
  '"a";"b"',
  '"a",*',
  '"a b"',
  '"a\u0000"',
  '"ā"',
])('not %j', (condition) => {
  expect(entityTags(condition)).toBeUndefined();
});

it('reads a long one in time that grows as it does', () => {
  const lists = [',"a"'.repeat(50_000), `${' ,'.repeat(100_000)}x`, `"a"${' '.repeat(100_000)}x`];
  expect(lists.map((list) => entityTags(list)?.length)).toEqual([50_000, undefined, undefined]);
});
