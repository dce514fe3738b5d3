/** Whole numbers as bytes: seven bits in each, the lowest first, so that a small one takes one byte. */

/** Bytes that there is room for at first. */
const FEW = 128;

/** Numbers that wait to be made bytes of together: to add one is so little then that it is done without a call. */
const TOGETHER = 64;

/** The largest number that is an integer to the processor: of larger ones each byte takes a division. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Most bytes of a number. */
const LONGEST = 8;

/** Whole numbers that are added one after the other; what `NumberReader` reads. */
export class NumberWriter {
  #bytes = new Uint8Array(FEW);
  #length = 0;
  readonly #waiting = new Float64Array(TOGETHER);
  #count = 0;

  /** Adds a number of at least 0, and below 2^53. */
  add(number: number): void {
    this.#waiting[this.#count] = number;
    this.#count += 1;
    if (this.#count === TOGETHER) this.#write();
  }

  /** Adds a number of either sign, which is half as large at most. */
  addSigned(number: number): void {
    this.add(number < 0 ? -2 * number - 1 : 2 * number);
  }

  get bytes(): Uint8Array {
    this.#write();
    return this.#bytes.subarray(0, this.#length);
  }

  /** Makes bytes of what waits. */
  #write(): void {
    const most = this.#length + LONGEST * this.#count;
    if (most > this.#bytes.length) this.#grow(most);
    const [bytes, waiting] = [this.#bytes, this.#waiting];
    let length = this.#length;
    for (let i = 0; i < this.#count; i += 1) {
      let large = waiting[i] ?? 0;
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
      length += 1;
    }
    this.#length = length;
    this.#count = 0;
  }

  /** Makes room for so many bytes at least. */
  #grow(least: number): void {
    const bytes = new Uint8Array(Math.max(least, 4 * this.#bytes.length));
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
