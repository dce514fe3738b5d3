/** Pins what the default seed gives. */
import { test } from 'vitest';
import { expectGolden } from '../../../../test/golden/golden.js';
import { anyCollections, datasetOf } from './collections.fixture.js';

test('the default seed gives what it gave before', () => {
  expectGolden('education.json', datasetOf('understudy', { courses: 200, students: 500 }), anyCollections);
});
