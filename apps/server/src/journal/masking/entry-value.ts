/** Finds the value of an entry, such as `["password","…"]`, in a list of them: so Object.entries, FormData and Headers are written. */
import { isOrdinaryWord, isSecret, mayName } from '../secret-names.js';
import { jsonEscapes } from './codings.js';
import { afterSpace, stringEnd } from './skip-value.js';

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST] = [0x22, 0x2c, 0x5b, 0x5d];

/** Index of the last character before one that is no white space; below 0 where there is none. */
function beforeSpace(text: string, index: number): number {
  let at = index - 1;
  while (at >= 0 && text.charCodeAt(at) <= 0x20) at--;
  return at;
}

/**
 * Index of the string that is the value of a secret; below 0 where there is none.
 *
 * @param quote index of the quote that begins the name
 * @param end index of the one that ends it
 */
export function entryValue(text: string, quote: number, end: number): number {
  const list = beforeSpace(text, quote);
  if (text.charCodeAt(list) !== OPEN_LIST || !mayName(text, quote + 1, end)) return -1;
  // What lies in no list is a list of names, such as those that are required.
  const before = text.charCodeAt(beforeSpace(text, list));
  if (before !== OPEN_LIST && before !== COMMA) return -1;
  const comma = afterSpace(text, end + 1);
  const value = afterSpace(text, comma + 1);
  if (text.charCodeAt(comma) !== COMMA || text.charCodeAt(value) !== QUOTE) return -1;
  const after = afterSpace(text, stringEnd(text, value + 1) + 1);
  if (after < text.length && text.charCodeAt(after) !== CLOSE_LIST) return -1;
  const name = jsonEscapes.decode(text.slice(quote + 1, end));
  return isSecret(name) && !isOrdinaryWord(name) ? value : -1;
}
