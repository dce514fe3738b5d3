/** Patterns of documents, as trees, and made fit to be run: as JavaScript compiles them, and never on a text so long that they would hang. */
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
const probesOf: (source: string) => readonly string[] = remembered((source) => {
  const found = among(probes, source);
  return found.length > 0 ? found : [''];
});

/** A pattern, and the longest text that it is run on; longer ones are taken to match. */
export interface SafePattern {
  /** Compiles with the flag `u`. */
  readonly source: string;
  readonly maxLength: number;
}

/** A repeat of more than that may take as long as one without an end. */
const MANY = 10;

/** The longest text by the number of repeats that have no end: each multiplies the time by the length once more. */
const LENGTHS = [1_000_000, 10_000, 2_000, 500];

/** The longest text for a pattern whose time may double with each character. */
const RISKY_LENGTH = 24;

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u').unicode;
  } catch {
    return false;
  }
}

/** Escapes that mean the same with the flag `u` as without. */
const OWN_ESCAPES = /^[\^$\\.*+?()[\]{}|/dDwWsSbBtnvrfcxupPk0-9]/;

/** Anchors of other languages. */
const anchors: Readonly<Record<string, string>> = { A: '^', z: '$', Z: '$', h: '[ \\t]' };

function setSource(inside: string): string {
  const isNegated = inside.startsWith('^');
  const atoms = (isNegated ? inside.slice(1) : inside).match(/\\u\{[^}]*\}|\\[pP]\{[^}]*\}|\\[\s\S]|[\s\S]/gu) ?? [];
  const isClass = (atom: string | undefined) => atom !== undefined && /^\\[dDwWsSpP]/.test(atom);
  const written = atoms.map((atom, index) => {
    if (atom === '-') return index === 0 || isClass(atoms[index - 1]) || isClass(atoms[index + 1]) ? '\\-' : '-';
    if (atom === '[') return '\\[';
    if (!atom.startsWith('\\') || atom === '\\-' || OWN_ESCAPES.test(atom.slice(1))) return atom;
    return atom.slice(1);
  });
  return `[${isNegated ? '^' : ''}${written.join('')}]`;
}

/** A pattern as it is written with the flag `u`: needless escapes, lone braces and open ranges are not allowed there. */
function strictSource(source: string): string {
  const token =
    /\[((?:\\[\s\S]|[^\]\\])*)\]|\\u\{[0-9a-fA-F]+\}|\\[pP]\{[^}]*\}|\\[\s\S]|\{\d+(?:,\d*)?\}|\(\?P<|\(\?<|[\s\S]/gu;
  return source.replaceAll(token, (text, inside: string | undefined) => {
    if (inside !== undefined) return setSource(inside);
    if (text === '(?P<') return '(?<';
    if (text === '{' || text === '}' || text === ']') return `\\${text}`;
    if (!text.startsWith('\\') || OWN_ESCAPES.test(text.slice(1))) return text;
    const sign = text.slice(1);
    return anchors[sign] ?? sign;
  });
}

const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((character) => other.includes(character));

/** Whether it may match the empty text. */
function isEmptyAllowed(node: PatternNode): boolean {
  if (node.kind === 'set') return false;
  if (node.kind === 'sequence') return node.parts.every(isEmptyAllowed);
  if (node.kind === 'choice') return node.options.some(isEmptyAllowed);
  if (node.kind === 'repeat') return node.min === 0 || isEmptyAllowed(node.body);
  return node.kind === 'group' ? isEmptyAllowed(node.body) : true;
}

/** The characters that it may begin with. */
function firstOf(node: PatternNode): readonly string[] {
  if (node.kind === 'set') return probesOf(node.source);
  if (node.kind === 'choice') return node.options.flatMap(firstOf);
  if (node.kind === 'repeat' || node.kind === 'group') return firstOf(node.body);
  if (node.kind !== 'sequence') return [];
  const characters: string[] = [];
  for (const part of node.parts) {
    characters.push(...firstOf(part));
    if (!isEmptyAllowed(part)) break;
  }
  return characters;
}

const isMany = (node: PatternNode): boolean => node.kind === 'repeat' && node.max > MANY;

/**
 * Whether a text can be divided in many ways among the turns of a repeat: a repeat within it that may go on where the next
 * turn, or what follows in this one, may begin; or options that begin alike.
 */
function isRiskyLoop(body: PatternNode, after: readonly string[]): boolean {
  if (body.kind === 'group') return isRiskyLoop(body.body, after);
  if (body.kind === 'repeat') {
    const first = firstOf(body.body);
    return (
      (body.max > 1 && overlap(first, after)) || isRiskyLoop(body.body, body.max > 1 ? [...first, ...after] : after)
    );
  }
  if (body.kind === 'choice') {
    const firsts = body.options.map(firstOf);
    const isAlike = firsts.some((first, index) => firsts.slice(index + 1).some((other) => overlap(first, other)));
    return isAlike || body.options.some((option) => isRiskyLoop(option, after));
  }
  if (body.kind !== 'sequence') return false;
  return body.parts.some((part, index) => {
    const rest: PatternNode = { kind: 'sequence', parts: body.parts.slice(index + 1) };
    return isRiskyLoop(part, isEmptyAllowed(rest) ? [...firstOf(rest), ...after] : firstOf(rest));
  });
}

/** Every part of a tree, itself first. */
function* partsOf(node: PatternNode): Generator<PatternNode> {
  yield node;
  const within =
    node.kind === 'sequence'
      ? node.parts
      : node.kind === 'choice'
        ? node.options
        : node.kind === 'repeat' || node.kind === 'group' || node.kind === 'look'
          ? [node.body]
          : [];
  for (const part of within) yield* partsOf(part);
}

function maxLengthOf(tree: PatternNode | undefined): number {
  // What cannot be read may be anything.
  if (tree === undefined) return RISKY_LENGTH;
  const parts = [...partsOf(tree)];
  const isRisky = parts.some(
    (part) => part.kind === 'repeat' && isMany(part) && isRiskyLoop(part.body, firstOf(part.body)),
  );
  if (isRisky || parts.some((part) => part.kind === 'same')) return RISKY_LENGTH;
  const repeats = Math.min(parts.filter(isMany).length, LENGTHS.length - 1);
  return LENGTHS[repeats] ?? RISKY_LENGTH;
}

/** A pattern that can be run; undefined where no way is known to compile it. */
export const safePattern: (pattern: string) => SafePattern | undefined = remembered((pattern) => {
  const source = compiles(pattern) ? pattern : strictSource(pattern);
  return compiles(source) ? { source, maxLength: maxLengthOf(patternTree(source)) } : undefined;
});
