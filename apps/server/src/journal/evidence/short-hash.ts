/** Short hashes of what requests are compared by, so that nothing of a secret is kept. */
import { createHash, sha256 } from '#platform/hash';
import { LRUCache } from '#platform/lru-cache';
import { detachString } from '../../kit/detach-string.js';

/** 72 bits: what is compared are the requests of one sandbox. */
const CHARACTERS = 12;

/** Hashes that are remembered: most requests have the same headers as others. */
const MAX_HASHES = 1000;

/** Longest text whose hash is remembered, in characters. */
const MAX_TEXT = 500;

const hashes = new LRUCache<string, string>({ max: MAX_HASHES });

/**
 * A short hash of a text, the same in every process.
 *
 * @param salt so that what is equal in two sandboxes does not look so
 */
export function shortHash(text: string, salt = ''): string {
  const salted = `${salt}\n${text}`;
  if (salted.length > MAX_TEXT) return hashOf(salted);
  const known = hashes.get(salted);
  if (known !== undefined) return known;
  const hash = hashOf(salted);
  hashes.set(detachString(salted), hash);
  return hash;
}

function hashOf(text: string): string {
  return sha256(text).slice(0, CHARACTERS);
}

/** The same of bytes, or of a text that is too long to be remembered. */
export function bodyHash(content: string | Uint8Array, salt: string): string {
  if (typeof content === 'string') return hashOf(`${salt}\n${content}`);
  return createHash('sha256').update(`${salt}\n`).update(content).digest('base64url').slice(0, CHARACTERS);
}
