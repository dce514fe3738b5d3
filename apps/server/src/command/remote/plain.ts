/** What a server says, as a terminal may show it. */

/** Longest text of a server that is shown, in characters. */
const MAX_TEXT = 2000;

/** A text on one line, without characters that a terminal would obey. */
export function plain(text: unknown): string {
  return String(text)
    .slice(0, MAX_TEXT)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]+/gu, ' ');
}
