/** The codings that texts within texts have: each decodes, and encodes what was decoded; and cookies that were joined. */

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** What a string of JSON says (RFC 8259 §7); an escape that is none stands for its second character. */
export function jsonDecoded(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(/\\(?:u([\da-f]{4})|([^]))/gi, (_, code: string | undefined, character: string) =>
    code === undefined ? (ESCAPED[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** The content of a string of JSON. What has more than eight bits is escaped: a body that is no text is read as octets. */
export function jsonEncoded(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\0-\xff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Undoes percent-encoding (RFC 3986 §2.1). An octet becomes a character: no name or shape of a secret is beyond ASCII. */
export function percentDecoded(raw: string): string {
  if (!raw.includes('%')) return raw;
  return raw.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/**
 * Encodes what `percentDecoded` gave.
 *
 * @param isValue whether it stands within a URL, so that what separates its parts is encoded as well
 */
export function percentEncoded(text: string, isValue: boolean): string {
  const pattern = isValue ? /[^\w.~!*'()-]/g : /[^\w.~!*'()/?#[\]@:$&,;=-]/g;
  return text.replace(pattern, (character) => {
    const code = character.charCodeAt(0);
    return code > 0xff ? character : `%${code.toString(16).toUpperCase().padStart(2, '0')}`;
  });
}

/** A comma between two cookies; one in a date has no name behind it. */
export const NEXT_COOKIE = /,(?=[ \t]*[^\s;,=]+=)/;

/** The cookies of a Set-Cookie header (RFC 6265 §4.1.1) that were joined by commas. */
export function apartCookies(text: string): string[] {
  return text.split(NEXT_COOKIE).map((cookie) => cookie.trim());
}
