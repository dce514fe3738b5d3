/** All records that a world is seeded with, for tests. */
import type { Collection } from './collection.js';
import type { World } from './world.js';

/** All records of a collection. */
export function allOf<Item extends { readonly id: string }>(world: World, collection: Collection<Item>): Item[] {
  return Array.from({ length: collection.count(world) }, (_, index) => collection.seeded(world, index));
}
