/** Files that are answered. */
import { sha1 } from '#platform/hash';

/** The bytes of a file, with what its head says of them. */
export interface FileContent<MediaType extends string = string> {
  /** One of those that the operation declares. */
  readonly mediaType: MediaType;
  /** They are sent as they are, and must not change any more. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Name that a browser saves it as (RFC 6266 §4.3). */
  readonly filename?: string | undefined;
  /** Whether a browser that opens its address shows it, or saves it; `inline` where left out. */
  readonly disposition?: 'inline' | 'attachment' | undefined;
}

/** A file to answer. */
export interface FileResult<MediaType extends string = string> {
  readonly file: FileContent<MediaType>;
}

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
