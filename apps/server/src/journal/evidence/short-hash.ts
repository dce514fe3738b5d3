/** Short hashes of what requests are compared by, so that nothing of a secret is kept. */
import { callControls } from '@understudy/contract/kit';
import { createHash, sha256 } from '#platform/runtime';
import { LRUCache } from '#platform/lru-cache';
import { detachString } from '../../kit/made-once.js';

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

/** A URL, as the journal has it: its query without the question mark. */
export interface Target {
  readonly baseUrl: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query: string;
}

const CONTROLS = new Set(Object.keys(callControls));

/** A query without the controls of the call, and without empty members: they ask for nothing. The same however it is spelled. */
function withoutControls(query: string): string {
  if (query === '') return '';
  const isOwn = (member: string): boolean => member !== '' && !CONTROLS.has(member.split('=', 1)[0] ?? '');
  const own = new URLSearchParams(query.split('&').filter(isOwn).join('&'));
  own.sort();
  return own.toString();
}

/** The hash of path and query; whatever the origin. */
export function urlHash({ baseUrl, path, query }: Target): string {
  const slash = baseUrl.indexOf('/', baseUrl.indexOf('://') + 3);
  const base = slash < 0 ? '' : baseUrl.slice(slash);
  return shortHash(`${base}${path}?${withoutControls(query)}`);
}

/** The origin and the hash of an absolute URL; undefined where it is none. */
export function absoluteHash(text: string): readonly [origin: string, url: string] | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname, search } = new URL(text);
  return [origin, urlHash({ baseUrl: origin, path: pathname, query: search.slice(1) })];
}
