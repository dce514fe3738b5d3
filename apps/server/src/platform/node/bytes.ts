/** Bytes and their texts, by Node's Buffer. */

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that a text takes in UTF-8, or that there are. */
export function byteLength(content: string | Uint8Array): number {
  return Buffer.byteLength(content);
}

/** A text in UTF-8. */
export function bytesOf(text: string): Bytes {
  return Buffer.from(text);
}

/** The text of bytes in UTF-8; what is none becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

/** A text in ISO 8859-1: of each code unit its lower byte. */
export function latin1(text: string): Bytes {
  return Buffer.from(text, 'latin1');
}

/** A text in UTF-16, its lower bytes first. */
export function utf16(text: string): Bytes {
  return Buffer.from(text, 'utf16le');
}

/** Bytes one after the other. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  return Buffer.concat(parts);
}

/** Bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}

/** Bytes in base64 (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Bytes in base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

/** The bytes of base64 in either alphabet; what is none of it is left out. */
export function fromBase64(text: string): Bytes {
  return Buffer.from(text, 'base64');
}
