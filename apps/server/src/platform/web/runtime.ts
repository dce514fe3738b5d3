/** What browsers do in their own way; Node does it in platform/node/runtime.ts. */
import type { Code, KeyCost, Undo } from '../node/runtime.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha1 as sha1Of } from '@noble/hashes/legacy.js';
import { sha256 as sha256Of } from '@noble/hashes/sha2.js';
import { scryptAsync } from '@noble/hashes/scrypt.js';

/** Whether a text looks like a range of addresses, such as 10.0.0.0/8. */
export function isRange(text: string): boolean {
  return /^(?:[\d.]{7,15}|[\da-f:.]{2,45})\/\d{1,3}$/i.test(text);
}

/** Whether a text looks like an address. */
export function isAddress(text: string): boolean {
  return /^(?:[\d.]{7,15}|[\da-f:.]{2,45})$/i.test(text);
}

/** Whether an address is of this machine, as a browser is. */
export function isLocal(_address: string): boolean {
  return true;
}

/** The network of one client: of IPv6 it would be the first 64 bits. */
export function networkOf(address: string): string {
  return address;
}

/** Who is asking. */
export const asking = {
  run: <Result>(_client: string | undefined, work: () => Result): Result => work(),
  getStore: (): string | undefined => undefined,
};

/** The number of ECONNRESET, as Linux has it. */
export const RESET = 104;

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

/** The pieces of a stream. */
export async function* chunksOf<Piece>(stream: ReadableStream<Piece>): AsyncGenerator<Piece> {
  const reader = stream.getReader();
  let isRead = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    isRead = true;
  } finally {
    // Who stops early wants no more of it.
    if (!isRead) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

async function* wholeOf(request: Request): AsyncGenerator<Uint8Array> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.byteLength > 0) yield bytes;
}

/** The body of a request in pieces; null where there is none. */
export function bodyOf(request: Request): AsyncIterable<Uint8Array> | null {
  // Firefox has no such member.
  const { body }: { readonly body?: Request['body'] } = request;
  if (body === undefined) return request.method === 'GET' || request.method === 'HEAD' ? null : wholeOf(request);
  return body === null ? null : chunksOf(body);
}

/** Undoes what a stream of the browser undoes. */
function by(format: 'gzip' | 'deflate'): Undo {
  return async (bytes, { maxOutputLength, isStart = false }) => {
    const source = new Blob([new Uint8Array(bytes)]).stream();
    const parts: Uint8Array[] = [];
    let size = 0;
    try {
      for await (const part of chunksOf(source.pipeThrough(new DecompressionStream(format)))) {
        size += part.byteLength;
        if (size > maxOutputLength) throw new RangeError(`more than ${maxOutputLength} bytes`);
        parts.push(part);
      }
    } catch (error) {
      if (!isStart || error instanceof RangeError || size === 0) throw error;
    }
    return joined(parts);
  };
}

/** What undoes each coding, by its name. */
export const undone: ReadonlyMap<string, Undo> = new Map([
  ['gzip', by('gzip')],
  ['deflate', by('deflate')],
]);

/** Answers have no coding: nothing undoes one on the way from a page to itself. */
export const made: ReadonlyMap<'br' | 'gzip', Code> = new Map();

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null;
}

/** Whether two values as JSON has them are equal, whatever the order of their members. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other);
  if (one === other) return true;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name]))
  );
}

/** A timer of a wait. */
export type Timer = ReturnType<typeof setTimeout>;

const waiting: (() => void)[] = [];
let channel: InstanceType<typeof MessageChannel> | undefined;

/** Where a browser's build runs in Node, say for tests, a process stays for what waits and for nothing else. */
function hold(port: object, how: 'ref' | 'unref'): void {
  const { [how]: change }: { readonly [name in typeof how]?: unknown } = port;
  if (typeof change === 'function') change.call(port);
}

