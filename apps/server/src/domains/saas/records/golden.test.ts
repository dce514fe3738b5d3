/** Pins the organizations of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { officesOf, saasCollections } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('saas.json', officesOf(12, 480), saasCollections);
});
