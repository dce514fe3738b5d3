/** Secrets that running text gives names to: `password=…` as URLs, forms and logs have it, and `password: "…"`. */
import { isOrdinaryWord, isSecret } from '../secret-names.js';
import { endOf, is, NAME, SPACE } from './characters.js';
import { type Cut, MASK } from './cut.js';
import { percent } from './codings.js';
import { containerEnd, stringEnd } from './skip-value.js';

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
export function valueAfterEquals(text: string, at: number, from: number): Cut | undefined {
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
export function valueAfterColon(text: string, at: number, from: number): Cut | undefined {
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
