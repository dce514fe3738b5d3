/** Paths as segments: parameters, formats, custom verbs, and which of them are one path. */
import { expect, test } from 'vitest';
import { nounOf, parsePath } from './paths.js';

test.each([
  ['/pets/{petId}', '/pet/{id}'],
  ['/pets/', '/pets'],
  ['/blog-posts/{id}', '/blogPosts/{post_id}'],
  ['/pets/{id}.json', '/pets/{id}'],
  ['/pets.json', '/pets'],
  ["/Pets('{id}')", '/Pets({id})'],
  ['/Pets({id})', '/pets/{id}'],
  ['/pets/{id}:cancel', '/pets/{id}/cancel'],
])('%s is %s', (one, other) => expect(parsePath(one).key).toBe(parsePath(other).key));

test.each([
  ['/pets/{id}', '/pets'],
  ['/pets/{id}/owners', '/owners'],
  ['/v1/pets', '/v2/pets'],
])('%s is not %s', (one, other) => expect(parsePath(one).key).not.toBe(parsePath(other).key));

test.each([
  ['/compare/{base}...{head}', ['literal', 'mixed']],
  ['/v1/{+name}', ['literal', 'mixed']],
  ['/pets/{id}', ['literal', 'parameter']],
])('%s: %j', (path, kinds) => expect(parsePath(path).segments.map(({ kind }) => kind)).toEqual(kinds));

test('the verb after a colon', () => {
  expect(parsePath('/items/{id}:cancel').hasVerb).toBe(true);
  expect(parsePath('/items/{id}/cancel').hasVerb).toBe(false);
});

test.each([
  ['/api/v2/pets', 'pets'],
  ['/v1', undefined],
  ['/v1/{name}', undefined],
  ['/repos/{owner}/{repo}', 'repos'],
  ['/services', 'services'],
  ['/', undefined],
])('the noun of %s is %s', (path, noun) => expect(nounOf(parsePath(path).segments)).toBe(noun));

test('a path of any length is cut', () => {
  expect(parsePath('/a'.repeat(10_000)).segments.length).toBeLessThan(100);
});
