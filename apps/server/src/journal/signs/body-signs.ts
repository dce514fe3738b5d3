/** The signs of the body of a request. */
import { textOf } from '#platform/bytes';
import type { Exchange } from '../exchange.js';
import { bodyHash, shortHash } from './short-hash.js';
import type { BodySigns } from './signs.js';

/** A refresh token in a body: in JSON, which has none that needs an escape, or in a form. */
const REFRESH = /"refresh_token"\s*:\s*"([^"\\]+)"/;

function refreshIn(text: string): string | undefined {
  if (!text.includes('refresh_token')) return undefined;
  return REFRESH.exec(text)?.[1] ?? new URLSearchParams(text).get('refresh_token') ?? undefined;
}

/** A secret that people type, as a member of JSON or of a form. */
const TYPED =
  /(?:^|[&"])\w*(?:password|passphrase|passcode|pwd|pin|otp|mfa_?code|sms_?code|user_?code|verification_?code|recovery_?code|backup_?code)(?:"\s*:|=)/i;

const KEY = /"idempotency_key"\s*:\s*"([^"\\]+)"/g;

/** The keys of the calls of a request of tRPC, which has no headers for them; undefined where one has none. */
function keysIn(path: string, text: string): string | undefined {
  if (!path.startsWith('/trpc/')) return undefined;
  const keys = Array.from(text.matchAll(KEY), ([, key]) => key);
  return keys.length < path.split(/,|%2c/i).length ? undefined : keys.join('\n');
}

/** The signs of the body of a request. */
export function bodySigns({ body, path }: Pick<Exchange, 'body' | 'path'>, salt: string): BodySigns {
  if (body === undefined || body.bytes === 0) return {};
  const { content, isTruncated } = body;
  if (isTruncated) return { body: '' };
  const text = typeof content === 'string' ? content : textOf(content);
  const [refresh, keys] = [refreshIn(text), keysIn(path, text)];
  return {
    body: bodyHash(content, salt),
    ...(TYPED.test(text) && { isTyped: true }),
    ...(keys !== undefined && { key: shortHash(keys, salt) }),
    ...(refresh !== undefined && refresh !== '' && { refresh: shortHash(refresh, salt) }),
  };
}
