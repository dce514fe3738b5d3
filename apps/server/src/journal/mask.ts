/** Hides secrets in what the log and the journal say of an exchange; all the rest stays as it was sent. */
import { maskContent, maskForm, maskSegments } from './mask/body.js';
import { maskValue } from './mask/json.js';
import { LRUCache } from '#platform/runtime';
import { detachString } from '../kit/made-once.js';

export { maskHeader } from './mask/header.js';

/** How a text is read that nothing was decoded of. */
const WHOLE = { isCut: false, level: 0 };

/** Masks secrets in a query. */
export function maskQuery(query: string): string {
  return maskForm(query, WHOLE);
}

/** Masks secrets in a path. */
export function maskPath(path: string): string {
  return maskSegments(path, WHOLE);
}

/**
 * Masks secrets in a body. JSON stays JSON: `"***"` stands for a secret of any type.
 *
 * @param contentType value of its Content-Type; undefined where there was none
 * @param isTruncated whether it is only the start of a body: a secret that its end cuts is masked too
 */
export function maskBody(text: string, contentType: string | undefined, isTruncated = false): string {
  return maskContent(text, contentType, { isCut: isTruncated, level: 0 });
}

/** Bytes that are made characters of in one call. */
const CHUNK = 4096;

/** Masks secrets in a body that is no text, such as a form with a picture in it. */
export function maskBytes(bytes: Uint8Array, contentType: string | undefined, isTruncated = false): Uint8Array {
  // A character for each byte: what names secrets, and what they look like, is ASCII.
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  const masked = maskBody(text, contentType, isTruncated);
  return masked === text ? bytes : Uint8Array.from(masked, (character) => character.charCodeAt(0));
}

/** Masks secrets in any other text, such as a name that was not known. */
export function maskText(text: string): string {
  return maskValue(text, WHOLE);
}

/** Texts that are remembered. */
const MAX_TEXTS = 1000;

/** Longest text that is remembered, in characters. */
const MAX_LENGTH = 500;

/** Texts as JSON, their secrets masked; a text with a secret is never remembered. */
export class MaskCache {
  readonly #mask: (text: string) => string;
  readonly #known = new LRUCache<string, string>({ max: MAX_TEXTS });

  /** @param mask gives the text as it was where it holds no secret */
  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** How many texts are remembered. */
  get size(): number {
    return this.#known.size;
  }

  /** A text, its secrets masked. */
  text(text: string): string {
    return this.#known.has(text) ? text : (JSON.parse(this.json(text)) as string);
  }

  /** A text as JSON, its secrets masked. */
  json(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const masked = this.#mask(text);
    const json = JSON.stringify(masked);
    if (masked === text && text.length <= MAX_LENGTH) this.#known.set(detachString(text), json);
    return json;
  }
}
