/** The signs of the headers of a request. */
import { LRUCache } from '#platform/lru-cache';
import { detachString } from '../../kit/detach-string.js';
import { shortHash } from './short-hash.js';
import type { RequestSigns } from './evidence.js';
import { withoutMissing } from './without-missing.js';

/** Headers that change what a request means, beside its credentials and its key. */
const MEANT = new Set([
  'accept',
  'accept-language',
  'content-encoding',
  'content-type',
  'dpop',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'last-event-id',
  'origin',
  'prefer',
  'range',
  'x-api-key',
]);

/** Headers that are looked at. */
const KNOWN = new Set([
  ...MEANT,
  'authorization',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-modified-since',
  'user-agent',
  'via',
  'x-forwarded-for',
]);

/** Names as they were sent, in lower case; empty for those that say nothing here. */
const names = new Map<string, string>();
const MAX_NAMES = 500;

function nameOf(given: string): string {
  const before = names.get(given);
  if (before !== undefined) return before;
  const name = given.toLowerCase();
  const known = KNOWN.has(name) ? name : '';
  if (names.size < MAX_NAMES && given.length <= 32) names.set(detachString(given), known);
  return known;
}

const BEARER = /^bearer +(\S+) *$/i;

/** The signs of headers that were seen before, by what they follow from: most requests have the same ones as others. */
const seen = new LRUCache<string, string>({ max: 400 });

/** Longest text that is remembered, in characters. */
const MAX_TEXT = 2000;

/**
 * The signs of the headers of a request, as the members of a JSON object. It is asked for each hot GET.
 *
 * @param pairs names and values in turn
 */
export function headerSigns(pairs: readonly string[], salt: string): string {
  let text = salt;
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = nameOf(pairs[at] ?? '');
    if (name !== '') text += `\n${name}:${pairs[at + 1] ?? ''}`;
  }
  const known = seen.get(text);
  if (known !== undefined) return known;
  const signs = JSON.stringify(signsOf(pairs, salt)).slice(1, -1);
  if (text.length <= MAX_TEXT) seen.set(text, signs);
  return signs;
}

function signsOf(pairs: readonly string[], salt: string): RequestSigns {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = nameOf(pairs[at] ?? '');
    if (name !== '') found[name] = pairs[at + 1] ?? '';
  }
  const { authorization, cookie } = found;
  const [, token] = BEARER.exec(authorization ?? '') ?? [];
  const meant = Object.keys(found).filter((name) => MEANT.has(name));
  const has = (...some: string[]): boolean => some.some((name) => found[name] !== undefined);
  const hashed = (text: string | undefined): string | undefined => text && shortHash(text, salt);
  return withoutMissing({
    key: hashed(found['idempotency-key']),
    credentials: has('authorization', 'cookie') ? hashed(`${authorization ?? ''}\n${cookie ?? ''}`) : undefined,
    token: hashed(token),
    agent: hashed(found['user-agent']),
    headers: hashed(meant.map((name) => `${name}:${found[name]}`).join('\n')),
    range: hashed(found['range']),
    revalidates: has('if-none-match', 'if-modified-since') || undefined,
    isGuarded: has('if-match', 'if-unmodified-since') || undefined,
    isAuthorized: has('authorization') || undefined,
    isProxied: has('forwarded', 'via', 'x-forwarded-for') || undefined,
    isStream: found['accept']?.includes('text/event-stream') === true || undefined,
  });
}
