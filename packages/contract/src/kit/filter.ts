/** Declares the conditions that a list can be filtered by. */
import { z } from 'zod';
import { comparing, comparingList, type Comparison, type Condition, type Scalar } from './condition.js';

/**
 * Only records whose member is this value; of a member that is a list, one of its values must be.
 *
 * @example
 * ```ts
 * import { choice, equal } from '@understudy/contract';
 * const status = equal(choice(['open', 'done'], 'Only notes of this status.'));
 * ```
 */
export const equal = comparing<'equal', Scalar>('equal');

/**
 * Only records whose member is this text, upper and lower case alike; of a member that is a list, one of its values must
 * be.
 *
 * @example
 * ```ts
 * import { equalInAnyCase } from '@understudy/contract';
 * import { z } from 'zod';
 * const city = equalInAnyCase(z.string().max(64).meta({ description: 'Only events in this city; case is ignored.' }));
 * ```
 */
export const equalInAnyCase = comparing<'any_case', string>('any_case');

/**
 * Only records of which this is true, or only those of which it is not: `in_stock=true`.
 *
 * @example
 * ```ts
 * import { yes } from '@understudy/contract';
 * import { z } from 'zod';
 * const in_stock = yes(z.boolean().meta({ description: 'Whether it can be bought.', examples: [true] }));
 * ```
 */
export const yes = comparing<'equal', boolean>('equal');

/**
 * Only records whose member is one of these values, a comma-separated list of at most 50; of a member that is a list, one of its
 * values must be.
 *
 * @example
 * ```ts
 * import { choice, oneOf } from '@understudy/contract';
 * const status = oneOf(choice(['open', 'done', 'dropped'], 'Only notes of these statuses.'));
 * ```
 */
export const oneOf = comparingList('one_of');

/**
 * Only records whose member is none of these values, a comma-separated list of at most 50. A record without a value has none of
 * them.
 *
 * @example
 * ```ts
 * import { choice, noneOf } from '@understudy/contract';
 * const not_status = noneOf('status', choice(['open', 'done'], 'Only notes of other statuses.'));
 * ```
 */
export const noneOf = comparingList('none_of');

/**
 * Only records whose member, a list, has all of these values, a comma-separated list of at most 50.
 *
 * @example
 * ```ts
 * import { allOf, choice } from '@understudy/contract';
 * const features = allOf(choice(['garden', 'balcony'], 'Only homes that have all of these.'));
 * ```
 */
export const allOf = comparingList('all_of');

/**
 * Only records whose member is this number or more.
 *
 * @example
 * ```ts
 * import { least } from '@understudy/contract';
 * import { z } from 'zod';
 * const min_price = least('price', z.number().min(0).meta({ description: 'Lowest price.', examples: [10] }));
 * ```
 */
export const least = comparing<'least', number>('least');

/**
 * Only records whose member is this number or less.
 *
 * @example
 * ```ts
 * import { most } from '@understudy/contract';
 * import { z } from 'zod';
 * const max_price = most('price', z.number().min(0).meta({ description: 'Highest price.', examples: [20] }));
 * ```
 */
export const most = comparing<'most', number>('most');

/**
 * Only records whose member is a larger number.
 *
 * @example
 * ```ts
 * import { more } from '@understudy/contract';
 * import { z } from 'zod';
 * const price_gt = more('price', z.number().meta({ description: 'Only what costs more.', examples: [10] }));
 * ```
 */
export const more = comparing<'more', number>('more');

/**
 * Only records whose member is a smaller number.
 *
 * @example
 * ```ts
 * import { less } from '@understudy/contract';
 * import { z } from 'zod';
 * const price_lt = less('price', z.number().meta({ description: 'Only what costs less.', examples: [20] }));
 * ```
 */
export const less = comparing<'less', number>('less');

/**
 * Only records whose member has this text in it, upper and lower case alike; of a member that is a list, one of its values
 * must have it.
 *
 * @example
 * ```ts
 * import { contains } from '@understudy/contract';
 * import { z } from 'zod';
 * const title_contains = contains('title', z.string().max(64).meta({ description: 'Only notes with this in the title.' }));
 * ```
 */
export const contains = comparing<'contains', string>('contains');

/**
 * Only records whose member begins with this text, upper and lower case alike.
 *
 * @example
 * ```ts
 * import { startsWith } from '@understudy/contract';
 * import { z } from 'zod';
 * const code = startsWith(z.string().max(8).meta({ description: 'Only codes that begin so.' }));
 * ```
 */
export const startsWith = comparing<'starts_with', string>('starts_with');

/**
 * Only records whose member ends with this text, upper and lower case alike.
 *
 * @example
 * ```ts
 * import { endsWith } from '@understudy/contract';
 * import { z } from 'zod';
 * const email_ends_with = endsWith('email', z.string().max(64).meta({ description: 'Only addresses that end so.' }));
 * ```
 */
export const endsWith = comparing<'ends_with', string>('ends_with');

/**
 * Only records whose member, an instant or a date, is this one or later. A date beside an instant is its first instant in
 * UTC.
 *
 * @example
 * ```ts
 * import { after, instant } from '@understudy/contract';
 * const created_after = after('created_at', instant('Only notes from then on.', '2025-01-01T00:00:00.000Z'));
 * ```
 */
export const after = comparing<'after', string>('after');

/**
 * Only records whose member, an instant or a date, is this one or earlier. A date beside an instant is its first instant
 * in UTC.
 *
 * @example
 * ```ts
 * import { before, instant } from '@understudy/contract';
 * const created_before = before('created_at', instant('Only notes up to then.', '2025-06-30T23:59:59.999Z'));
 * ```
 */
export const before = comparing<'before', string>('before');

/**
 * Only the records with these ids, a comma-separated list of at most 50, in the order of the list. An id that no record has is left
 * out.
 *
 * @example
 * ```ts
 * import { ids, recordId } from '@understudy/contract';
 * const filters = { ids: ids(recordId('Only the notes with these ids.', 'note_0001')) };
 * ```
 */
export function ids<Schema extends z.ZodType<string | number>>(schema: Schema) {
  return oneOf('id', schema);
}

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
