/** Remembers which texts hold no secret: most requests repeat those of others, so that few are looked through. */
import { LRUCache } from '#platform/lru-cache';
import { detachString } from '../kit/made-once.js';

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