function listening(): InstanceType<typeof MessageChannel> {
  const { port1, port2 } = (channel = new MessageChannel());
  port1.addEventListener('message', () => {
    const next = waiting.shift();
    if (waiting.length === 0) hold(port1, 'unref');
    next?.();
  });
  port1.start();
  hold(port2, 'unref');
  return channel;
}

/** Calls in the next turn of the event loop. A timer would wait for 4 ms once some have followed each other. */
export function onNextTurn(then: () => void): void {
  const { port1, port2 } = channel ?? listening();
  waiting.push(then);
  hold(port1, 'ref');
  port2.postMessage(undefined);
}

/** Ends in the next turn of the event loop. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => onNextTurn(resolve));

/** Calls after so many ms. */
export function later(then: () => void, ms: number): Timer {
  return setTimeout(then, ms);
}

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

/** Whether two values are equal, in a time that does not say where they differ; those of other lengths never are. */
export function timingSafeEqual(one: Uint8Array, other: Uint8Array): boolean {
  let differences = one.length ^ other.length;
  for (const [index, byte] of one.entries()) differences |= byte ^ (other[index] ?? 0);
  return differences === 0;
}

/** So many random bytes in base64url. */
export function randomText(bytes: number): string {
  return toBase64url(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** Derives a key of so many bytes from a password and its salt, and lets others run in between. */
export function keyOf(
  { password, salt }: { readonly password: string; readonly salt: string },
  bytes: number,
  { N, r, p }: KeyCost,
): Promise<Uint8Array<ArrayBuffer>> {
  return scryptAsync(password, salt, { N, r, p, dkLen: bytes });
}

/** How much is kept: so many values, or values of such a size together. */
interface Bounds<Key, Value> {
  readonly max?: number;
  readonly maxSize?: number;
  readonly sizeCalculation?: (value: Value, key: Key) => number;
  /** Told of what had to make room. */
  readonly dispose?: (value: Value, key: Key, reason: 'evict') => void;
}

interface Cached<Value> {
  readonly value: Value;
  readonly size: number;
}

/** Keeps what was used last, as lru-cache does, of which a bundle would carry four kilobytes more for what nobody here calls. */
export class LRUCache<Key, Value> {
  readonly #bounds: Bounds<Key, Value>;
  readonly #most: number;
  /** What was used longest ago comes first. */
  readonly #cache = new Map<Key, Cached<Value>>();
  #size = 0;

  constructor(bounds: Bounds<Key, Value>) {
    this.#bounds = bounds;
    this.#most = bounds.maxSize ?? bounds.max ?? 0;
  }

  /** How many values are kept. */
  get size(): number {
    return this.#cache.size;
  }

  has(key: Key): boolean {
    return this.#cache.has(key);
  }

  /** A value, which is used by that. */
  get(key: Key): Value | undefined {
    const found = this.#cache.get(key);
    if (found === undefined) return undefined;
    this.#cache.delete(key);
    this.#cache.set(key, found);
    return found.value;
  }

  /** A value, which is not used by that. */
  peek(key: Key): Value | undefined {
    return this.#cache.get(key)?.value;
  }

  /** Keeps a value, unless it is larger than all that may be kept. */
  set(key: Key, value: Value): void {
    this.delete(key);
    const size = this.#bounds.sizeCalculation?.(value, key) ?? 1;
    if (size > this.#most) return;
    for (const [other, { value: old }] of this.#cache) {
      if (this.#size + size <= this.#most) break;
      this.delete(other);
      this.#bounds.dispose?.(old, other, 'evict');
    }
    this.#cache.set(key, { value, size });
    this.#size += size;
  }

  delete(key: Key): void {
    this.#size -= this.#cache.get(key)?.size ?? 0;
    this.#cache.delete(key);
  }

  /** The keys, of what was used longest ago first. */
  rkeys(): Iterable<Key> {
    return this.#cache.keys();
  }
}
