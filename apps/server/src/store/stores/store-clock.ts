/** The clock of a store as a process sees it: on another machine it shows another time, and an answer takes a while to come. */

/** When a store was asked for its time and when the answer was there, by the process, and what it was; in ms. */
export interface ClockReading {
  readonly asked: number;
  readonly now: number;
  readonly heard: number;
}

/**
 * Turns times of a process into those of a store. Each reading says between which bounds the difference lies, and several
 * together say so closely: a single slow answer does not put one exchange before another.
 */
export class StoreClock {
  #least = Number.NEGATIVE_INFINITY;
  #most = Number.POSITIVE_INFINITY;

  /** Takes in a reading. */
  read({ asked, now, heard }: ClockReading): void {
    const [least, most] = [now - heard, now - asked];
    const isMoved = least > this.#most || most < this.#least;
    // One of the clocks was put right, or stood while its machine slept: what was read before is of no use.
    this.#least = isMoved ? least : Math.max(this.#least, least);
    this.#most = isMoved ? most : Math.min(this.#most, most);
  }

  /** How much later the store shows. */
  get later(): number {
    return (this.#least + this.#most) / 2;
  }

  /** Between which bounds that lies, at most so many ms apart. */
  get doubt(): number {
    return this.#most - this.#least;
  }
}
