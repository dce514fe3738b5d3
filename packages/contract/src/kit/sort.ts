/** The parameter that chooses the order of a list. */
import { z } from 'zod';

/** Whether no key stands in a sort twice. */
function namesEachOnce(sort: string): boolean {
  const names = sort.split(',').map((key) => key.replace(/^-/, ''));
  return new Set(names).size === names.length;
}

/**
 * The schema of `sort`: a comma-separated list of keys, none of them twice, with a minus sign where it sorts in descending order.
 * An operation that declares `sorts` has it in its input.
 *
 * @example
 * ```ts
 * import { sortInput } from '@understudy/contract';
 * sortInput(['title', 'created_at']).parse('-created_at,title');
 * ```
 */
export function sortInput(keys: readonly string[]) {
  // A key may have characters that mean something in an expression, such as the dot of `author.name`.
  const plain = keys.map((name) => name.replaceAll(/[$.*+?^{}()|[\]\\]/g, String.raw`\$&`));
  const key = `-?(?:${plain.join('|')})`;
  const error = `must be a comma-separated list of ${keys.join(', ')}; a key may appear only once, with a minus sign before it for descending order`;
  return z
    .string()
    .regex(new RegExp(`^${key}(?:,${key})*$`), { error, abort: true })
    .check(({ value, issues }) => {
      if (namesEachOnce(value)) return;
      issues.push({ code: 'invalid_format', format: 'sort', message: error, input: value, continue: true });
    })
    .optional()
    .meta(described(keys));
}

/** What a document says of the keys of a sort. */
function described(keys: readonly string[]) {
  return {
    description: `Order of the list: a comma-separated list of keys; a key may appear only once, and a minus sign before a key sorts in descending order. Records without a value come last, equal ones stay in the order of the list. Keys: ${keys.map((name) => `\`${name}\``).join(', ')}.`,
    examples: [`-${keys.at(-1) ?? ''}`],
  };
}

/** The schema of a `sort` whose keys are checked against the records: those that are given are documented. */
export const openSortInput = (keys: readonly string[]) => z.string().optional().meta(described(keys));

/** The schema of `sort`. */
export type SortInput = ReturnType<typeof sortInput>;

/** What an input holds where its operation declares `sorts`. */
export interface SortControl {
  /** Keys in order of weight, such as `-created_at,title`; undefined: the list's own order. */
  readonly sort?: string | undefined;
}
