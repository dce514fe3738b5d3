/** Keeps the start of bytes that come in pieces, in one buffer of its own: a piece may be a small part of a large one. */
import type { KeptBody } from './exchange.js';

/** Smallest buffer, in bytes. */
const SMALLEST = 512;

/** The start of some bytes. */
export class ByteStart {
  #limit: number;
  #buffer = new Uint8Array(0);
  #kept = 0;
  #bytes = 0;

  /** @param limit bytes that are kept */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many bytes have come. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many of the next bytes would be kept. */
  get room(): number {
    return this.#limit - this.#kept;
  }

  /** Takes the next bytes. */
  add(piece: Uint8Array): void {
    this.#bytes += piece.byteLength;
    const start = piece.subarray(0, this.room);
    if (start.byteLength === 0) return;
    const size = this.#kept + start.byteLength;
    if (size > this.#buffer.byteLength) this.#grow(size);
    this.#buffer.set(start, this.#kept);
    this.#kept = size;
  }

  /** Counts bytes that come next, and keeps none of them, nor of those after them. */
  skip(bytes: number): void {
    this.#bytes += bytes;
    if (bytes > 0) this.#limit = this.#kept;
  }

  /** What was kept, of bytes that ended there or broke off; undefined where none have come. */
  body(isWhole: boolean): KeptBody | undefined {
    if (this.#bytes === 0) return undefined;
    const content = this.#buffer.slice(0, this.#kept);
    return { content, bytes: this.#bytes, isTruncated: !isWhole || this.#bytes > this.#kept };
  }

  #grow(size: number): void {
    const buffer = new Uint8Array(Math.min(this.#limit, Math.max(2 * this.#buffer.byteLength, size, SMALLEST)));
    buffer.set(this.#buffer.subarray(0, this.#kept));
    this.#buffer = buffer;
  }
}
