/** Finds secrets in running text, by what they look like and by the names before them, in one pass. */
import {
  ALNUM,
  type Cut,
  endOf,
  is,
  MASK,
  NAME,
  NONE,
  percent,
  SPACE,
  TOKEN,
  containerEnd,
  stringEnd,
} from './cuts.js';
import { isOrdinaryWord, isSecret } from './names.js';
import {
  afterScheme,
  isTelling,
  mayBegin,
  mayHoldSecret,
  privateKey,
  type Span,
  tokenEnd,
  userInformation,
} from './tokens.js';

/** Longest name that is read. */
const LONGEST_NAME = 100;

/** What stands before a parameter in a URL. */
const BEFORE_PARAMETER = /[?&#;]/;

const QUOTES = /["'`]/;

interface Name {
  readonly text: string;
  /** The character before it; undefined where the text begins with it. */
  readonly before: string | undefined;
}

/** The name that ends before an index; quotes around it are no part of it. */
function nameBefore(text: string, at: number, from: number): Name {
  let end = at;
  if (end > from && is(text.charCodeAt(end - 1), SPACE)) end--;
  const isQuoted = end > from && QUOTES.test(text[end - 1] ?? '');
  if (isQuoted) end--;
  let start = end;
  const least = Math.max(from, end - LONGEST_NAME);
  while (start > least && is(text.charCodeAt(start - 1), NAME)) start--;
  return { text: percent.decode(text.slice(start, end)), before: text[start - (isQuoted ? 2 : 1)] };
}

const AFTER_VALUE = /[\s&"'<>`]/g;
const AFTER_PARAMETER = /[\s&"'<>`#]/g;

/** Where a value ends that no quotes are around. A comma or semicolon before white space is no part of it. */
function bareEnd(text: string, start: number, isParameter: boolean): number {
  const after = isParameter ? AFTER_PARAMETER : AFTER_VALUE;
  after.lastIndex = start;
  const end = after.exec(text)?.index ?? text.length;
  return end > start + 1 && /[,;]/.test(text[end - 1] ?? '') && end < text.length ? end - 1 : end;
}

/** The value of a secret whose equals sign is at an index; nothing before `from` is read. */
function valueAfterEquals(text: string, at: number, from: number): Cut | undefined {
  // No secret has a name of two letters.
  if (!is(text.charCodeAt(at - 3), NAME | SPACE) && !is(text.charCodeAt(at - 2), SPACE)) return undefined;
  const name = nameBefore(text, at, from);
  if (name.text === '' || !isSecret(name.text)) return undefined;
  const isParameter = name.before === undefined || BEFORE_PARAMETER.test(name.before);
  if (!isParameter && isOrdinaryWord(name.text)) return undefined;
  const start = !isParameter && text[at + 1] === ' ' ? at + 2 : at + 1;
  const quote = text[start];
  if (quote !== undefined && QUOTES.test(quote)) {
    return { start: start + 1, end: stringEnd(text, start + 1, quote.charCodeAt(0)), by: MASK };
  }
  return { start, end: bareEnd(text, start, isParameter), by: MASK };
}

/** A value that is the last of its line, or of its object. */
const LONE = /[^\s,;}\]]+(?=[ \t]*(?:[\r\n,;}\]]|$))/y;

/** The value of a secret whose colon is at an index; nothing before `from` is read. */
function valueAfterColon(text: string, at: number, from: number): Cut | undefined {
  const start = endOf(text, at + 1, SPACE);
  const first = text[start];
  if (first === undefined || (first === '/' && start === at + 1)) return undefined;
  const name = nameBefore(text, at, from);
  if (name.text === '' || !isSecret(name.text) || isOrdinaryWord(name.text)) return undefined;
  if (QUOTES.test(first)) return { start: start + 1, end: stringEnd(text, start + 1, first.charCodeAt(0)), by: MASK };
  if (first === '{' || first === '[') return { start, end: containerEnd(text, start), by: `"${MASK}"` };
  LONE.lastIndex = start;
  return LONE.test(text) ? { start, end: LONE.lastIndex, by: MASK } : undefined;
}

