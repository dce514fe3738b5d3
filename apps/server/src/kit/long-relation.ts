/** Relations that take long to build: built step by step where others can be served between the steps, else at once. */
import type { Dataset } from './dataset.js';

/** A relation over all records of a kind. */
export interface LongRelation<Relation> {
  /** The relation; what is missing of it is built now. */
  (dataset: Dataset): Relation;
  readonly isBuilt: (dataset: Dataset) => boolean;
  /** Builds it, some milliseconds at most between two steps; ends at once where it is there. */
  readonly steps: (dataset: Dataset) => Generator<void, void>;
}

/** Declares a relation by its builder, which yields often. */
export function longRelation<Relation>(
  name: string,
  build: (dataset: Dataset) => Generator<void, Relation>,
): LongRelation<Relation> {
  // Whoever needs it while it is being built goes on where the building stands.
  const begun = new WeakMap<Dataset, Generator<void, Relation>>();
  const building = (dataset: Dataset): Generator<void, Relation> => {
    const known = begun.get(dataset) ?? build(dataset);
    begun.set(dataset, known);
    return known;
  };
  const finish = (dataset: Dataset): Relation => {
    let step = building(dataset).next();
    while (step.done !== true) step = building(dataset).next();
    begun.delete(dataset);
    return step.value;
  };
  const relation = (dataset: Dataset): Relation => dataset.relation(name, () => finish(dataset));
  function* steps(dataset: Dataset): Generator<void, void> {
    while (!dataset.has(name)) {
      const step = building(dataset).next();
      if (step.done === true) {
        begun.delete(dataset);
        dataset.relation(name, () => step.value);
      } else yield;
    }
  }
  return Object.assign(relation, { isBuilt: (dataset: Dataset) => dataset.has(name), steps });
}
