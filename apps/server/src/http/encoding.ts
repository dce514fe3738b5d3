/** Compresses bodies for clients that ask for it (RFC 9110 §12.5.3). */
import { byteLength } from '#platform/bytes';
import { made } from '#platform/coding';
import Negotiator from 'negotiator';
import { KeptValues } from '../kit/made-once.js';

/** A smaller body would hardly shrink. */
const WORTH_IT = 1024;

/** Bodies of such a size, at least, take about a millisecond; of their compressed forms those used lately are kept, so many bytes. */
const LARGE = 16 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

const kept = new KeptValues<Uint8Array<ArrayBuffer>>(MAX_BYTES, ({ byteLength: bytes }) => bytes);

/** A body with the name of its coding; undefined where it is sent as it is. */
export interface Encoded {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly coding: 'br' | 'gzip' | undefined;
}

/** A body to compress, and a tag that differs whenever it does; undefined for what nobody is to be given again. */
interface Tagged {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly tag: string | undefined;
}

/** Compresses a body if it is large enough and the client accepts a coding for it; what many ask for, once. */
export function encode({ body, tag }: Tagged, acceptEncoding: string | null): Encoded {
  const length = byteLength(body);
  if (acceptEncoding === null || length < WORTH_IT) return { body, coding: undefined };
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = new Set(negotiator.encodings([...made.keys()]));
  for (const [coding, code] of made) {
    if (!accepted.has(coding)) continue;
    const isKept = tag !== undefined && length >= LARGE;
    // In a buffer of its own: that of the compressor is larger.
    const coded = isKept ? kept.get(`${coding} ${tag}`, () => new Uint8Array(code(body))) : code(body);
    return { body: coded, coding };
  }
  return { body, coding: undefined };
}
