/** Pins the food delivery of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { datasetOf, foodCollections } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('food.json', datasetOf('understudy', 80), foodCollections);
});
