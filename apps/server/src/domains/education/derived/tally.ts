/** Running totals of one count per owner, for counts that follow no rule. */
import { itemAt } from './item-at.js';

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
