/** Relations that take long to build: built step by step where others can be served between the steps, else at once. */
import type { World } from './world.js';

/** A relation over all records of a kind. */
export interface LongRelation<Relation> {
  /** The relation; what is missing of it is built now. */
  (world: World): Relation;
  readonly isBuilt: (world: World) => boolean;
  /** Builds it, some milliseconds at most between two steps; ends at once where it is there. */
  readonly steps: (world: World) => Generator<void, void>;
}

/** Declares a relation by its builder, which yields often. */
export function longRelation<Relation>(
  name: string,
  build: (world: World) => Generator<void, Relation>,
): LongRelation<Relation> {
  // Whoever needs it while it is being built goes on where the building stands.
  const begun = new WeakMap<World, Generator<void, Relation>>();
  const building = (world: World): Generator<void, Relation> => {
    const known = begun.get(world) ?? build(world);
    begun.set(world, known);
    return known;
  };
  const finish = (world: World): Relation => {
    let step = building(world).next();
    while (step.done !== true) step = building(world).next();
    begun.delete(world);
    return step.value;
  };
  const relation = (world: World): Relation => world.relation(name, () => finish(world));
  function* steps(world: World): Generator<void, void> {
    while (!world.has(name)) {
      const step = building(world).next();
      if (step.done === true) {
        begun.delete(world);
        world.relation(name, () => step.value);
      } else yield;
    }
  }
  return Object.assign(relation, { isBuilt: (world: World) => world.has(name), steps });
}
