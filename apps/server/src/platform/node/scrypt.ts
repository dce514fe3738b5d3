/** Keys from passwords, by threads of the system. */
import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** What a key costs (RFC 7914 §2). */
export interface KeyCost {
  readonly N: number;
  readonly r: number;
  readonly p: number;
}

const derive = promisify<string, string, number, object, Uint8Array<ArrayBuffer>>(scrypt);

/** Derives a key of so many bytes from a password and its salt. */
export function keyOf(
  { password, salt }: { readonly password: string; readonly salt: string },
  bytes: number,
  { N, r, p }: KeyCost,
): Promise<Uint8Array<ArrayBuffer>> {
  return derive(password, salt, bytes, { N, r, p });
}
