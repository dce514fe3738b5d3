/** Looks at the brackets and numbers of a JSON text, valid or not, before anything that recurses reads it. */

/** Levels of arrays and objects that are read; whatever walks over a value may recurse this deep. */
export const MAX_LEVELS = 64;

/** What the brackets of a text say. */
export interface Brackets {
  /** Whether they nest deeper than the levels that are read. */
  readonly isTooDeep: boolean;
  /** Where the text stops being JSON as far as brackets can tell; its length where they all match. */
  readonly end: number;
  /** The first number that is too large to be held, as it stands in the text: JSON.parse would make Infinity of it. */
  readonly tooLarge?: string;
}

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const SLASH = code('/');
const LINE_FEED = code('\n');
const CARRIAGE_RETURN = code('\r');
const closers: ReadonlyMap<number, number> = new Map([
  [code('{'), code('}')],
  [code('['), code(']')],
]);
const closing: ReadonlySet<number> = new Set(closers.values());

const isDigit = (found: number): boolean => found >= 0x30 && found <= 0x39;

/** What goes on with a number: digits, a point, an exponent and signs. */
const isOfNumber = (found: number): boolean =>
  isDigit(found) || found === 0x2e || found === 0x45 || found === 0x65 || found === 0x2b || found === 0x2d;

/** Length of the longest number without an exponent that can be held for certain. */
const SHORT = 308;

/** Longest part of a number that is shown. */
const MAX_SHOWN = 40;

/** The number that begins at an index, where it is too large to be held. */
function tooLargeAt(text: string, start: number, end: number): string | undefined {
  const isSmall = end - start <= SHORT && !/e\+?\d{3}/i.test(text.slice(start, end));
  if (isSmall || Number.isFinite(Number(text.slice(start, end)))) return undefined;
  return end - start > MAX_SHOWN ? `${text.slice(start, start + MAX_SHOWN)}…` : text.slice(start, end);
}

/** Offset of the quote that ends a string; of the line break that breaks it off, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const found = text.charCodeAt(at);
    if (found === QUOTE || found === LINE_FEED || found === CARRIAGE_RETURN) return at;
    if (found === BACKSLASH) at += 1;
  }
  return at;
}

/** Characters after which a long text lets others go first. */
const STEP = 65_536;

/**
 * Follows the brackets of a text, without recursion, up to the first that is too deep or does not match. A comment and
 * a string that is broken off end it as well: what a parser takes for a bracket after them is anyone's guess.
 *
 * @yields after every so many characters, for whoever wants to do something else in between
 */
export function* followBrackets(text: string, maxLevels: number): Generator<void, Brackets> {
  const open: number[] = [];
  let tooLarge: string | undefined;
  let paused = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at - paused > STEP) {
      paused = at;
      yield;
    }
    const found = text.charCodeAt(at);
    if (isDigit(found)) {
      const start = at;
      while (isOfNumber(text.charCodeAt(at + 1))) at += 1;
      tooLarge ??= tooLargeAt(text, start, at + 1);
      continue;
    }
    const closer = closers.get(found);
    if (closer !== undefined) {
      if (open.length === maxLevels) return { isTooDeep: true, end: at };
      open.push(closer);
    } else if (found === QUOTE) {
      at = endOfString(text, at);
      if (text.charCodeAt(at) !== QUOTE) return { isTooDeep: false, end: Math.min(at, text.length) };
    } else if (found === SLASH || (closing.has(found) && open.pop() !== found)) {
      return { isTooDeep: false, end: at + 1 };
    }
  }
  return { isTooDeep: false, end: text.length, ...(tooLarge === undefined ? {} : { tooLarge }) };
}

/** What the brackets of a text say, found in one go. */
export function brackets(text: string, maxLevels = MAX_LEVELS): Brackets {
  const steps = followBrackets(text, maxLevels);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
