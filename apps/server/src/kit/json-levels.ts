/** Looks at the brackets of a JSON text, valid or not, before anything that recurses reads it. */

/** Levels of arrays and objects that are read; whatever walks over a value may recurse this deep. */
export const MAX_LEVELS = 64;

/** What the brackets of a text say. */
export interface Brackets {
  /** Whether they nest deeper than the levels that are read. */
  readonly isTooDeep: boolean;
  /** Where the text stops being JSON as far as brackets can tell; its length where they all match. */
  readonly end: number;
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
  let paused = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (at - paused > STEP) {
      paused = at;
      yield;
    }
    const found = text.charCodeAt(at);
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
  return { isTooDeep: false, end: text.length };
}

/** What the brackets of a text say, found in one go. */
export function brackets(text: string, maxLevels = MAX_LEVELS): Brackets {
  const steps = followBrackets(text, maxLevels);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
