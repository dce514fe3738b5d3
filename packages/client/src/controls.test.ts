import { expect, test } from 'vitest';
import { withControls } from './controls.js';

const url = 'https://api.example/courses';

test.each([
  ['no control', url, {}, undefined, url],
  ['a control', url, { delay: 0 }, undefined, `${url}?delay=0`],
  ['a forced failure', `${url}?q=a+b`, {}, 'rate_limit', `${url}?q=a+b&simulate_error=rate_limit`],
  ['those of the page before', `${url}?simulate_error=timeout&delay=2&page=2`, {}, undefined, `${url}?page=2`],
  ['others than the page before', `${url}?cors=restrict&page=2`, { delay: 1 }, undefined, `${url}?page=2&delay=1`],
  ['a bare question mark', `${url}?`, {}, undefined, url],
  ['further question marks', `${url}?q=what?&page=2?`, {}, undefined, `${url}?q=what%3F&page=2%3F`],
  ['the same parameter twice', `${url}?tag=a&tag=b`, {}, undefined, `${url}?tag=a&tag=b`],
] as const)('the URL of an attempt with %s', (_, given, controls, failure, expected) => {
  expect(withControls(given, controls, failure)).toBe(expected);
});
