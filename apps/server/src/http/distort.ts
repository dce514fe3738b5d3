/** Spoils the bytes of a finished answer, as a fault of its body says. */
import { constants, gzipSync } from 'node:zlib';
import type { BodyFault, FaultOf } from '../faults/met.js';
import type { HeaderRecord } from './cors.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** A body that was spoiled. */
export interface Distorted {
  readonly body: string | Bytes;
  /** Headers that it has instead of those it had. */
  readonly headers?: HeaderRecord;
  /** Bytes that come, where the length in the head promises more. */
  readonly truncateTo?: number;
}

function bytesOf(body: string | Bytes): Bytes {
  return typeof body === 'string' ? new TextEncoder().encode(body) : body;
}

function joined(...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat(parts));
}

const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** The first text in JSON that is a value, up to its first vowel. */
const VALUE = /(:\s*"[^"\\aeiou]*)([aeiou])/;

const BOM = { utf8: [0xef, 0xbb, 0xbf], utf16: [0xff, 0xfe] };

/** A byte that is nowhere in UTF-8 (RFC 3629 §1). */
const NEVER = 0xff;

/** ISO 8859-1. What is all ASCII would be the same in UTF-8: it gets an accent where it has a vowel. */
function latin1(text: string): Buffer {
  const own = /^\p{ASCII}*$/u.test(text)
    ? text.replace(VALUE, (_, before, vowel) => `${before}${accented[vowel]}`)
    : text;
  return Buffer.from(own.replace(/[^\0-\xff]/gu, '?'), 'latin1');
}

/** UTF-8 with a byte in a text that is in none; before all else where there is no text. */
function invalid(text: string): Bytes {
  const found = VALUE.exec(text);
  const end = found === null ? 0 : found.index + (found[1] ?? '').length;
  return joined(Buffer.from(text.slice(0, end)), Uint8Array.of(NEVER), Buffer.from(text.slice(end)));
}

function recoded(body: string | Bytes, { as }: FaultOf<'charset'>): Bytes {
  const bytes = bytesOf(body);
  const text = Buffer.from(bytes).toString('utf8');
  switch (as) {
    case 'bom':
      return joined(Uint8Array.from(BOM.utf8), bytes);
    case 'latin1':
      return joined(latin1(text));
    case 'utf16':
      return joined(Uint8Array.from(BOM.utf16), Buffer.from(text, 'utf16le'));
    case 'invalid':
      return invalid(text);
  }
}

/** A body of which less comes than its head promises: one byte at least is missing. */
function truncated(body: string | Bytes, { after_bytes: after }: FaultOf<'truncate'>): Distorted {
  const bytes = bytesOf(body);
  const truncateTo = Math.min(after ?? Math.floor(bytes.byteLength / 2), bytes.byteLength);
  return { body: bytes, truncateTo, headers: { 'content-length': String(Math.max(bytes.byteLength, truncateTo + 1)) } };
}

/** The first byte of a block of a kind that there is not (RFC 1951 §3.2.3). */
const NO_BLOCK = 0x07;

/**
 * Half of a body in gzip, and then what is none. Most clients take a stream that only ends early for whole, so that
 * nobody would learn of it.
 */
function brokenGzip(bytes: Bytes): Bytes {
  const half = bytes.subarray(0, Math.floor(bytes.byteLength / 2));
  return joined(gzipSync(half, { finishFlush: constants.Z_SYNC_FLUSH }), Uint8Array.of(NO_BLOCK));
}

/** Spoils a body. */
export function distort(body: string | Bytes, fault: BodyFault): Distorted {
  switch (fault.fault) {
    case 'empty':
      return { body: '' };
    case 'wrong_type':
      return { body, headers: { 'content-type': fault.type } };
    case 'malformed': {
      const bytes = bytesOf(body);
      return { body: bytes.subarray(0, Math.floor(bytes.byteLength * fault.at)) };
    }
    case 'charset':
      return { body: recoded(body, fault) };
    case 'truncate':
      return truncated(body, fault);
    case 'bad_gzip':
      return { body: brokenGzip(bytesOf(body)), headers: { 'content-encoding': 'gzip' } };
  }
}
