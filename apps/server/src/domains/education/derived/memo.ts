/** A bounded memory of derived values, for those that many records ask for again and again. */
import type { Dataset } from '../../../kit/index.js';

/** Values kept at a time; a power of two. */
const SLOTS = 1024;

/** Values by number: each has one slot, and gives way to the next that needs it. */
class Slots<Value> {
  readonly #keys = new Float64Array(SLOTS).fill(-1);
  readonly #values: Value[] = [];

  get(key: number, make: () => Value): Value {
    const slot = key % SLOTS;
    const kept = this.#values[slot];
    if (kept !== undefined && this.#keys[slot] === key) return kept;
    const value = make();
    this.#keys[slot] = key;
    this.#values[slot] = value;
    return value;
  }
}

/**
 * Wraps a function of a dataset and a number so that what it gave lately is given again. It changes
 * no result: the values follow from the arguments, and nobody changes them.
 */
export function remember<Value extends object>(
  name: string,
  make: (dataset: Dataset, key: number) => Value,
): (dataset: Dataset, key: number) => Value {
  const relation = `education/memo/${name}`;
  return (dataset, key) => dataset.relation(relation, () => new Slots<Value>()).get(key, () => make(dataset, key));
}
