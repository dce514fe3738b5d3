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

/** Media types whose bytes are no text, also where they happen to be valid UTF-8, as a part of a picture may be. */
const BINARY = /^(?:image\/(?!svg\+xml)|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip)\b)/i;

function textIn(content: KeptBody['content'], contentType: string, isCut: boolean): string | undefined {
  if (typeof content === 'string') return content;
  return BINARY.test(contentType) ? undefined : decoded(content, isCut);
}

/** A body as it is shown; undefined where nothing of it was kept. */
export function bodyText(body: KeptBody | undefined, contentType: string | undefined): BodyText | undefined {
  if (body === undefined || body.content.length === 0) return undefined;
  const { content, isTruncated } = body;
  const text = textIn(content, contentType ?? '', isTruncated);
  if (text !== undefined) return { text: maskBody(text, contentType, isTruncated), encoding: 'utf8', isTruncated };
  const bytes = maskBytes(typeof content === 'string' ? bytesOf(content) : content, contentType, isTruncated);
  return { text: toBase64(bytes), encoding: 'base64', isTruncated };
}
