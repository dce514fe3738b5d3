/** A file that was downloaded. */

/**
 * A file, all of which has come. A download that breaks off is a failure like any other, and is retried.
 *
 * @example
 * ```ts
 * import type { Download } from '@understudy/client';
 *
 * const lengthOf = async (file: Download) => (await file.bytes()).byteLength;
 * ```
 */
export class Download<MediaType extends string = string> {
  /** Its media type, as Content-Type says. */
  readonly mediaType: MediaType;
  /** Its strong tag, for If-None-Match and If-Range (RFC 9110 §8.8.3); undefined where the answer has none. */
  readonly etag: string | undefined;
  readonly #content: ArrayBuffer;

  /** @param type one of those that the operation answers */
  constructor({ headers }: Pick<Response, 'headers'>, content: ArrayBuffer, type: MediaType) {
    this.mediaType = type;
    this.etag = headers.get('etag') ?? undefined;
    this.#content = content;
  }

  /** Its bytes: each time a copy, which may be changed. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(this.#content.slice(0));
  }

  /** The same as a blob of its media type, such as for `URL.createObjectURL`. */
  async blob(): Promise<Blob> {
    return new Blob([this.#content], { type: this.mediaType });
  }

  /** The same as a stream, to be read once. */
  stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([this.#content]).stream();
  }
}
