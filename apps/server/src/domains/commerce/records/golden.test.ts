/** Pins the shop of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { shopCollections, shopOf } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('commerce.json', shopOf('understudy', { products: 120, orders: 200 }), shopCollections);
});
