/** Which kind of property a seeded listing is, without the rest of it: what its photos show follows from it. */
import type { Listing } from '@understudy/contract/realestate';
import type { Dataset } from '../../../kit/index.js';
import { planOf } from './plan.js';
import { drawKind } from './property.js';

/** The kind of the seeded listing at an index: the first that is drawn of it. */
export function listingKind(dataset: Dataset, index: number): Listing['kind'] {
  return drawKind(planOf(dataset, index), dataset.random('listings', index));
}
