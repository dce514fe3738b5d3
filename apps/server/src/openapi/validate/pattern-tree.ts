/** Regular expressions as trees: what is needed to tell whether one is safe to run, and to write texts that match it. */

/** Code points from one to another, both included. */
export type Range = readonly [from: number, to: number];

/** A part of a regular expression. */
export type PatternNode =
  /** One character of a set. */
  | { readonly kind: 'set'; readonly ranges: readonly Range[] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly body: PatternNode; readonly name: string }
  | { readonly kind: 'same'; readonly name: string }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly isAhead: boolean; readonly isNegative: boolean }
  | { readonly kind: 'start' | 'end' | 'boundary' };

const MAX_LENGTH = 5_000;
const MAX_DEPTH = 60;
const LAST = 0x10_ff_ff;

const digits: readonly Range[] = [[48, 57]];
const letters: readonly Range[] = [
  [97, 122],
  [65, 90],
];
const words: readonly Range[] = [...letters, ...digits, [95, 95]];
const spaces: readonly Range[] = [
  [32, 32],
  [9, 13],
  [160, 160],
];
const foreign: readonly Range[] = [
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0xff],
];

/** What is in none of the ranges. */
function complement(ranges: readonly Range[]): readonly Range[] {
  const sorted = ranges.toSorted((a, b) => a[0] - b[0]);
  const rest: Range[] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

const [small, capital] = [letters[0], letters[1]].map((range) => (range === undefined ? [] : [range]));

/** Some of the characters that Unicode properties have, by how their names begin. */
const properties: readonly (readonly [RegExp, readonly Range[]])[] = [
  [/^(?:Lu|Upper)/, capital ?? []],
  [/^(?:Ll|Lower)/, small ?? []],
  [/^(?:[Ls]|Alpha|Script)/, [...letters, ...foreign]],
  [/^(?:N|Digit)/, digits],
  // , - . / and ! : ; ?
  [
    /^P/,
    [
      [44, 47],
      [33, 33],
      [58, 59],
      [63, 63],
    ],
  ],
  // + and < = >
  [
    /^S/,
    [
      [43, 43],
      [60, 62],
    ],
  ],
  [/^(?:Z|White)/, [[32, 32]]],
];

const propertyRanges = (name: string): readonly Range[] =>
  properties.find(([begin]) => begin.test(name))?.[1] ?? [[33, 126]];

const classes: Readonly<Record<string, readonly Range[]>> = {
  d: digits,
  D: complement(digits),
  w: words,
  W: complement(words),
  s: spaces,
  S: complement([...spaces, [0, 31]]),
};

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, b: 8 };

