/** What a character is to those who look for secrets, at the cost of one look-up. */

/** Letter or digit. */
export const ALNUM = 1;
/** Stands in names beside letters and digits. */
export const NAME = 2;
/** Stands in credentials of RFC 9110 §11.2 (token68) beside letters and digits. */
export const TOKEN68 = 4;
/** Space, tab or line break. */
export const SPACE = 8;
/** Ends the authority of a URL (RFC 3986 §3.2), or the URL itself. */
export const AFTER_AUTHORITY = 16;
/** Stands in opaque tokens beside letters and digits: - and _. */
export const TOKEN = 32;

const classes = new Uint8Array(128);

function mark(characters: string, bit: number): void {
  for (const character of characters) classes[character.charCodeAt(0)] = (classes[character.charCodeAt(0)] ?? 0) | bit;
}

mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', ALNUM | NAME | TOKEN68 | TOKEN);
mark('-_.[]%$~', NAME);
mark('-_', TOKEN);
mark('-._~+/=', TOKEN68);
mark(' \t\r\n', SPACE);
mark('/?#\\"\'<>`{}|^ \t\r\n', AFTER_AUTHORITY);

/** Whether a UTF-16 code unit is of a class. */
export function is(code: number, bit: number): boolean {
  return code < 128 && ((classes[code] ?? 0) & bit) !== 0;
}

/** The first index from one on whose character is not of a class. */
export function endOf(text: string, from: number, bit: number): number {
  let at = from;
  while (at < text.length && is(text.charCodeAt(at), bit)) at++;
  return at;
}
