import { expect, test } from 'vitest';
import { Random } from '../kit/random.js';
import { glob, globs } from './glob.js';

test.each([
  ['/api/courses', '/api/courses', true],
  ['/api/courses', '/api/courses/', false],
  ['/api/*', '/api/courses', true],
  ['/api/*', '/api/courses/1', false],
  ['/api/*/lessons', '/api/courses/lessons', true],
  ['/api/**', '/api/courses/1/lessons', true],
  ['/api/**', '/api', false],
  ['/**/lessons', '/api/courses/1/lessons', true],
  ['**', '', true],
  ['*', '/', false],
  ['/a.c', '/abc', false],
  ['/[a]+', '/a', false],
  ['/a*b*c', '/a1b2c', true],
  ['/a*b*c', '/a1b2cd', false],
  ['/*a', '/aaa', true],
])('%s and %s: %s', (pattern, text, isMatch) => {
  expect(glob(pattern, '/')(text)).toBe(isMatch);
});

test('a wildcard stops at nothing where there is no separator', () => {
  expect(glob('*mobile*')('Mozilla/5.0 (mobile)')).toBe(true);
});

test.each([
  ['a*', 'a', true],
  ['*a', 'a', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*c', 'abbc', true],
  ['a*b*c', 'acb', false],
  ['*ab*ba*', 'aba', false],
  ['*ab*ba*', 'abba', true],
  ['**', '', true],
  ['a**b', 'a/b', true],
])('where wildcards stand for any text, %s and %s: %s', (pattern, text, isMatch) => {
  expect([glob(pattern)(text), glob(pattern.replace(/\*+/g, '**'), '/')(text)]).toEqual([isMatch, isMatch]);
});

test('each kind of wildcard is matched as the regular expression for it', () => {
  const random = new Random(1, 2);
  const some = (length: number, of: readonly string[]): string =>
    Array.from({ length }, () => of[Math.floor(random.fraction() * of.length)]).join('');
  for (let i = 0; i < 2000; i++) {
    const pattern = some(5, ['a', 'b', '/', '*', '**']);
    const text = some(6, ['a', 'b', '/']);
    const expression = pattern.replace(/\*+/g, (stars) => (stars === '*' ? '[^/]*' : '[^]*'));
    expect([pattern, text, glob(pattern, '/')(text)]).toEqual([pattern, text, RegExp(`^${expression}$`).test(text)]);
  }
});

test('one of several is enough', () => {
  const isOne = globs(['education.*', 'auth.login'], '.');
  expect([isOne('education.listCourses'), isOne('auth.login'), isOne('auth.logout')]).toEqual([true, true, false]);
});

test.each([
  ['stars between separators', '/**a*b*c'.repeat(200), '/', '/abab'.repeat(1600)],
  ['stars for any text', `${'a*'.repeat(500)}b`, undefined, 'a'.repeat(8000)],
  ['long pieces between stars', `**${'a'.repeat(990)}b*${'a'.repeat(990)}**`, '/', 'a'.repeat(8000)],
  ['segments', `**${'/*'.repeat(900)}b**`, '/', '/'.repeat(8000)],
])('a pattern is matched in a few steps for each character: %s', (_, pattern, separator, text) => {
  const isMatch = glob(pattern, separator);
  expect(isMatch(text)).toBe(false);
  // Processor time, which does not grow where others are at work beside it.
  const started = process.cpuUsage();
  for (let i = 0; i < 10; i += 1) isMatch(text);
  const { user } = process.cpuUsage(started);
  // Some 2 ms, where each character of the pattern was looked at for each of the text, more than 100.
  expect(user / 10_000).toBeLessThan(20);
});

test.each([
  [`*${'a'.repeat(30)}*b`, `${'a'.repeat(31)}b`, true],
  [`*${'a'.repeat(30)}*b`, `${'a'.repeat(31)}c`, false],
  [`*${'a'.repeat(31)}*b`, `${'a'.repeat(32)}b`, true],
  ['*é*€*', 'caf\u00e9 3 €', true],
  ['*é*€*', '€ caf\u00e9', false],
  ['a*'.repeat(40), 'a'.repeat(40), true],
  ['a*'.repeat(40), 'a'.repeat(39), false],
  [`${'a'.repeat(31)}*${'b'.repeat(33)}*c`, `${'a'.repeat(31)}x${'b'.repeat(33)}c`, true],
  [`${'a'.repeat(31)}*${'b'.repeat(33)}*c`, `${'a'.repeat(31)}x${'b'.repeat(32)}c`, false],
  [`*${'é'.repeat(64)}*`, 'é'.repeat(64), true],
])('a pattern of one word of bits or more is matched: %s', (pattern, text, isMatch) => {
  expect(glob(pattern)(text)).toBe(isMatch);
});
