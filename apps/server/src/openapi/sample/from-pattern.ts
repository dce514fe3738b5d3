/** Texts that match a regular expression. */
import type { Random } from '../../kit/random.js';
import { type SafePattern, type PatternNode, drawnOf, patternTree, safePattern } from '../validate/safe-pattern.js';

interface PatternOptions {
  readonly patterns: readonly string[];
  readonly minLength: number;
  readonly maxLength: number;
}

const ATTEMPTS = 40;
const MAX_TEXT = 4_000;

function drawCharacter(source: string, random: Random): string {
  const characters = drawnOf(source);
  return characters[random.int(0, Math.max(0, characters.length - 1))] ?? '';
}

/** The length of the shortest text that matches. */
function leastLength(node: PatternNode): number {
  if (node.kind === 'set') return 1;
  if (node.kind === 'sequence') return node.parts.reduce((sum, part) => sum + leastLength(part), 0);
  if (node.kind === 'choice') return Math.min(...node.options.map(leastLength));
  if (node.kind === 'repeat') return node.min === 0 ? 0 : node.min * leastLength(node.body);
  return node.kind === 'group' ? leastLength(node.body) : 0;
}

/** A text as it is drawn from left to right. */
interface Drawing {
  readonly random: Random;
  /** How many turns more than it must a repeat may take. */
  readonly reach: number;
  readonly groups: Map<string, string>;
  /** Sets of characters that lookaheads ask for. */
  readonly wanted: string[];
  /** How many characters more than the fewest the first repeats take together; undefined where each draws its turns. */
  extra: number | undefined;
  left: number;
}

function setsIn(node: PatternNode): readonly string[] {
  if (node.kind === 'set') return [node.source];
  if (node.kind === 'sequence') return node.parts.flatMap(setsIn);
  if (node.kind === 'choice') return node.options.slice(0, 1).flatMap(setsIn);
  return node.kind === 'repeat' || node.kind === 'group' ? setsIn(node.body) : [];
}

/** How often a repeat is gone through. */
function repetitionsOf(node: Extract<PatternNode, { kind: 'repeat' }>, drawing: Drawing): number {
  const { min, max, body } = node;
  if (drawing.extra === undefined) {
    return drawing.random.int(min, Math.min(max, min + Math.max(drawing.reach, max === 1 ? 1 : 0)));
  }
  const each = Math.max(1, leastLength(body));
  const more = Math.min(max - min, Math.floor(drawing.extra / each));
  drawing.extra -= more * each;
  return min + more;
}

function drawNode(node: PatternNode, drawing: Drawing): string {
  if (drawing.left <= 0) return '';
  const { random } = drawing;
  switch (node.kind) {
    case 'set':
      drawing.left--;
      return drawCharacter(node.source, random);
    case 'sequence':
      return node.parts.map((part) => drawNode(part, drawing)).join('');
    case 'choice':
      return drawNode(random.pick(node.options), drawing);
    case 'repeat': {
      const turns = Math.min(repetitionsOf(node, drawing), MAX_TEXT);
      let text = '';
      for (let i = 0; i < turns && drawing.left > 0; i++) text += drawNode(node.body, drawing);
      return text;
    }
    case 'group': {
      const text = drawNode(node.body, drawing);
      drawing.groups.set(node.name, text);
      return text;
    }
    case 'same':
      return drawing.groups.get(node.name) ?? '';
    case 'look':
      // The narrowest set is what is asked for: `[A-Z]` of `(?=.*[A-Z])`.
      if (node.isAhead && !node.isNegative) drawing.wanted.push(...setsIn(node.body).slice(-1));
      return '';
    default:
      return '';
  }
}

/** Whether it begins at the start of a text, or ends at its end. */
function isAnchored(node: PatternNode, kind: 'start' | 'end'): boolean {
  if (node.kind === kind) return true;
  if (node.kind === 'choice') return node.options.every((option) => isAnchored(option, kind));
  if (node.kind === 'group') return isAnchored(node.body, kind);
  if (node.kind !== 'sequence') return false;
  const part = kind === 'start' ? node.parts.find(({ kind: own }) => own !== 'look') : node.parts.at(-1);
  return part !== undefined && isAnchored(part, kind);
}

const LETTERS = '[a-z]';

function padded(text: string, tree: PatternNode, { random }: Drawing, wanted: number): string {
  const missing = Math.max(0, wanted - text.length);
  if (missing === 0) return text;
  const more = Array.from({ length: missing }, () => drawCharacter(LETTERS, random)).join('');
  if (!isAnchored(tree, 'end')) return text + more;
  return isAnchored(tree, 'start') ? text : more + text;
}

/** Puts a character of each set that lookaheads ask for somewhere into the text. */
function withWanted(text: string, { wanted, random }: Drawing): string {
  const characters = [...text];
  const indexes = random.order(characters.length);
  wanted.forEach((source, index) => {
    const at = indexes[index];
    if (at !== undefined) characters[at] = drawCharacter(source, random);
  });
  return characters.join('');
}

/** Whether a text matches; one on which the pattern may not be run does not. */
export function isMatch(text: string, { source, maxLength }: SafePattern): boolean {
  return text.length <= maxLength && new RegExp(source, 'u').test(text);
}

/** The patterns that can be run. */
export const safePatterns = (patterns: readonly string[]): readonly SafePattern[] =>
  patterns.flatMap((pattern) => safePattern(pattern) ?? []);

/** A text that matches all patterns and has a length within the bounds; undefined where none was found. */
export function drawMatch(options: PatternOptions, random: Random): string | undefined {
  const all = safePatterns(options.patterns);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const first = all[attempt % Math.max(1, all.length)];
    const tree = first && patternTree(first.source);
    if (tree === undefined) return undefined;
    const least = leastLength(tree);
    const missing = Math.max(0, Math.min(options.minLength, MAX_TEXT) - least);
    // Nearer to the shortest text with each attempt, or to the length that is wanted.
    const reach = Math.max(missing, Math.min(9, options.maxLength - least)) / (1 + (attempt % 4));
    const groups = new Map<string, string>();
    // By turns the length is drawn first, which few texts have by chance.
    const longest = Math.min(options.maxLength, Math.max(options.minLength, least + 9));
    const extra = attempt % 2 === 1 && longest >= least ? random.int(missing, longest - least) : undefined;
    const drawing = { random, reach: Math.ceil(reach), groups, wanted: [], extra, left: MAX_TEXT };
    const plain = padded(drawNode(tree, drawing), tree, drawing, options.minLength);
    const text = drawing.wanted.length === 0 ? plain : withWanted(plain, drawing);
    const { length } = [...text];
    if (length < options.minLength || length > options.maxLength) continue;
    // What is written by the one pattern there is, and may not be run on so long a text, matches as far as anybody knows.
    const isUntold = all.length === 1 && drawing.wanted.length === 0 && text.length > (first?.maxLength ?? 0);
    if (isUntold || all.every((pattern) => isMatch(text, pattern))) return text;
  }
  return undefined;
}
