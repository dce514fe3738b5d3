/** Pins the accounts and posts of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { networkOf, socialCollections } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('social.json', networkOf('understudy', { accounts: 60, posts: 400 }), socialCollections);
});
