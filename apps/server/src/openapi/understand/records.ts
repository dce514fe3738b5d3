/** The records in an answer or in a body: the array of a list, in an envelope or alone; one record, or the member that wraps it. */
import { fitOf, joinedWords, nounKey, setOf, wordsOf } from './nouns.js';
import {
  byWords,
  isAlike,
  isListShape,
  isObjectShape,
  isScalarShape,
  isUnknown,
  likeness,
  mayBeScalar,
  sharedMembers,
  type Shape,
  type Shapes,
  mayBeObject,
} from './shapes.js';
import type { Schema } from '../model.js';
import { meaningOf } from './envelopes.js';

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

/** The least that elements have in common with a record. */
const LEAST_ALIKE = 0.34;

/** How much elements are like a record; undefined where that cannot be said. What has the member by which a path names a record shows it, however little of it. */
function alikeness(element: Shape, { record, parameter = '' }: Expected): number | undefined {
  const alike = record && likeness(element, record);
  const isNamed = wordsOf(parameter).length > 1 && byWords(element).has(joinedWords(parameter));
  return isNamed && alike !== undefined ? Math.max(alike, LEAST_ALIKE) : alike;
}

/** How likely an array is the one with the records; below zero where it is none. */
function scoreOf({ name, path, element }: Candidate, expected: Expected): number {
  const { nouns, record } = expected;
  const alike = alikeness(element, expected);
  if (alike !== undefined && alike < LEAST_ALIKE) return -1;
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
    const isRecords = mayBeObject(element) && (alikeness(element, expected) ?? 1) >= LEAST_ALIKE;
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

/** The list of ids in an answer that shows nothing else of the records: an array of texts or numbers that is called as they are. */
export function findIds(shapes: Shapes, answer: Shape, nouns: readonly string[]): FoundList | undefined {
  const keys = nouns.map(nounKey);
  const [found] = [...answer.members].flatMap(([name, member]) => {
    const inner = shapes.of(member);
    const element = shapes.of(inner.items);
    const isIds = isListShape(inner) && isScalarShape(element) && mayBeScalar(element) && element.values.length === 0;
    return isIds && fitOf(name, keys) > 0 ? [{ path: [name], element, schema: inner.items ?? true }] : [];
  });
  return found;
}

export interface FoundRecord {
  /** Path of members to the record; empty where it is the whole. */
  readonly path: readonly string[];
  readonly shape: Shape;
}

/** Members that hold a record whatever it is. */
const WRAPS = setOf(
  'data result item response resource record payload value object entity body d content attribute output',
);

const ID_OR_KEY = /^(?:id|_id|uuid|guid|sid|pk|key)$/i;

const MAX_WRAPS = 2;

/** Members of an answer in which one may wrap the record, whatever it is called. */
const MOST_SIBLINGS = 3;

/** An answer, and the objects within it that may be the record. */
function objectsIn(
  shapes: Shapes,
  shape: Shape,
  nouns: readonly string[],
  path: readonly string[] = [],
): FoundRecord[] {
  if (path.length >= MAX_WRAPS) return [];
  return [...shape.members].flatMap(([name, member]): FoundRecord[] => {
    const inner = shapes.of(member);
    if (isListShape(inner) || isScalarShape(inner) || (!isObjectShape(inner) && inner.types.size > 0)) return [];
    const isLone = path.length === 0 && shape.members.size <= MOST_SIBLINGS;
    if (!WRAPS.has(nounKey(name)) && fitOf(name, nouns) === 0 && !isLone) return [];
    const here = { path: [...path, name], shape: inner };
    return [here, ...objectsIn(shapes, inner, nouns, here.path)];
  });
}

const hasId = (shapes: Shapes, { members }: Shape): boolean =>
  [...members].some(([name, member]) => ID_OR_KEY.test(name) && !isObjectShape(shapes.of(member)));

/** Whether an answer is a wrap of its member rather than a record that has one. */
function isWrap(shapes: Shapes, answer: Shape, inside: FoundRecord, nouns: readonly string[]): boolean {
  if (hasId(shapes, answer) || inside.path.at(-1) === 'attributes') return false;
  const name = inside.path.at(-1) ?? '';
  const isNamed = fitOf(name, nouns) > 0 || WRAPS.has(nounKey(name));
  // By another name, an object is the record where nothing stands beside it but lists and tags.
  if (!isNamed) return answer.members.size === 1 || (hasId(shapes, inside.shape) && isOnly(shapes, answer, name));
  return answer.members.size <= 6 || hasId(shapes, inside.shape) || fitOf(name, nouns) > 0;
}

const isOnly = (shapes: Shapes, { members }: Shape, name: string): boolean =>
  [...members].every(([other, member]) => other === name || !isScalarShape(shapes.of(member)));

/** The record where nothing is known of it but its name: the whole, or what it wraps, or what that wraps. */
function recordByName(shapes: Shapes, answer: FoundRecord, nouns: readonly string[], parameter = ''): FoundRecord {
  // What has the member by which a path names it is the record.
  if (byWords(answer.shape).has(joinedWords(parameter))) return answer;
  const depth = answer.path.length;
  const fit = ({ path }: FoundRecord): number => {
    const name = path.at(-1) ?? '';
    return fitOf(name, nouns) || (WRAPS.has(nounKey(name)) ? 0.5 : 0);
  };
  const [inside] = objectsIn(shapes, answer.shape, nouns)
    .filter(({ path }) => path.length === 1)
    .toSorted((one, other) => fit(other) - fit(one) || other.shape.members.size - one.shape.members.size);
  if (depth >= MAX_WRAPS || inside === undefined || !isWrap(shapes, answer.shape, inside, nouns)) return answer;
  return recordByName(shapes, { path: [...answer.path, ...inside.path], shape: inside.shape }, nouns, parameter);
}

/** The record among candidates that has most in common with what is known of it. */
function recordByShape(candidates: readonly FoundRecord[], record: Shape): FoundRecord | undefined {
  const same = candidates.find(({ shape }) => shape.schema === record.schema);
  if (same !== undefined) return same;
  const scored = candidates
    // Of `{ "Id": { "id": 1 } }` the inner one is the record: the other has none of its members by the same name.
    .map((candidate) => ({
      candidate,
      score: (likeness(candidate.shape, record) ?? 0) + (sharedMembers(candidate.shape, record) > 0 ? 1 : 0),
    }))
    .filter(({ candidate }) => isAlike(candidate.shape, record) && candidate.shape.members.size > 0)
    .toSorted((one, other) => other.score - one.score);
  const best = scored[0]?.candidate;
  const [whole] = candidates;
  // What has more of the record around a part than is in it is the record: an application with its `oauthApp`.
  if (
    best !== undefined &&
    whole !== undefined &&
    sharedMembers(whole.shape, record) > sharedMembers(best.shape, record)
  )
    return whole;
  return best;
}

/** Finds the record; undefined where there is none that can be it. */
export function findRecord(shapes: Shapes, whole: Shape, expected: Expected): FoundRecord | undefined {
  const nouns = expected.nouns.map(nounKey);
  if (isListShape(whole) || isScalarShape(whole)) return undefined;
  const { record, parameter } = expected;
  if (record === undefined || record.members.size === 0)
    return recordByName(shapes, { path: [], shape: whole }, nouns, parameter);
  const candidates = [{ path: [], shape: whole }, ...objectsIn(shapes, whole, nouns)];
  const found = recordByShape(candidates, record);
  if (found !== undefined) return found;
  const guess = recordByName(shapes, { path: [], shape: whole }, nouns);
  return isUnknown(guess.shape) ? guess : undefined;
}
