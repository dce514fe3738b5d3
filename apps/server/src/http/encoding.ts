/** Compresses bodies for clients that ask for it (RFC 9110 §12.5.3). */
import { byteLength } from '#platform/bytes';
import { made } from '#platform/coding';
import Negotiator from 'negotiator';

/** A smaller body would hardly shrink. */
const WORTH_IT = 1024;

/** A body with the name of its coding; undefined where it is sent as it is. */
export interface Encoded {
  readonly body: string | Uint8Array<ArrayBuffer>;
  readonly coding: 'br' | 'gzip' | undefined;
}

/** Compresses a body if it is large enough and the client accepts a coding for it. */
export function encode(body: string | Uint8Array<ArrayBuffer>, acceptEncoding: string | null): Encoded {
  if (acceptEncoding === null || byteLength(body) < WORTH_IT) return { body, coding: undefined };
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const accepted = new Set(negotiator.encodings([...made.keys()]));
  for (const [coding, code] of made) if (accepted.has(coding)) return { body: code(body), coding };
  return { body, coding: undefined };
}
