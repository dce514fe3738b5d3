/** The start of a body that is there as a whole, as the journal keeps it. */
import { byteLength, bytesOf } from '#platform/bytes';
import type { KeptBody } from './exchange.js';

/** The start of a text, within so many bytes of UTF-8: a text of its own, without half a character at its end. */
function startOfText(text: string, limit: number): string {
  const bytes = bytesOf(text.slice(0, limit)).subarray(0, limit);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
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
