/** Keys from passwords: WebCrypto has no scrypt. */
import { scryptAsync } from '@noble/hashes/scrypt.js';
import type { KeyCost } from '../node/scrypt.js';

/** Derives a key of so many bytes from a password and its salt, and lets others run in between. */
export function keyOf(
  { password, salt }: { readonly password: string; readonly salt: string },
  bytes: number,
  { N, r, p }: KeyCost,
): Promise<Uint8Array<ArrayBuffer>> {
  return scryptAsync(password, salt, { N, r, p, dkLen: bytes });
}