/** Fewest characters of a JWT after its first full stop. */
const LEAST_JWT = 10;

const [B_UPPER, B_LOWER, D_UPPER, D_LOWER, E_LOWER] = [0x42, 0x62, 0x44, 0x64, 0x65];
const [PERCENT, DASH, COLON, EQUALS, DOT] = [0x25, 0x2d, 0x3a, 0x3d, 0x2e];

/** What finds secrets in one text. */
class Finder {
  readonly cuts: Cut[] = [];
  readonly #text: string;
  readonly #isCut: boolean;
  /** Where the last cut ended. */
  #from = 0;
  /** No JWT begins before this index. */
  #noJwtBefore = 0;

  constructor(text: string, isCut: boolean) {
    this.#text = text;
    this.#isCut = isCut;
  }

  find(): readonly Cut[] {
    const text = this.#text;
    let isInWord = false;
    for (let at = 0; at < text.length;) {
      const code = text.charCodeAt(at);
      const isAlnum = is(code, ALNUM);
      const end: number = isAlnum ? (isInWord ? at : this.#atWord(code, at)) : this.#atSign(code, at);
      // What is cut out ends no word: another may begin behind it.
      isInWord = isAlnum && end === at;
      at = end === at ? at + 1 : end;
    }
    return this.cuts;
  }

  /** Index behind a secret that begins with a word; the same index where none does. */
  #atWord(code: number, at: number): number {
    if (!mayBegin(code, this.#text.charCodeAt(at + 1))) return at;
    if (code === E_LOWER && at >= this.#noJwtBefore && this.#text.startsWith('eyJ', at)) {
      const end = this.#jwtEnd(at);
      if (end > at) return this.#cut({ start: at, end });
    }
    const token = tokenEnd(this.#text, at, this.#isCut);
    if (token > at) return this.#cut({ start: at, end: token });
    const isScheme = code === B_LOWER || code === B_UPPER || code === D_LOWER || code === D_UPPER;
    const found = isScheme ? afterScheme(this.#text, at, this.#isCut) : undefined;
    return found === undefined ? at : this.#cut(found);
  }

  /** Index behind a secret that a sign announces; the same index where there is none. */
  #atSign(code: number, at: number): number {
    const text = this.#text;
    // An escaped character stands before a word, and its digits are no part of one.
    if (code === PERCENT) return percent.width(text, at) + at - 1;
    if (code === EQUALS) return this.#named(valueAfterEquals(text, at, this.#from), at);
    if (code === COLON) {
      if (text.startsWith('//', at + 1)) return this.#found(userInformation(text, at, this.#isCut), at);
      return isTelling(text, at) ? this.#named(valueAfterColon(text, at, this.#from), at) : at;
    }
    return code === DASH ? this.#found(privateKey(text, at), at) : at;
  }

  /** Where a JWT ends (RFC 7515 §3.1), or what is written like one; the same index where there is none. */
  #jwtEnd(at: number): number {
    const text = this.#text;
    const first = endOf(text, at, TOKEN);
    let end = first;
    while (text.charCodeAt(end) === DOT) end = endOf(text, end + 1, TOKEN);
    if (end - first > LEAST_JWT || (this.#isCut && end === text.length)) return end;
    this.#noJwtBefore = first;
    return at;
  }

  #found(span: Span | undefined, at: number): number {
    return span === undefined ? at : this.#cut(span);
  }

  #named(cut: Cut | undefined, at: number): number {
    if (cut === undefined) return at;
    if (cut.end === cut.start) return Math.max(at, cut.end);
    this.cuts.push(cut);
    this.#from = cut.end;
    return cut.end;
  }

  #cut({ start, end }: Span): number {
    this.cuts.push({ start, end, by: MASK });
    this.#from = end;
    return end;
  }
}

/**
 * The secrets of running text.
 *
 * @param isCut whether the text is only the start of one
 */
export function textCuts(text: string, isCut: boolean): readonly Cut[] {
  return mayHoldSecret(text, 0, text.length) ? new Finder(text, isCut).find() : NONE;
}
