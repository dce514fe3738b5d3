/** The codings that texts within texts have: each makes one character of a few, so that indices can be taken back. */
import type { Coding } from './reading.js';

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
