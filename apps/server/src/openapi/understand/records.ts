/** The record in an answer or in a body: the whole of it, or a member that wraps it. */
import { fitOf, joinedWords, nounKey, setOf } from './nouns.js';
import {
  byWords,
  isAlike,
  isListShape,
  isObjectShape,
  isScalarShape,
  isUnknown,
  likeness,
  sharedMembers,
  type Shape,
  type Shapes,
} from './shapes.js';
import type { Expected } from './lists.js';

export interface FoundRecord {
  /** Path of members to the record; empty where it is the whole. */
  readonly path: readonly string[];
  readonly shape: Shape;
}

/** Members that hold a record whatever it is. */
const WRAPS = setOf(
  'data result item response resource record payload value object entity body d content attribute output',
);

const ID = /^(?:id|_id|uuid|guid|sid|pk|key)$/i;

const MAX_DEPTH = 2;

/** Members of an answer in which one may wrap the record, whatever it is called. */
const MOST_BESIDE = 3;

/** An answer, and the objects within it that may be the record. */
function candidatesIn(
  shapes: Shapes,
  shape: Shape,
  nouns: readonly string[],
  path: readonly string[] = [],
): FoundRecord[] {
  if (path.length >= MAX_DEPTH) return [];
  return [...shape.members].flatMap(([name, member]): FoundRecord[] => {
    const inner = shapes.of(member);
    if (isListShape(inner) || isScalarShape(inner) || (!isObjectShape(inner) && inner.types.size > 0)) return [];
    const isLone = path.length === 0 && shape.members.size <= MOST_BESIDE;
    if (!WRAPS.has(nounKey(name)) && fitOf(name, nouns) === 0 && !isLone) return [];
    const here = { path: [...path, name], shape: inner };
    return [here, ...candidatesIn(shapes, inner, nouns, here.path)];
  });
}

const hasId = (shapes: Shapes, { members }: Shape): boolean =>
  [...members].some(([name, member]) => ID.test(name) && !isObjectShape(shapes.of(member)));

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
  const [inside] = candidatesIn(shapes, answer.shape, nouns)
    .filter(({ path }) => path.length === 1)
    .toSorted((one, other) => fit(other) - fit(one) || other.shape.members.size - one.shape.members.size);
  if (depth >= MAX_DEPTH || inside === undefined || !isWrap(shapes, answer.shape, inside, nouns)) return answer;
  return recordByName(shapes, { path: [...answer.path, ...inside.path], shape: inside.shape }, nouns, parameter);
}

/** The record among candidates that has most in common with what is known of it. */
function recordByShape(candidates: readonly FoundRecord[], record: Shape): FoundRecord | undefined {
  const same = candidates.find(({ shape }) => shape.schema === record.schema);
  if (same !== undefined) return same;
  const scored = candidates
    .map((candidate) => ({ candidate, score: likeness(candidate.shape, record) ?? 0 }))
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
  const candidates = [{ path: [], shape: whole }, ...candidatesIn(shapes, whole, nouns)];
  const found = recordByShape(candidates, record);
  if (found !== undefined) return found;
  const guess = recordByName(shapes, { path: [], shape: whole }, nouns);
  return isUnknown(guess.shape) ? guess : undefined;
}
