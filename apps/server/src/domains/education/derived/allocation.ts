/** Allocates unequal shares evenly, so that sums over any number of owners need no table. */
import type { Dataset } from '../../../kit/index.js';

/** The item at an index; throws where there is none. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no item at ${index} of ${items.length}`);
  return item;
}

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

/** Sum of a few numbers. */
function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/**
 * Gives each block of owners the same set of slots, in a random order of its own. What a slot is
 * worth, in lessons or enrollments, is the caller's list of shares. Every block has the same sum,
 * so the owner of a position follows by division, without a look at the blocks before.
 */
export class Allocation {
  readonly #size: number;
  readonly #order: (dataset: Dataset, block: number) => readonly number[];

  constructor(name: string, size: number) {
    this.#size = size;
    this.#order = remember(name, (dataset, block) => dataset.random(name, block).order(size));
  }

  /** The slot of an owner. */
  slot(dataset: Dataset, owner: number): number {
    return itemAt(this.#order(dataset, Math.floor(owner / this.#size)), owner % this.#size);
  }

  /** The sum of the shares of all owners before this one. */
  start(dataset: Dataset, owner: number, shares: readonly number[]): number {
    const block = Math.floor(owner / this.#size);
    let total = block * sum(shares);
    const rest = owner % this.#size;
    if (rest === 0) return total;
    const order = this.#order(dataset, block);
    for (let i = 0; i < rest; i++) total += itemAt(shares, itemAt(order, i));
    return total;
  }

  /** The owner of a position, and which of the owner's positions it is. */
  owner(dataset: Dataset, position: number, shares: readonly number[]): { owner: number; nth: number } {
    const whole = sum(shares);
    const block = Math.floor(position / whole);
    const order = this.#order(dataset, block);
    let nth = position % whole;
    let i = 0;
    for (; nth >= itemAt(shares, itemAt(order, i)); i++) nth -= itemAt(shares, itemAt(order, i));
    return { owner: block * this.#size + i, nth };
  }
}

/** Running totals: where each owner's positions start, and whose a position is. */
export class Tally {
  readonly #starts: Uint32Array;

  /** Takes the starts of all owners, followed by the total. */
  constructor(starts: Uint32Array) {
    this.#starts = starts;
  }

  /** Sum of all counts. */
  get total(): number {
    return itemAt(this.#starts, this.#starts.length - 1);
  }

  /** First position of an owner; for the owner after the last one, the total. */
  start(owner: number): number {
    return itemAt(this.#starts, owner);
  }

  /** The owner of a position, and which of the owner's positions it is. */
  owner(position: number): { owner: number; nth: number } {
    let low = 0;
    let high = this.#starts.length - 1;
    // Owners without positions share their start with the next one: the last such owner is meant.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.start(middle) <= position) low = middle;
      else high = middle;
    }
    return { owner: low, nth: position - this.start(low) };
  }
}
