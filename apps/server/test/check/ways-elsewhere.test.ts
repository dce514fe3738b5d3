/** Every check runs on Bun and Deno, by one way: `npm run suite -- hosts`. */
import { expect, it } from 'vitest';
import { checkNames } from '../../src/check/check-domains.js';
import { asked, within } from '../elsewhere/ways.js';

it('no check is left out on other runtimes, and none is named that is not there', () => {
  expect([...asked, ...within].toSorted()).toEqual(checkNames.toSorted());
});
