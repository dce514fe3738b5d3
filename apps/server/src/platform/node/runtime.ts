/** What Node does in its own way, such as hashes; browsers do it in platform/web/runtime.ts. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { AsyncLocalStorage } from 'node:async_hooks';
import { constants as osConstants } from 'node:os';
import { promisify } from 'node:util';
import {
  brotliCompressSync,
  brotliDecompress as undoBrotli,
  constants,
  gunzip as undoGzip,
  gzipSync,
  inflate as undoDeflate,
} from 'node:zlib';
import * as crypto from 'node:crypto';
import { scrypt } from 'node:crypto';

/** Bits of an IPv6 address that name a network: whoever has one has all addresses in it (RFC 6177 §2). */
const NETWORK_GROUPS = 4;

/** Whether a text is a range of addresses, such as 10.0.0.0/8 (RFC 4632 §3.1). */
export function isRange(text: string): boolean {
  return ipaddr.isValidCIDR(text);
}

/** Whether a text is an address, such as 10.0.0.1. */
export function isAddress(text: string): boolean {
  return isIP(text) > 0;
}

/** Ranges of IPv4 and IPv6 that are no public ones (RFC 1918, RFC 4193, RFC 3927, RFC 4291 §2.5.6). */
const LOCAL: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal']);

/** Whether an address is of this machine or of a network at its place: it may be a proxy's, and stand for many clients. */
export function isLocal(address: string): boolean {
  return isIP(address) > 0 && LOCAL.has(ipaddr.process(address).range());
}

/** The network of one client: its address, of IPv6 the first 64 bits. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/** Who is asking: the network of a client; undefined where nobody counts it. */
export const asking = new AsyncLocalStorage<string | undefined>();

/** The number of ECONNRESET. */
export const RESET: number = osConstants.errno.ECONNRESET;

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

/** What a coding is undone within. */
export interface Bounds {
  /** A result of more bytes is a RangeError. */
  readonly maxOutputLength: number;
  /** Whether bytes that break off are taken for all there is. */
  readonly isStart?: boolean;
}

/** Undoes a coding. */
export type Undo = (bytes: Uint8Array, bounds: Bounds) => Promise<Bytes>;

/** Makes a coding. */
export type Code = (body: string | Uint8Array) => Bytes;

/** Fast settings: an answer is compressed while its client waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GZIP = { level: 5 };

type Decode = (bytes: Uint8Array, options: { maxOutputLength: number; finishFlush?: number }) => Promise<Bytes>;

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = constants;

/** Undoes a coding whose bytes may break off after a flush. */
function flushing(decode: Decode, finishFlush: number): Undo {
  return (bytes, { maxOutputLength, isStart = false }) =>
    decode(bytes, isStart ? { maxOutputLength, finishFlush } : { maxOutputLength });
}

/** What undoes each coding, by its name. */
export const undone: ReadonlyMap<string, Undo> = new Map([
  ['gzip', flushing(promisify(undoGzip), Z_SYNC_FLUSH)],
  ['br', flushing(promisify(undoBrotli), BROTLI_OPERATION_FLUSH)],
  ['deflate', flushing(promisify(undoDeflate), Z_SYNC_FLUSH)],
]);

/** What makes each coding that answers have, by its name, the best first. */
export const made: ReadonlyMap<'br' | 'gzip', Code> = new Map([
  ['br', (body) => brotliCompressSync(body, BROTLI)],
  ['gzip', (body) => gzipSync(body, GZIP)],
] as const satisfies [string, Code][]);

/** Whether two values are equal, member by member. */
export { isDeepStrictEqual as isEqual } from 'node:util';

/** Ends in the next turn of the event loop, after the input and output that are ready. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Calls in the next turn of the event loop. */
export function onNextTurn(then: () => void): void {
  setImmediate(then);
}

/** A timer of a wait. */
export type Timer = NodeJS.Timeout;

/** Calls after so many ms; a process that has nothing else to do does not stay for it. */
export function later(then: () => void, ms: number): Timer {
  return setTimeout(then, ms).unref();
}

/** Texts that a hash can be written as. */
export type HashText = 'hex' | 'base64' | 'base64url';

/** A hash that is still being computed: texts are read as UTF-8. */
export interface Hashing {
  update(part: string | Uint8Array): Hashing;
  digest(): Uint8Array<ArrayBuffer>;
  digest(as: HashText): string;
}

/** Begins a hash (FIPS 180-4). */
export function createHash(algorithm: 'sha256'): Hashing {
  return crypto.createHash(algorithm);
}

/** Begins a HMAC with SHA-256 (RFC 2104). */
export function createHmac(algorithm: 'sha256', key: string | Uint8Array): Hashing {
  return crypto.createHmac(algorithm, key);
}

/** SHA-1 of a text or bytes in base64url: the fastest there is, against chance and not against malice. */
export function sha1(content: string | Uint8Array): string {
  return crypto.hash('sha1', content, 'base64url');
}

/** SHA-256 of a text or bytes, at once: that takes less than half the time of beginning one. */
export function sha256(content: string | Uint8Array, as: HashText = 'base64url'): string {
  return crypto.hash('sha256', content, as);
}

/** Whether two values are equal, in a time that does not say where they differ; those of other lengths never are. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && crypto.timingSafeEqual(one, other);
}

/** So many random bytes in base64url. */
export function randomText(bytes: number): string {
  return crypto.randomBytes(bytes).toString('base64url');
}

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

/** The pieces of a stream. */
export function chunksOf<Piece>(stream: ReadableStream<Piece>): AsyncIterable<Piece> {
  return stream;
}

/** The body of a request in pieces; null where there is none. */
export function bodyOf({ body }: Request): AsyncIterable<Uint8Array> | null {
  return body;
}

export { LRUCache } from 'lru-cache';
