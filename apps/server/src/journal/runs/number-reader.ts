/** Reads whole numbers that are bytes. */

/** The numbers of a `NumberWriter`, one after the other. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Whether all were read. */
  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  /**
   * The next one.
   *
   * @throws RangeError where there is none, or one that is no whole number here
   */
  next(): number {
    let [number, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at];
      this.#at += 1;
      number += ((byte ?? 0) & 0x7f) * factor;
      if (byte === undefined || !Number.isSafeInteger(number)) throw new RangeError('these are no numbers');
      if (byte < 0x80) return number;
      factor *= 0x80;
    }
  }

  /** The same of one that was added with its sign. */
  nextSigned(): number {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
}
