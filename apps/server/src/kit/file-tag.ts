/** The strong entity tag of a file (RFC 9110 §8.8.3). */
import { sha1 } from '#platform/hash';

/**
 * The ETag with which a file is answered: a hash of its bytes, in quotes. Records that speak of a file can show it.
 *
 * @example
 * ```ts
 * import { fileTag } from '@understudy/server/domain';
 * console.log(fileTag(new TextEncoder().encode('hello'))); // "qvTGHdzF6KLavt4PO0gs2a6pQ00"
 * ```
 */
export function fileTag(bytes: Uint8Array): string {
  return `"${sha1(bytes)}"`;
}
