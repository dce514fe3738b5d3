/** Remembers which texts hold no secret: most requests repeat those of others, so that few are looked through. */
import { detachString } from '../kit/detach-string.js';

/** Texts of one generation; two are remembered. */
const MAX_TEXTS = 500;

/** Longest text that is remembered, in characters. */
const MAX_LENGTH = 300;

/** Texts as JSON, their secrets masked; a text with a secret is never remembered. */
export class MaskCache {
  readonly #mask: (text: string) => string;
  #recent = new Map<string, string>();
  #before = new Map<string, string>();

  /** @param mask gives the text as it was where it holds no secret */
  constructor(mask: (text: string) => string) {
    this.#mask = mask;
  }

  /** How many texts are remembered. */
  get size(): number {
    return this.#recent.size + this.#before.size;
  }

  /** A text as JSON, its secrets masked. */
  json(text: string): string {
    const known = this.#recent.get(text);
    if (known !== undefined) return known;
    const before = this.#before.get(text);
    if (before !== undefined) return this.#keep(text, before);
    const masked = this.#mask(text);
    const json = JSON.stringify(masked);
    return masked === text && text.length <= MAX_LENGTH ? this.#keep(detachString(text), json) : json;
  }

  #keep(text: string, json: string): string {
    if (this.#recent.size >= MAX_TEXTS) {
      this.#before = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(text, json);
    return json;
  }
}
