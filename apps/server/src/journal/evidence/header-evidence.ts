/** The signs of the headers of a request. */
import { shortHash } from './short-hash.js';
import { type RequestSigns, withoutMissing } from './evidence.js';

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

const BEARER = /^bearer +(\S+) *$/i;

/**
 * The signs of the headers of a request.
 *
 * @param pairs names and values in turn
 */
export function headerSigns(pairs: readonly string[], salt: string): RequestSigns {
  const found: Record<string, string> = {};
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const name = pairs[at]?.toLowerCase() ?? '';
    if (KNOWN.has(name)) found[name] = pairs[at + 1] ?? '';
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
