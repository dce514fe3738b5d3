/** The start of a body, as the journal keeps it: of one that is there as a whole, and of one that comes in pieces. */
import { byteLength, bytesOf } from '#platform/runtime';

/** The start of a body. */
export interface StoredBody {
  /** Its text where it was decoded already, else its bytes; the content coding undone. A text may be longer than the start. */
  readonly content: string | Uint8Array;
  /** Length of the whole body in bytes, as far as it came. */
  readonly bytes: number;
  readonly isTruncated: boolean;
}

/** It takes a whole text at once, which is many times faster than one that waits for more. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a byte goes on with a character that an earlier one began. */
function goesOn(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The start of a text of so many bytes, within a limit of bytes of UTF-8, without half a character at its end. */
function startOfText(text: string, limit: number, length: number): string {
  // Of characters of one byte each. What is cut from it keeps all of it in memory, so that only a little may be.
  if (length === text.length && length <= 2 * limit) return text.slice(0, limit);
  const bytes = bytesOf(text.slice(0, limit));
  let end = Math.min(limit, bytes.length);
  while (end > 0 && goesOn(bytes[end])) end -= 1;
  return decoder.decode(bytes.subarray(0, end));
}

/**
 * The start of a body.
 *
 * @param limit bytes that are kept
 * @param bytes length of the whole, where it is known
 */
export function bodyStart(body: string | Uint8Array, limit: number, bytes = byteLength(body)): StoredBody {
  const isTruncated = bytes > limit;
  if (typeof body !== 'string') return { content: new Uint8Array(body.subarray(0, limit)), bytes, isTruncated };
  return { content: isTruncated ? startOfText(body, limit, bytes) : body, bytes, isTruncated };
}

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
  body(isWhole: boolean): StoredBody | undefined {
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
