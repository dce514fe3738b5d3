/** Pins the events of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { eventCollections, datasetOf } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('events.json', datasetOf('understudy', 60), eventCollections);
});
