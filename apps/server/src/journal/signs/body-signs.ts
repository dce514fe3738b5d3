/** The signs of the body of a request. */
import { textOf } from '#platform/bytes';
import type { KeptBody } from '../exchange.js';
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

/** The signs of the body of a request. */
export function bodySigns(body: KeptBody | undefined, salt: string): BodySigns {
  if (body === undefined || body.bytes === 0) return {};
  const { content, isTruncated } = body;
  if (isTruncated) return { body: '' };
  const text = typeof content === 'string' ? content : textOf(content);
  const refresh = refreshIn(text);
  return {
    body: bodyHash(content, salt),
    ...(TYPED.test(text) && { isTyped: true }),
    ...(refresh !== undefined && refresh !== '' && { refresh: shortHash(refresh, salt) }),
  };
}
