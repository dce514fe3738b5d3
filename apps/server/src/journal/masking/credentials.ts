/** Credentials in running text: after the name of their scheme, in the authority of a URL, between the lines of a key. */
import { AFTER_AUTHORITY, endOf, is, SPACE, TOKEN68 } from './characters.js';

/** A part of a text, by index. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Longest word that may follow the name of a scheme in a sentence, as in "bearer authentication". */
const LONGEST_WORD = 16;
const WORD = /^[a-z]*[.]?$/;
/** Parameters of a challenge, such as `realm=` (RFC 9110 §11.6.1). */
const PARAMETER = /^[a-z_]+=$/i;

/** Characters of Basic credentials that are decoded to see whether they are any. */
const BASIC_START = 400;

/** Whether Base64 says a name, a colon and a password (RFC 7617 §2). */
function isBasic(encoded: string): boolean {
  const start = encoded.slice(0, BASIC_START).replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  try {
    const decoded = atob(start.length % 4 === 1 ? start.slice(0, -1) : start);
    const colon = decoded.indexOf(':');
    // oxlint-disable-next-line no-control-regex
    return colon >= 0 && !/[\0-\x1f\x7f]/.test(decoded.slice(0, colon));
  } catch {
    return false;
  }
}

const SCHEME = /(?:bearer|basic|dpop)(?=[ \t])/iy;

/** Credentials after Bearer, DPoP or Basic (RFC 9110 §11.4) at an index. */
export function afterScheme(text: string, at: number, isCut: boolean): Span | undefined {
  SCHEME.lastIndex = at;
  if (!SCHEME.test(text)) return undefined;
  const isOfBasic = SCHEME.lastIndex - at === 5;
  const start = endOf(text, SCHEME.lastIndex, SPACE);
  const end = endOf(text, start, TOKEN68);
  if (end === start) return undefined;
  if (isCut && end === text.length) return { start, end };
  const credentials = end - start > LONGEST_WORD * 2 ? undefined : text.slice(start, end);
  if (isOfBasic) return isBasic(text.slice(start, Math.min(end, start + BASIC_START))) ? { start, end } : undefined;
  const isSaid = credentials !== undefined && isSentence(credentials, text[end]);
  return isSaid ? undefined : { start, end };
}

function isSentence(credentials: string, next: string | undefined): boolean {
  if (PARAMETER.test(credentials) && (next === '"' || next === '\\')) return true;
  return credentials.length <= LONGEST_WORD && WORD.test(credentials);
}

/** User information in the authority of a URL whose :// is at an index (RFC 3986 §3.2.1). */
export function userInformation(text: string, at: number, isCut: boolean): Span | undefined {
  const start = at + 3;
  const end = endOfAuthority(text, start);
  const authority = text.slice(start, end);
  const sign = authority.lastIndexOf('@');
  if (sign > 0) {
    const isNamed = authority.slice(0, sign).includes(':') || /https?$/i.test(text.slice(Math.max(0, at - 5), at));
    return isNamed ? { start, end: start + sign } : undefined;
  }
  // It may be a port, or the start of a password.
  const colon = authority.startsWith('[') ? -1 : authority.indexOf(':');
  return isCut && end === text.length && colon >= 0 ? { start: start + colon + 1, end } : undefined;
}

function endOfAuthority(text: string, from: number): number {
  let at = from;
  while (at < text.length && !is(text.charCodeAt(at), AFTER_AUTHORITY)) at++;
  return at;
}

const LONGEST_LABEL = 64;

/** What lies between the lines of a private key (RFC 7468 §2) whose first one begins at an index. */
export function privateKey(text: string, at: number): Span | undefined {
  if (!text.startsWith('-----BEGIN ', at)) return undefined;
  const label = text.slice(at + 11, at + 11 + LONGEST_LABEL);
  const dashes = label.indexOf('-----');
  if (dashes < 0 || !/PRIVATE KEY(?: BLOCK)?$/.test(label.slice(0, dashes))) return undefined;
  const start = at + 11 + dashes + 5;
  const end = text.indexOf('-----END', start);
  return { start, end: end < 0 ? text.length : end };
}
