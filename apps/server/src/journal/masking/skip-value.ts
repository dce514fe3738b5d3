/** Finds the ends of JSON values in texts that need not be whole, or right. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Index of the quote that ends a string, from behind the one that begins it; the end of the text where none does. */
export function stringEnd(text: string, from: number, quote = QUOTE): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === BACKSLASH) at++;
  }
  return text.length;
}

/** Index behind an object or array that begins at an index; the end of the text where it does not end. */
export function containerEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at + 1);
    else if (code === 0x7b || code === 0x5b) depth++;
    else if ((code === 0x7d || code === 0x5d) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Index of what ends a number or a literal. */
export function scalarEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code <= 0x20 || code === 0x2c || code === 0x7d || code === 0x5d) break;
  }
  return at;
}

/** Index of the first character from one on that is no white space. */
export function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}
