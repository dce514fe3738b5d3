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

/** The signs of the body of a request. */
export function bodySigns(body: KeptBody | undefined, salt: string): BodySigns {
  if (body === undefined || body.bytes === 0) return {};
  const { content, isTruncated } = body;
  if (isTruncated) return { body: '' };
  const refresh = refreshIn(typeof content === 'string' ? content : textOf(content));
  const hash = bodyHash(content, salt);
  return refresh === undefined || refresh === '' ? { body: hash } : { body: hash, refresh: shortHash(refresh, salt) };
}