/** Reads a pattern from left to right. */
class Reader {
  readonly #text: string;
  #at = 0;
  #groups = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#text);
    if (found !== null) this.#at = expression.lastIndex;
    return found;
  }

  choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
    const options = [this.#sequence(depth)];
    while (this.#take('|')) options.push(this.#sequence(depth));
    const [first] = options;
    return options.length === 1 && first !== undefined ? first : { kind: 'choice', options };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.isAtEnd && !/[|)]/.test(this.#text.charAt(this.#at))) parts.push(this.#repeated(depth));
    return { kind: 'sequence', parts };
  }

  #repeated(depth: number): PatternNode {
    const body = this.#atom(depth);
    const found = this.#match(/(?:([*+?])|\{(\d+)(,(\d*))?\})[?+]?/y);
    if (found === null) return body;
    const [, sign, least, more, most] = found;
    if (sign !== undefined) {
      return { kind: 'repeat', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity };
    }
    const min = Number(least);
    const max = more === undefined ? min : most === undefined || most === '' ? Infinity : Number(most);
    return { kind: 'repeat', body, min, max };
  }

  #atom(depth: number): PatternNode {
    if (this.#take('^')) return { kind: 'start' };
    if (this.#take('$')) return { kind: 'end' };
    if (this.#take('.'))
      return {
        kind: 'set',
        ranges: complement([
          [10, 10],
          [13, 13],
          [0x20_28, 0x20_29],
        ]),
      };
    if (this.#take('[')) return { kind: 'set', ranges: this.#set() };
    if (this.#take('(')) return this.#group(depth);
    if (this.#take('\\')) return this.#escape();
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xff_ff ? 2 : 1;
    return { kind: 'set', ranges: [[code, code]] };
  }

  #group(depth: number): PatternNode {
    const look = this.#match(/\?(<?)([=!])/y);
    const named = look === null ? this.#match(/\?P?<([^>]*)>/y) : null;
    const isPlain = look === null && named === null && this.#match(/\?[a-z-]*:/y) !== null;
    if (look === null && named === null && !isPlain) this.#groups++;
    else if (named !== null) this.#groups++;
    const number = String(this.#groups);
    const body = this.choice(depth + 1);
    if (!this.#take(')')) throw new SyntaxError('a group is not closed');
    if (look !== null) return { kind: 'look', body, isAhead: look[1] === '', isNegative: look[2] === '!' };
    return isPlain ? body : { kind: 'group', body, name: named?.[1] ?? number };
  }

  /** The code point of an escaped character, or of a hexadecimal escape. */
  #code(): number {
    const hex = this.#match(/u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})/y);
    if (hex !== null) return Math.min(LAST, Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '0', 16));
    if (this.#match(/0(?!\d)/y) !== null) return 0;
    const control = this.#match(/c([a-zA-Z])/y);
    if (control !== null) return (control[1] ?? '').charCodeAt(0) % 32;
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xff_ff ? 2 : 1;
    return controls[String.fromCodePoint(code)] ?? code;
  }

  /** A class such as `\d` or `\p{L}`; undefined where none stands here. */
  #class(): readonly Range[] | undefined {
    const property = this.#match(/([pP])\{([^}]*)\}/y);
    if (property !== null) {
      const ranges = propertyRanges(property[2] ?? '');
      return property[1] === 'P' ? complement(ranges) : ranges;
    }
    const sign = this.#match(/[dDwWsS]/y);
    return sign === null ? undefined : classes[sign[0]];
  }

  #escape(): PatternNode {
    const ranges = this.#class();
    if (ranges !== undefined) return { kind: 'set', ranges };
    if (this.#match(/[bB]/y) !== null) return { kind: 'boundary' };
    const same = this.#match(/([1-9]\d?)|k<([^>]*)>/y);
    if (same !== null) return { kind: 'same', name: same[1] ?? same[2] ?? '' };
    const code = this.#code();
    return { kind: 'set', ranges: [[code, code]] };
  }

  #set(): readonly Range[] {
    const isNegated = this.#take('^');
    const ranges: Range[] = [];
    for (let isFirst = true; !this.#take(']'); isFirst = false) {
      if (this.isAtEnd) throw new SyntaxError('a set is not closed');
      const own = this.#take('\\') ? (this.#class() ?? this.#code()) : this.#code2();
      if (typeof own !== 'number') {
        ranges.push(...own);
        continue;
      }
      const isRange = this.#match(/-(?!\])/y) !== null;
      const end = !isRange ? own : this.#take('\\') ? (this.#class() ?? this.#code()) : this.#code2();
      if (typeof end === 'number') ranges.push([own, Math.max(own, end)]);
      else ranges.push([own, own], [45, 45], ...end);
      if (isFirst && ranges.length > MAX_LENGTH) throw new RangeError('too many characters');
    }
    return isNegated ? complement(ranges) : ranges;
  }

  /** A character of a set that stands for itself. */
  #code2(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0;
    this.#at += code > 0xff_ff ? 2 : 1;
    return code;
  }
}

/** The tree of a pattern; undefined where it is none, or longer or deeper than anybody writes. */
export function patternTree(source: string): PatternNode | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  try {
    const reader = new Reader(source);
    const tree = reader.choice(0);
    return reader.isAtEnd ? tree : undefined;
  } catch {
    return undefined;
  }
}
