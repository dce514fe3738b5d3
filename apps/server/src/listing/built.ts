/** Sees to it that what collections follow from is there before it is asked for, while others are served. */
import { type AnyCollection, building, isBuilt } from '../kit/collection.js';
import type { Dataset } from '../kit/dataset.js';
import { scheduler } from './scheduler.js';

/** Ends when everything is built; at once, where it is. */
export function built(dataset: Dataset, collections: readonly AnyCollection[]): Promise<void> | undefined {
  if (collections.every((collection) => isBuilt(dataset, collection))) return undefined;
  return scheduler.run(building(dataset, collections));
}
