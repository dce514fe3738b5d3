/** Which kind of property each seeded listing is: what it is called, has and looks like follows from it. */
import type { Dataset } from '../../../kit/index.js';

/** Kinds of property, as often as they are on the market. */
const kinds = [
  ...Array.from({ length: 9 }, () => 'apartment' as const),
  ...Array.from({ length: 7 }, () => 'house' as const),
  ...Array.from({ length: 2 }, () => 'studio' as const),
  ...Array.from({ length: 2 }, () => 'land' as const),
];

/** The listing that is always land. */
const LAND = 5;

/** The kind of the seeded listing at an index. */
export function listingKind(dataset: Dataset, index: number) {
  return index === LAND ? 'land' : dataset.random('listings/kind', index).pick(kinds);
}
