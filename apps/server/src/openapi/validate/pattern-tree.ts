/** Regular expressions as trees: what is needed to tell whether one is safe to run, and to write texts that match it. */
import { remembered } from '../understand/nouns.js';

/** A part of a regular expression. */
export type PatternNode =
  /** One character: a literal, a class or a set, as it is written. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repeat'; readonly body: PatternNode; readonly min: number; readonly max: number }
  | { readonly kind: 'group'; readonly body: PatternNode; readonly name: string }
  | { readonly kind: 'same'; readonly name: string }
  | { readonly kind: 'look'; readonly body: PatternNode; readonly isAhead: boolean; readonly isNegative: boolean }
  | { readonly kind: 'start' | 'end' | 'boundary' };

const MAX_LENGTH = 5_000;
const MAX_DEPTH = 60;

const SET = String.raw`\[(?:\\.|[^\]\\])*\]`;
const ESCAPE = String.raw`\\(?:p\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[1-9]\d?|.)`;
const GROUP = String.raw`\((?:\?(?:<?[=!]|<[^>]*>|[a-z-]*:))?`;
const QUANTIFIER = String.raw`(?:[*+?]|\{\d+,?\d*\})\??`;

/** The words of a pattern that compiles with the flag `u`. */
const TOKENS = new RegExp([SET, ESCAPE, GROUP, QUANTIFIER, '.'].join('|'), 'gisu');

/** Tokens that are no character. */
const positions: Readonly<Record<string, 'start' | 'end' | 'boundary'>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'boundary',
};

/** Quantifiers that are one sign. */
const signs: Readonly<Record<string, readonly [min: number, max: number]>> = {
  '*': [0, Infinity],
  '+': [1, Infinity],
  '?': [0, 1],
};

/** How often a quantifier repeats what is before it; undefined for a token that is none. */
function timesOf(token: string | undefined): readonly [min: number, max: number] | undefined {
  const [, sign, least, comma, most] = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??$/.exec(token ?? '') ?? [];
  if (sign !== undefined) return signs[sign];
  if (least === undefined) return undefined;
  return [Number(least), comma === '' ? Number(least) : most === '' ? Infinity : Number(most)];
}

/** Reads the tokens of a pattern from left to right. */
class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #groups = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  /** The token that is read next; undefined at the end. */
  get next(): string | undefined {
    return this.#tokens[this.#at];
  }

  choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new RangeError('nested too deep');
    const first = this.#sequence(depth);
    const options = [first];
    while (this.next === '|') {
      this.#at++;
      options.push(this.#sequence(depth));
    }
    return options.length === 1 ? first : { kind: 'choice', options };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (this.next !== undefined && this.next !== '|' && this.next !== ')') {
      const body = this.#atom(this.next, depth);
      const times = timesOf(this.next);
      if (times !== undefined) this.#at++;
      parts.push(times === undefined ? body : { kind: 'repeat', body, min: times[0], max: times[1] });
    }
    return { kind: 'sequence', parts };
  }

  #atom(token: string, depth: number): PatternNode {
    this.#at++;
    const position = positions[token];
    if (position !== undefined) return { kind: position };
    if (token.startsWith('(')) return this.#group(token, depth);
    const [, number, name] = /^\\(?:([1-9]\d?)|k<(.*)>)$/.exec(token) ?? [];
    const same = number ?? name;
    return same === undefined ? { kind: 'set', source: token } : { kind: 'same', name: same };
  }

  #group(token: string, depth: number): PatternNode {
    const isLook = /[=!]$/.test(token);
    const isPlain = token.endsWith(':');
    if (!isLook && !isPlain) this.#groups++;
    const name = /<(.*)>/.exec(token)?.[1] ?? String(this.#groups);
    const body = this.choice(depth + 1);
    if (this.next !== ')') throw new SyntaxError('a group is not closed');
    this.#at++;
    if (isLook) return { kind: 'look', body, isAhead: !token.includes('<'), isNegative: token.endsWith('!') };
    return isPlain ? body : { kind: 'group', body, name };
  }
}

/** The tree of a pattern that compiles with the flag `u`; undefined where it is longer or deeper than anybody writes. */
export function patternTree(source: string): PatternNode | undefined {
  if (source.length > MAX_LENGTH) return undefined;
  try {
    const reader = new Reader(source.match(TOKENS) ?? []);
    const tree = reader.choice(0);
    return reader.next === undefined ? tree : undefined;
  } catch {
    return undefined;
  }
}

/** Characters from one code point to another, both included. */
function* span(from: number, to: number): Generator<string> {
  for (let code = from; code <= to; code++) yield String.fromCodePoint(code);
}

/** Characters that are known of one set: many have all there are. */
const MAX_CHARACTERS = 1_000;

/** Those of some characters that are of a set: the engine itself knows. */
function among(all: Iterable<string>, source: string): readonly string[] {
  const one = new RegExp(`^(?:${source})$`, 'u');
  const found: string[] = [];
  for (const character of all) {
    if (one.test(character)) found.push(character);
    if (found.length >= MAX_CHARACTERS) break;
  }
  return found;
}

const printable = [...span(32, 126)];

/** Characters that are drawn where a set has them: letters and digits before signs before others. */
const preferred: readonly (() => Iterable<string>)[] = [
  () => [...span(97, 122), ...span(65, 90), ...span(48, 57)],
  () => printable.slice(1),
  () => printable,
  () => span(0xa1, 0x2_af),
  () => span(0, 0x1_ff_ff),
];

/** Characters that texts of a set are written with. */
export const drawnOf: (source: string) => readonly string[] = remembered((source) => {
  for (const all of preferred) {
    const found = among(all(), source);
    if (found.length > 0) return found;
  }
  return [];
});

/** Signs, letters of several scripts, and what lies beyond: two sets that share a character share one of these. */
const probes = [...printable, ...'\t\n\r\u00a0\u2028éßжλאعक中あ한😀'];

/** Characters by which sets are told apart; what has none of them may be anything else. */
export const probesOf: (source: string) => readonly string[] = remembered((source) => {
  const found = among(probes, source);
  return found.length > 0 ? found : [''];
});
