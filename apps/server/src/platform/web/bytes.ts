/** Bytes and their texts, by what every browser has. */

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();

/** A mark at the start is part of the text, as Node has it. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Characters that are made of bytes at a time: arguments of one call have a limit. */
const PART = 8192;

/** Bytes that a text takes in UTF-8, or that there are. */
export function byteLength(content: string | Uint8Array): number {
  return typeof content === 'string' ? encoder.encode(content).byteLength : content.byteLength;
}

/** A text in UTF-8. */
export function bytesOf(text: string): Bytes {
  return encoder.encode(text);
}

/** The text of bytes in UTF-8; what is none becomes U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** A text in ISO 8859-1: of each code unit its lower byte. */
export function latin1(text: string): Bytes {
  return Uint8Array.from({ length: text.length }, (_, index) => text.charCodeAt(index) & 0xff);
}

/** A text in UTF-16, its lower bytes first. */
export function utf16(text: string): Bytes {
  return Uint8Array.from({ length: 2 * text.length }, (_, index) => {
    const unit = text.charCodeAt(index >> 1);
    return index % 2 === 0 ? unit & 0xff : unit >> 8;
  });
}

/** Bytes one after the other. */
export function joined(parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** Bytes in hexadecimal digits. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes in base64 (RFC 4648 §4). */
export function toBase64(bytes: Uint8Array): string {
  let characters = '';
  for (let at = 0; at < bytes.length; at += PART) {
    characters += String.fromCharCode(...bytes.subarray(at, at + PART));
  }
  return btoa(characters);
}

/** Bytes in base64url without padding (RFC 4648 §5). */
export function toBase64url(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of base64 in either alphabet; what is none of it is left out. */
export function fromBase64(text: string): Bytes {
  const [own = ''] = text.replaceAll('-', '+').replaceAll('_', '/').split('=');
  const digits = own.replace(/[^A-Za-z0-9+/]/g, '');
  // One digit alone makes no byte.
  const whole = digits.length % 4 === 1 ? digits.slice(0, -1) : digits;
  return latin1(atob(whole));
}
