/** Allocates unequal shares evenly, so that sums over any number of owners need no table. */
import type { Dataset } from '../../../kit/index.js';
import { itemAt } from './item-at.js';
import { remember } from './memo.js';

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
