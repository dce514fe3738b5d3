/** Hashes where there is no library of a system: WebCrypto has them only as promises, and ids are needed at once. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 as sha1Of } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { bytesOf, toBase64, toBase64url, toHex } from './bytes.js';

const texts = { hex: toHex, base64: toBase64, base64url: toBase64url };

/** What a library hashes with. */
interface Computing {
  update(part: Uint8Array): unknown;
  digest(): Uint8Array<ArrayBuffer>;
}

const whole = (part: string | Uint8Array): Uint8Array => (typeof part === 'string' ? bytesOf(part) : part);

class WebHash {
  readonly #computing: Computing;

  constructor(computing: Computing) {
    this.#computing = computing;
  }

  update(part: string | Uint8Array): this {
    this.#computing.update(whole(part));
    return this;
  }

  digest(): Uint8Array<ArrayBuffer>;
  digest(as: keyof typeof texts): string;
  digest(as?: keyof typeof texts): Uint8Array<ArrayBuffer> | string {
    const bytes = this.#computing.digest();
    return as === undefined ? bytes : texts[as](bytes);
  }
}

/** Begins a hash (FIPS 180-4). */
export function createHash(_algorithm: 'sha256'): WebHash {
  return new WebHash(sha256Of.create());
}

/** Begins a HMAC with SHA-256 (RFC 2104). */
export function createHmac(_algorithm: 'sha256', key: string | Uint8Array): WebHash {
  return new WebHash(hmac.create(sha256Of, whole(key)));
}

/** SHA-1 of a text or bytes in base64url, against chance and not against malice. */
export function sha1(content: string | Uint8Array): string {
  return toBase64url(sha1Of(whole(content)));
}

/** SHA-256 of a text or bytes. */
export function sha256(content: string | Uint8Array, as: keyof typeof texts = 'base64url'): string {
  return texts[as](sha256Of(whole(content)));
}

/** Whether two values are equal, in a time that does not say where they differ; they must be equally long. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) throw new RangeError('values of different lengths cannot be compared');
  let differences = 0;
  for (const [index, byte] of one.entries()) differences |= byte ^ (other[index] ?? 0);
  return differences === 0;
}

/** So many random bytes in base64url. */
export function randomText(bytes: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
}
