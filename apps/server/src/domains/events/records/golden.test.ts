/** Pins the events of the default seed. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { eventCollections, worldOf } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('events.json', worldOf('understudy', 60), eventCollections);
});
