/** Patterns of documents, made fit to be run: written so that JavaScript compiles them, and never on a text so long that they would hang. */
import { type PatternNode, patternTree, probesOf } from './pattern-tree.js';

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

const MAX_KNOWN = 5_000;
const known = new Map<string, SafePattern | undefined>();

/** A pattern that can be run; undefined where no way is known to compile it. */
export function safePattern(pattern: string): SafePattern | undefined {
  if (known.has(pattern)) return known.get(pattern);
  const source = compiles(pattern) ? pattern : strictSource(pattern);
  const safe = compiles(source) ? { source, maxLength: maxLengthOf(patternTree(source)) } : undefined;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(pattern, safe);
  return safe;
}
