/** The start of a body that is there as a whole, as the journal keeps it. */
import { byteLength, bytesOf } from '#platform/bytes';
import type { KeptBody } from './exchange.js';

/** It takes a whole text at once, which is many times faster than one that waits for more. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Whether a byte goes on with a character that an earlier one began. */
function goesOn(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/** The start of a text, within so many bytes of UTF-8: a text of its own, without half a character at its end. */
function startOfText(text: string, limit: number): string {
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
export function bodyStart(body: string | Uint8Array, limit: number, bytes = byteLength(body)): KeptBody {
  const isTruncated = bytes > limit;
  if (typeof body !== 'string') return { content: new Uint8Array(body.subarray(0, limit)), bytes, isTruncated };
  return { content: isTruncated ? startOfText(body, limit) : body, bytes, isTruncated };
}
