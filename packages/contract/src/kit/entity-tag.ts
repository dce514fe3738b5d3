/** Reads entity tags, as conditions name them (RFC 9110 §8.8.3). */

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
