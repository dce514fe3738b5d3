/** Pins the real estate of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { datasetOf, realestateCollections } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('realestate.json', datasetOf('understudy', 240), realestateCollections);
});
