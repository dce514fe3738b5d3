/** The conditions of a write on a record that has versions: their inputs, their headers, and the entity tags in them. */
import { z } from 'zod';
import type { Method, Versioned } from './operation-meta.js';
import type { OwnKind } from './problem-kinds.js';

/** A tag that a condition names. */
export interface EntityTag {
  /** With its quotes, without what marks it as weak. */
  readonly tag: string;
  readonly isWeak: boolean;
}

/** Any character but controls, space and the quote (RFC 9110 §8.8.3, `etagc`). */
const TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';

/** A comma-separated list, in which elements may be empty (RFC 9110 §5.6.1.2). */
const LIST = new RegExp(`^(?:[ \\t]*,)*[ \\t]*${TAG}(?:[ \\t]*,(?:[ \\t]*${TAG})?)*[ \\t]*$`);

/**
 * The tags of a condition, `*` where it names any, undefined where it is malformed (RFC 9110 §13.1.1).
 *
 * @example
 * ```ts
 * import { entityTags } from '@understudy/contract';
 * console.log(entityTags('"3-5d41402a", W/"x"')); // [{ tag: '"3-5d41402a"', isWeak: false }, { tag: '"x"', isWeak: true }]
 * ```
 */
export function entityTags(condition: string): readonly EntityTag[] | '*' | undefined {
  if (condition.trim() === '*') return '*';
  if (!LIST.test(condition)) return undefined;
  return Array.from(condition.matchAll(new RegExp(TAG, 'g')), ([found]) => ({
    tag: found.replace(/^W\//, ''),
    isWeak: found.startsWith('W/'),
  }));
}

const FORM = 'a comma-separated list of entity tags in quotes, such as "3-5d41402a", or *';

/** Whether a condition can be read: over tRPC the number of a version is one as well. */
function isCondition(value: string | number): boolean {
  return typeof value === 'number' || entityTags(value) !== undefined;
}

/** A check that a condition can be read; `form` says what it must be. */
const readable =
  (form: string) =>
  ({ value, issues }: z.core.ParsePayload<string | number>): void => {
    if (isCondition(value)) return;
    const message = `must be ${form}`;
    issues.push({ code: 'invalid_format', format: 'entity-tag', message, input: String(value), continue: true });
  };

/**
 * The schema of `if_match` (RFC 9110 §13.1.1): over REST the header If-Match. Whoever calls over tRPC sees no ETag, and
 * says the record's `version` as a number.
 *
 * @example
 * ```ts
 * import { ifMatchInput } from '@understudy/contract';
 * ifMatchInput('optional').parse('"3-5d41402a"');
 * ```
 */
export function ifMatchInput(versioned: Versioned) {
  const needed = versioned === 'required' ? ' The write is refused without it.' : '';
  return z
    .union([z.string(), z.int()], { error: `must be ${FORM}, or over tRPC a version` })
    .check(readable(FORM))
    .optional()
    .meta({
      description: `The version of the record that the write is based on: its ETag, a comma-separated list of ETags, or \`*\` for any.${needed} A weak tag never matches. Over tRPC the record's \`version\` as a number stands for its ETag.`,
      examples: ['*'],
    });
}

/** The schema of `if_match`. */
export type IfMatchInput = ReturnType<typeof ifMatchInput>;

/**
 * The schema of `if_none_match` (RFC 9110 §13.1.2): over REST the header If-None-Match.
 *
 * @example
 * ```ts
 * import { ifNoneMatchInput } from '@understudy/contract';
 * ifNoneMatchInput().parse('*');
 * ```
 */
export function ifNoneMatchInput() {
  return z
    .string()
    .check(readable(FORM))
    .optional()
    .meta({
      description:
        'With `*` the write happens only if there is no such record yet; with entity tags, only if the record has none of them.',
      examples: ['*'],
    });
}

/** The schema of `if_none_match`. */
export type IfNoneMatchInput = ReturnType<typeof ifNoneMatchInput>;

/** Which write has conditions. */
interface Conditional {
  readonly versioned?: Versioned | undefined;
}

/** The headers that conditions are read from, by the input members that the kit adds. */
export function conditionHeaders(method: Method, { versioned }: Conditional): Readonly<Record<string, string>> {
  if (versioned === undefined || method === 'GET') return {};
  return { if_match: 'If-Match', ...(method === 'PUT' ? { if_none_match: 'If-None-Match' } : {}) };
}

/** The problem kinds that an operation can answer for its conditions. */
export function conditionKinds(method: Method, { versioned }: Conditional): readonly OwnKind[] {
  if (versioned === undefined || method === 'GET') return [];
  return ['precondition_failed', ...(versioned === 'required' ? (['precondition_required'] as const) : [])];
}
