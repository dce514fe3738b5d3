import { expect, test } from 'vitest';
import { linkTo } from './list.js';

test.each([
  ['<https://a.example/x?page=2>; rel="next"', 'https://a.example/x?page=2'],
  ['<a>; rel=prev, <b>; rel=next', 'b'],
  ['<a>; title="rel=next"; rel="last next"', 'a'],
  ['<a?ids=1,2;3>;REL="NEXT"', 'a?ids=1,2;3'],
  ['<a>; rel="first", <b>; rel="previous"', undefined],
  ['rel="next"', undefined],
  ['', undefined],
  [null, undefined],
])('the next link of %j is %j', (header, target) => {
  expect(linkTo('next', header)).toBe(target);
});
