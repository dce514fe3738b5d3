/** All records that a dataset is seeded with, for tests. */
import type { Collection } from './collection.js';
import type { Dataset } from './dataset.js';

/** All records of a collection. */
export function allOf<Item extends { readonly id: string }>(dataset: Dataset, collection: Collection<Item>): Item[] {
  return Array.from({ length: collection.count(dataset) }, (_, index) => collection.seeded(dataset, index));
}
