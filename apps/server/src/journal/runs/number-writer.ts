/** Whole numbers as bytes: seven bits in each, the lowest first, so that a small one takes one byte. */

/** Bytes that there is room for at first. */
const FEW = 128;

/** The largest number that is an integer to the processor: of larger ones each byte takes a division. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Most bytes of a number. */
const LONGEST = 8;

/** Whole numbers that are added one after the other; what `NumberReader` reads. */
export class NumberWriter {
  #bytes = new Uint8Array(FEW);
  #length = 0;

  /** Adds a number of at least 0, and below 2^53. */
  add(number: number): void {
    if (this.#length + LONGEST > this.#bytes.length) this.#grow();
    const bytes = this.#bytes;
    let [length, large] = [this.#length, number];
    for (; large > MAX_INTEGER; large = Math.floor(large / 0x80)) {
      bytes[length] = (large % 0x80) | 0x80;
      length += 1;
    }
    let rest = large | 0;
    for (; rest >= 0x80; rest >>= 7) {
      bytes[length] = rest | 0x80;
      length += 1;
    }
    bytes[length] = rest;
    this.#length = length + 1;
  }

  /** Adds a number of either sign, which is half as large at most. */
  addSigned(number: number): void {
    this.add(number < 0 ? -2 * number - 1 : 2 * number);
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(): void {
    const bytes = new Uint8Array(2 * this.#bytes.length);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
