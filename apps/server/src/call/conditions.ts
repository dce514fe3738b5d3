/** Holds the conditions of a write against the record that it is about (RFC 9110 §13.1). */
import { type EntityTag, entityTags, type OperationMeta, type ProblemFault } from '@understudy/contract/kit';
import { type ProblemError, problemsOf } from '../kit/problem-error.js';
import { tagOf, versionIn } from '../kit/version.js';

/** The conditions of a call, as their schemas have parsed them. */
export interface Conditions {
  /** Text over REST; over tRPC it may be the number of a version. */
  readonly if_match?: string | number | undefined;
  readonly if_none_match?: string | undefined;
}

const problem = problemsOf({});

/** Whether a list of tags names a tag: by strong comparison only as a strong tag (RFC 9110 §8.8.3.2). */
export function namesTag(condition: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  const tags = entityTags(condition) ?? [];
  return tags === '*' || tags.some((one) => one.tag === tag && (comparison === 'weak' || !one.isWeak));
}

/** How conditions are named where a call came from: over tRPC there are no headers, and no ETag but the version. */
interface Words {
  readonly match: string;
  readonly noneMatch: string;
  /** What names a version. */
  readonly tag: string;
  /** Where a condition stands. */
  readonly at: (name: string) => Pick<ProblemFault, 'parameter' | 'pointer'>;
}

const overRest: Words = {
  match: 'If-Match',
  noneMatch: 'If-None-Match',
  tag: 'ETag',
  at: (parameter) => ({ parameter }),
};

const overTrpc: Words = {
  match: 'if_match',
  noneMatch: 'if_none_match',
  tag: 'version',
  at: (name) => ({ pointer: `#/${name}` }),
};

function failed(name: string, { at }: Words, detail: string): ProblemError {
  return problem('precondition_failed', {
    detail: `${name} ${detail}`,
    errors: [{ ...at(name), code: 'precondition_failed', detail }],
  });
}

function weakTags(condition: string | number): readonly EntityTag[] {
  const tags = typeof condition === 'number' ? [] : (entityTags(condition) ?? []);
  return tags === '*' ? [] : tags.filter(({ isWeak }) => isWeak);
}

/** Why If-Match does not hold. */
function mismatch(condition: string | number, current: unknown, words: Words): ProblemError {
  const { match, tag } = words;
  if (current === undefined) return failed(match, words, 'must name a record that is there, and there is none');
  const now = `must name the record as it is now, which has version ${versionIn(current)}; read it again for its ${tag}`;
  const weak = weakTags(condition)[0];
  const never =
    weak === undefined ? '' : `; the tag W/${weak.tag} is weak, and weak tags never match here (RFC 9110 §13.1.1)`;
  return failed(match, words, `${now}${never}`);
}

function holds(condition: string | number, current: unknown): boolean {
  if (current === undefined) return false;
  return typeof condition === 'number'
    ? condition === versionIn(current)
    : namesTag(condition, tagOf(current), 'strong');
}

function required({ method }: OperationMeta['openapi'], current: unknown, words: Words): ProblemError {
  const { match, noneMatch, tag, at } = words;
  const creates = method === 'PUT' && current === undefined ? `, or ${noneMatch}: * where there is none yet` : '';
  const detail = `must be the ${tag} of the record as it was read, or * for any version${creates}`;
  return problem('precondition_required', {
    detail: `${match} ${detail}`,
    errors: [{ ...at(match), code: 'required', detail }],
  });
}

/** What conditions are held against. */
interface ConditionTarget {
  /** The record that the write is about, as its read shows it; undefined where there is none. */
  readonly current: unknown;
  /** Whether the call came over tRPC. */
  readonly isTrpc: boolean | undefined;
}

/**
 * Refuses a write whose conditions do not hold.
 *
 * @throws ProblemError `precondition_failed`, or `precondition_required` where the operation asks for a condition and the
 * call has none (RFC 6585 §3)
 */
export function checkConditions(
  { versioned, openapi }: OperationMeta,
  { if_match: ifMatch, if_none_match: ifNoneMatch }: Conditions,
  { current, isTrpc }: ConditionTarget,
): void {
  const words = isTrpc === true ? overTrpc : overRest;
  // In the order of RFC 9110 §13.2.2.
  if (ifMatch !== undefined && !holds(ifMatch, current)) throw mismatch(ifMatch, current, words);
  if (ifNoneMatch !== undefined && current !== undefined && namesTag(ifNoneMatch, tagOf(current), 'weak')) {
    const detail = `must not name the record that is there, which has version ${versionIn(current)}`;
    throw failed(words.noneMatch, words, detail);
  }
  // Other tags in If-None-Match say nothing of what the client has seen.
  const isCreation = ifNoneMatch !== undefined && entityTags(ifNoneMatch) === '*';
  if (versioned === 'required' && ifMatch === undefined && !isCreation) throw required(openapi, current, words);
}
