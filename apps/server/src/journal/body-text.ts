/** The body of a message as its journal entry shows it: as text where it is one, else in Base64. */
import { bytesOf, toBase64 } from '#platform/bytes';
import type { KeptBody } from './exchange.js';
import { maskBody, maskBytes } from './mask.js';

/** A body as it is shown, its secrets masked. */
export interface BodyText {
  readonly text: string;
  readonly encoding: 'utf8' | 'base64';
  readonly isTruncated: boolean;
}

/** The text of bytes; undefined where they are none. A character that a cut has halved is left out. */
function decoded(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** A body as it is shown; undefined where nothing of it was kept. */
export function bodyText(body: KeptBody | undefined, contentType: string | undefined): BodyText | undefined {
  if (body === undefined || body.content.length === 0) return undefined;
  const { content, isTruncated } = body;
  const text = typeof content === 'string' ? content : decoded(content, isTruncated);
  if (text !== undefined) return { text: maskBody(text, contentType, isTruncated), encoding: 'utf8', isTruncated };
  const bytes = maskBytes(typeof content === 'string' ? bytesOf(content) : content, contentType, isTruncated);
  return { text: toBase64(bytes), encoding: 'base64', isTruncated };
}
