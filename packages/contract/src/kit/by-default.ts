/** Gives a condition on a list a value that holds where the caller gives none. */
import { z } from 'zod';
import type { Comparison, Condition } from './condition.js';

/**
 * The same condition, with a value that it has where it is left out of the input.
 *
 * @example
 * ```ts
 * import { byDefault, choice, oneOf } from '@understudy/contract';
 * const status = byDefault('open,done', oneOf(choice(['open', 'done', 'dropped'], 'Only notes of these statuses.')));
 * ```
 */
export function byDefault<Is extends Comparison, Member extends string | undefined, Schema extends z.ZodType, Value>(
  value: z.util.NoUndefined<z.output<Schema>>,
  condition: Condition<Is, Member, Schema, Value>,
): Condition<Is, Member, z.ZodDefault<Schema>, Value> {
  return { ...condition, schema: z._default(condition.schema, value) };
}
