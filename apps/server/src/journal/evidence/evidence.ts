/** What a verdict on a client needs of an exchange and its journal entry does not show. Nothing of it is a secret. */
import { callControls } from '@understudy/contract/kit';
import { createHash, LRUCache, sha256 } from '#platform/runtime';
import type { ContractIssue } from '../../kit/problem-error.js';
import { detachString } from '../../kit/made-once.js';

/** What the headers of a request say. Hashes are those of `shortHash`, of the values as they were sent. */
export interface RequestEvidence {
  /** Hash of its Idempotency-Key. */
  readonly key?: string;
  /** Hash of Authorization and Cookie together, and of its bearer token alone. */
  readonly credentials?: string;
  readonly token?: string;
  /** Hash of User-Agent; left out where it has none. */
  readonly agent?: string;
  /** Hash of the other headers that change what a request means, such as Content-Type and If-Match. */
  readonly headers?: string;
  /** Hash of the range that it asks for: another one is another request, such as the next part of a file. */
  readonly range?: string;
  /** Whether it has If-None-Match or If-Modified-Since. */
  readonly revalidates?: true;
  /** Whether it has If-Match or If-Unmodified-Since: then it does nothing the second time (RFC 9110 §13.1). */
  readonly isGuarded?: true;
  /** Whether it has Authorization: a client chooses to send it, unlike its cookies. */
  readonly isAuthorized?: true;
  /** Whether it came by a proxy. */
  readonly isProxied?: true;
  /** Whether it asks for server-sent events. */
  readonly isStream?: true;
}

/** What an answer says of the page that it is. */
export interface PageEvidence {
  /** Records before it in the list, on it, and in the whole list. */
  readonly start: number;
  readonly count: number;
  readonly total: number;
  /** Hash of the URL that its Link header names as the next one. */
  readonly next?: string;
  /** Tells the list from others at its URL, where a body says what is asked for. */
  readonly of?: string;
  /** Hashes of the cursors that it gives. */
  readonly cursors?: readonly string[];
}

/** What an answer says. */
export interface AnswerEvidence {
  readonly etag?: string;
  /** Time that Retry-After asks for, from the answer on, in ms. */
  readonly retryAfter?: number;
  /** Whether it asks for another try: with another proof or when its time is over, or polls go on until it is ready. */
  readonly again?: 'retry' | 'poll';
  /** Where a redirect leads: its origin, and the hash of its URL. */
  readonly location?: readonly [origin: string, url: string];
  /** Whether it is that of an earlier request under the same key. */
  readonly isReplay?: true;
  /** Whether it says that the token is not valid (RFC 6750 §3.1). */
  readonly refusesToken?: true;
  readonly page?: PageEvidence;
  /** Hash of an access token that it gives, and its life in seconds. */
  readonly issued?: readonly [token: string, seconds: number];
  /** Hash of a refresh token that it gives. */
  readonly issuedRefresh?: string;
}

/** What a request asks for. */
export interface TargetEvidence {
  /** Hash of its URL, where the journal shows it masked. */
  readonly url?: string;
  /** Names in its query whose values are secrets. */
  readonly secrets?: readonly string[];
  /** Hash of its cursor. */
  readonly cursor?: string;
  /** How the clock of the sandbox goes, where it does not go with that of the machine. */
  readonly clock?: string;
}

/** What the body of a request says. */
export interface BodyEvidence {
  /** Hash of the body; the empty text where the whole of it is not known. */
  readonly body?: string;
  /** Whether it has a secret that people type, such as a password: they mistype it, and more than once. */
  readonly isTyped?: true;
  /** Hash of a refresh token in it. */
  readonly refresh?: string;
  /** Hash of the idempotency keys in it, where each call of a request of tRPC has one. */
  readonly key?: string;
}

/** When an exchange was, and which process knows it. */
export interface TimeEvidence {
  /** Names the process whose clock the times are of. */
  readonly by: string;
  /** When the request came in, and when the answer was ready to go out, in ms. */
  readonly at: readonly [since: number, answered: number];
}

/** What the exchange of an entry says. */
export interface ExchangeEvidence extends AnswerEvidence, TargetEvidence, BodyEvidence {
  /** Id of the record that it created, whether or not its answer says so. */
  readonly made?: string;
  /** Where its request is off the contract, secrets masked. */
  readonly offContract?: readonly ContractIssue[];
}

/** The evidence of an entry. */
export interface Evidence extends RequestEvidence, ExchangeEvidence, TimeEvidence {}

/** Members that are there, so that it is small. */
export function withoutMissing<Members extends object>(members: {
  readonly [Name in keyof Members]: Members[Name] | undefined;
}): Members {
  const found: Partial<Members> = {};
  for (const name in members) {
    const value = members[name];
    if (value !== undefined && value !== '') found[name] = value;
  }
  // Those left out are the optional ones.
  return found as Members;
}

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
  const cached = hashes.get(salted);
  if (cached !== undefined) return cached;
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
