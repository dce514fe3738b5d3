/** A short text that differs whenever a body does. */
import * as crypto from 'node:crypto';

/** SHA-1 of a body in base64url: it guards against chance, not against malice, and is the fastest there is. */
export function fingerprint(body: string | Uint8Array): string {
  return crypto.hash('sha1', body, 'base64url');
}
