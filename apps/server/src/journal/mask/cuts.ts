/** What of a text is cut out, what its characters are, and the codings that texts within texts have. */

/** What stands for a secret. */
export const MASK = '***';

/** A part of a text, from one index up to another, and what is written instead. */
export interface Cut {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** No cuts. */
export const NONE: readonly Cut[] = [];

/** Cuts in their order, those that overlap made one. */
function merged(cuts: readonly Cut[]): readonly Cut[] {
  if (isInOrder(cuts)) return cuts;
  const ordered: Cut[] = [];
  for (const cut of cuts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = ordered.at(-1);
    if (last === undefined || cut.start >= last.end) ordered.push(cut);
    else if (cut.end > last.end) ordered[ordered.length - 1] = { start: last.start, end: cut.end, by: last.by };
  }
  return ordered;
}

function isInOrder(cuts: readonly Cut[]): boolean {
  let end = 0;
  for (const cut of cuts) {
    if (cut.start < end) return false;
    ({ end } = cut);
  }
  return true;
}

/** The same cuts in a text that the other one is a part of. */
export function moved(cuts: readonly Cut[], by: number): readonly Cut[] {
  return by === 0 ? cuts : cuts.map((cut) => ({ start: cut.start + by, end: cut.end + by, by: cut.by }));
}

/** A text with its cuts made. */
export function withCuts(text: string, cuts: readonly Cut[]): string {
  if (cuts.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, by } of merged(cuts)) {
    pieces.push(text.slice(at, start), by);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** Codings within codings that are undone; what lies deeper is masked as a whole. */
const MAX_LEVEL = 6;

/** How a text is read. */
export interface Reading {
  /** Whether the text was cut off at its end: a secret that begins there is one however little there is of it. */
  readonly isCut: boolean;
  /** How many codings have been undone. */
  readonly level: number;
  /** Reads a value of any form. */
  readonly within: (text: string, reading: Reading) => readonly Cut[];
}

/** A coding of single characters. */
export interface Coding {
  decode(raw: string): string;
  /** How many characters the one at an index was made of. */
  width(raw: string, at: number): number;
  encode(text: string): string;
}

/**
 * The cuts of a coded text.
 *
 * @param raw the text as it was sent
 * @param reading of the text that it is a part of; `isCut` says it of this text
 */
export function codedCuts(raw: string, coding: Coding, reading: Reading): readonly Cut[] {
  const decoded = coding.decode(raw);
  if (decoded === raw) return reading.within(raw, reading);
  if (reading.level >= MAX_LEVEL) return [{ start: 0, end: raw.length, by: MASK }];
  const cuts = merged(reading.within(decoded, { ...reading, level: reading.level + 1 }));
  return cuts.length === 0 ? NONE : inRaw(raw, coding, cuts);
}

/** Cuts of a decoded text where they lie in the coded one. */
function inRaw(raw: string, coding: Coding, cuts: readonly Cut[]): readonly Cut[] {
  let [at, decodedAt] = [0, 0];
  const rawIndexOf = (index: number) => {
    for (; decodedAt < index && at < raw.length; decodedAt++) at += coding.width(raw, at);
    return at;
  };
  return cuts.map(({ start, end, by }) => ({ start: rawIndexOf(start), end: rawIndexOf(end), by: coding.encode(by) }));
}

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

const HEX = /^[\da-f]+$/i;

function isHex(raw: string, start: number, length: number): boolean {
  const digits = raw.slice(start, start + length);
  return digits.length === length && HEX.test(digits);
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** What JSON writes in strings (RFC 8259 §7); an escape that is none stands for its second character. */
export const jsonEscapes: Coding = {
  decode: (raw) =>
    raw.includes('\\')
      ? raw.replace(/\\(?:u([\da-f]{4})|([^]))/gi, (_, code: string | undefined, character: string) =>
          code === undefined ? (ESCAPED[character] ?? character) : String.fromCharCode(Number.parseInt(code, 16)),
        )
      : raw,
  width(raw, at) {
    if (raw[at] !== '\\' || at + 1 >= raw.length) return 1;
    return (raw[at + 1] === 'u' || raw[at + 1] === 'U') && isHex(raw, at + 2, 4) ? 6 : 2;
  },
  encode: (text) => JSON.stringify(text).slice(1, -1),
};

const percentWidth = (raw: string, at: number) => (raw[at] === '%' && isHex(raw, at + 1, 2) ? 3 : 1);

/** An octet becomes one character each: no secret name, and no shape of a secret, has one beyond ASCII. */
const percentDecode = (raw: string) =>
  raw.includes('%')
    ? raw.replace(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : raw;

/** Percent-encoding (RFC 3986 §2.1). */
export const percent: Coding = { decode: percentDecode, width: percentWidth, encode: encodeURIComponent };

/** Percent-encoding as forms have it, with plus signs for spaces. */
export const formPercent: Coding = { ...percent, decode: (raw) => percentDecode(raw.replaceAll('+', ' ')) };

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

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
