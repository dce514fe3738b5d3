/** Compresses bodies for clients that ask for it (RFC 9110 §12.5.3). */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';

/** A smaller body would hardly shrink. */
const WORTH_IT = 1024;

/** Fast settings: an answer is compressed while its client waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

/** A body with the name of its coding; undefined where it is sent as it is. */
export interface Encoded {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly coding: 'br' | 'gzip' | undefined;
}

/** Compresses a body if it is large enough and the client accepts a coding for it. */
export function encode(body: string | Uint8Array<ArrayBuffer>, acceptEncoding: string | null): Encoded {
  if (acceptEncoding === null || Buffer.byteLength(body) < WORTH_IT) return { body, coding: undefined };
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = negotiator.encodings(['br', 'gzip']);
  if (accepted.includes('br')) return { body: brotliCompressSync(body, BROTLI), coding: 'br' };
  if (accepted.includes('gzip')) return { body: gzipSync(body, GZIP), coding: 'gzip' };
  return { body, coding: undefined };
}
