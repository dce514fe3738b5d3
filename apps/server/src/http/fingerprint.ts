/** A short text that differs whenever a body does. */
import { sha1 } from '#platform/hash';

/** SHA-1 of a body in base64url: it guards against chance, not against malice, and is the fastest there is. */
export function fingerprint(body: string | Uint8Array): string {
  return sha1(body);
}
