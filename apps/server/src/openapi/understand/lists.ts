/** The array of records in the answer of a list: the answer itself, or the one in an envelope. */
import type { Schema } from '../model.js';
import { meaningOf } from './envelopes.js';
import { fitOf, nounKey, setOf } from './nouns.js';
import { isListShape, isObjectShape, isScalarShape, likeness, mayBeObject, type Shape, type Shapes } from './shapes.js';

export interface FoundList {
  /** Path of members to the array; empty where the answer is the array. */
  readonly path: readonly string[];
  readonly element: Shape;
  readonly schema: Schema;
}

/** What the elements are expected to be. */
export interface Expected {
  /** Names of the records. */
  readonly nouns: readonly string[];
  /** What is known of a record. */
  readonly record?: Shape | undefined;
  /** The path parameter that names a record. */
  readonly parameter?: string | undefined;
}

/** Names of arrays of records, the likeliest first. */
const GENERIC =
  'data items results value records content entries list rows objects elements hits result resources values ' +
  'collection response entities docs documents page body payload edges nodes member members output ' +
  'responses matches entry';

const GENERIC_RANKS: ReadonlyMap<string, number> = new Map(
  GENERIC.split(' ').map((name, rank) => [nounKey(name), rank]),
);

/** Arrays that stand beside the records. */
const BESIDE = setOf(
  'error warning link facet aggregation included filter parameter sort meta issue column header notice ' +
    'suggestion validationerror errormessage invalidparams schema',
);

/** Objects within an answer that records are looked for in. */
const WITHIN = setOf('data result response embedded d body payload content page collection list feed hit output');

/** Members that a record has and an envelope has not. */
const ID = /^(?:id|_id|uuid|guid|sid|pk)$/i;

const MAX_DEPTH = 3;

interface Candidate extends FoundList {
  readonly name: string;
}

/** The arrays in an answer that may hold objects. */
function candidatesIn(
  shapes: Shapes,
  shape: Shape,
  nouns: readonly string[],
  path: readonly string[] = [],
): Candidate[] {
  return [...shape.members].flatMap(([name, member]): Candidate[] => {
    const inner = shapes.of(member);
    const isArray = isListShape(inner);
    if (!isArray && !isObjectShape(inner)) return [];
    const key = nounKey(name);
    if (BESIDE.has(key) && !nouns.includes(key)) return [];
    if (isArray) {
      const element = shapes.of(inner.items);
      return mayBeObject(element) ? [{ name: key, path: [...path, name], element, schema: inner.items ?? true }] : [];
    }
    const isOpen = WITHIN.has(key) || fitOf(name, nouns) > 0;
    return isOpen && path.length < MAX_DEPTH - 1 ? candidatesIn(shapes, inner, nouns, [...path, name]) : [];
  });
}

/** How likely an array is the one with the records; below zero where it is none. */
function scoreOf({ name, path, element }: Candidate, { nouns, record }: Expected): number {
  const alike = record === undefined ? undefined : likeness(element, record);
  if (alike !== undefined && alike < 0.34) return -1;
  const rank = GENERIC_RANKS.get(name);
  const fit = fitOf(path.at(-1) ?? '', nouns);
  const byName = fit === 2 ? 40 : fit === 1 ? 32 : rank === undefined ? 0 : 30 - rank / 2;
  const byRecord = record !== undefined && element.schema === record.schema ? 100 : (alike ?? 0) * 50;
  return byName + byRecord - path.length * 3;
}

/** Whether the other members of an answer are those of an envelope, so that an array without a telling name is its content. */
function isEnvelope(shapes: Shapes, shape: Shape): boolean {
  let others = 0;
  for (const [name, member] of shape.members) {
    const inner = shapes.of(member);
    if (ID.test(name) && isScalarShape(inner)) return false;
    if (isListShape(inner) || isObjectShape(inner) || meaningOf(name, inner) !== undefined) continue;
    others += 1;
  }
  return others <= 4;
}

const isRecord = (shapes: Shapes, shape: Shape): boolean =>
  [...shape.members].some(([name, member]) => ID.test(name) && isScalarShape(shapes.of(member)));

/** The list in an answer; undefined where it has none, or several of which none is the one. */
export function findList(shapes: Shapes, answer: Shape, expected: Expected): FoundList | undefined {
  const nouns = expected.nouns.map(nounKey);
  if (isListShape(answer)) {
    const element = shapes.of(answer.items);
    const alike = expected.record === undefined ? undefined : likeness(element, expected.record);
    const isRecords = mayBeObject(element) && (alike === undefined || alike >= 0.34);
    return isRecords ? { path: [], element, schema: answer.items ?? true } : undefined;
  }
  if (!isObjectShape(answer)) return undefined;
  const scored = candidatesIn(shapes, answer, nouns)
    .map((candidate) => ({ candidate, score: scoreOf(candidate, { ...expected, nouns }) }))
    .filter(({ score }) => score >= -10 && score !== -1)
    .toSorted((one, other) => other.score - one.score);
  const [best, next] = scored;
  if (best === undefined) return undefined;
  const { path, element, schema } = best.candidate;
  const isSure = best.score >= 60;
  if (!isSure && isRecord(shapes, answer)) return undefined;
  const isOfNoun = fitOf(path.at(-1) ?? '', nouns) > 0;
  if (!isSure && !isOfNoun && !isEnvelope(shapes, answer)) return undefined;
  // An array by another name is the records only where it is the one, and at the top.
  if (best.score < 10 && (next !== undefined || path.length > 1)) return undefined;
  return { path, element, schema };
}
