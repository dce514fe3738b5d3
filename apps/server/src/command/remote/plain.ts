/** What a server says, as a terminal may show it. */

/** Longest text of a server that is shown, in characters. */
const MAX_TEXT = 2000;

/** A text on one line, without characters that a terminal would obey. */
export function plain(text: unknown): string {
  // eslint-disable-next-line no-control-regex
  return String(text)
    .slice(0, MAX_TEXT)
    .replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+/g, ' ');
}
