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

  /** The next one; 0 where there is none. */
  next(): number {
    let [number, factor] = [0, 1];
    for (;;) {
      const byte = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      number += (byte & 0x7f) * factor;
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
