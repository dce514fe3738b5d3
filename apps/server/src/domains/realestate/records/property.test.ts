/** Photos lie together by listing, whichever of the two is asked for. */
import { expect, it } from 'vitest';
import { Dataset } from '../../../kit/index.js';
import { photoCount, photosOf } from './property.js';

const dataset = new Dataset('understudy', {});

it('gives each listing 3 to 8 photos, one after the other', () => {
  let next = 0;
  const counts = new Set<number>();
  for (let listing = 0; listing < 600; listing++) {
    expect(photosOf.start(dataset, listing)).toBe(next);
    const count = photoCount(dataset, listing);
    counts.add(count);
    for (let nth = 0; nth < count; nth++) expect(photosOf.owner(dataset, next + nth)).toEqual({ owner: listing, nth });
    next += count;
  }
  expect([...counts].toSorted()).toEqual([3, 4, 5, 6, 7, 8]);
});

it('finds any of them at once', () => {
  const listing = 123_456_789;
  const first = photosOf.start(dataset, listing);
  expect(photosOf.owner(dataset, first + 2)).toEqual({ owner: listing, nth: 2 });
});
