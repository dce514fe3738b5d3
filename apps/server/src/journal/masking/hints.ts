/** Says at the cost of a look at each character that a text holds no secret: most do not. */
import { ALNUM, is } from './characters.js';
import { BEGINNINGS } from './prefixes.js';

/** Characters that need a closer look wherever they stand: = % \ { [ < and line breaks. */
const SIGNS = new Uint8Array(128);
for (const sign of '=%\\{[<\n') SIGNS[sign.charCodeAt(0)] = 1;

const [COLON, DASH, SLASH] = [0x3a, 0x2d, 0x2f];

/** Pairs of characters that a secret, or the name of a scheme, may begin with. */
const PAIRS = new Uint8Array(128 * 128);
for (const pair of [...BEGINNINGS, 'ey', 'be', 'Be', 'BE', 'ba', 'Ba', 'BA', 'bE', 'bA', 'dp', 'DP', 'Dp', 'dP']) {
  PAIRS[pair.charCodeAt(0) * 128 + pair.charCodeAt(1)] = 1;
}

/** What a secret, or a scheme with one, begins with, in any case. */
const WHOLE = new RegExp(
  `eyJ|(?:bearer|basic|dpop)[ \\t]|${BEGINNINGS.map((text) => text.replaceAll('.', '\\.')).join('|')}`,
  'iy',
);

function begins(text: string, at: number): boolean {
  WHOLE.lastIndex = at;
  return WHOLE.test(text);
}

/** Whether a secret may begin with two characters. */
export function mayBegin(first: number, second: number): boolean {
  return first < 128 && second < 128 && PAIRS[first * 128 + second] === 1;
}

/** Whether a colon may stand between a name and a value, or in a URL; that of a time does not. */
export function isTelling(text: string, colon: number): boolean {
  const next = text.charCodeAt(colon + 1);
  if (next === SLASH) return text.charCodeAt(colon + 2) === SLASH;
  return next < 0x30 || next > 0x39 || !isDigit(text.charCodeAt(colon - 1));
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether a part of a text may hold a secret, or something that was encoded. */
export function mayHoldSecret(text: string, start: number, end: number): boolean {
  let isInWord = false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    const isAlnum = is(code, ALNUM);
    if (isAlnum) {
      if (!isInWord && mayBegin(code, text.charCodeAt(at + 1)) && begins(text, at)) return true;
    } else if (code < 128 && SIGNS[code] === 1) return true;
    else if (code === COLON && isTelling(text, at)) return true;
    else if (code === DASH && text.charCodeAt(at + 1) === DASH) return true;
    isInWord = isAlnum;
  }
  return false;
}
