/** What a condition on the records of a list is. */
import type { z } from 'zod';

/** How a condition compares a member of a record with what the input says. Bounds are inclusive. */
export type Comparison =
  | 'equal'
  | 'any_case'
  | 'one_of'
  | 'none_of'
  | 'all_of'
  | 'least'
  | 'most'
  | 'after'
  | 'before'
  | 'box';

/**
 * A condition on the records of a list: an operation that declares it has an input member for it, and its list holds only
 * records that pass. A member that is null passes no condition but `noneOf`.
 */
export interface Condition<
  Is extends Comparison = Comparison,
  Member extends string | undefined = string | undefined,
  Schema extends z.ZodType = z.ZodType,
  Value = unknown,
> {
  readonly is: Is;
  /** The member of the records; undefined: the one that is called as the condition itself. */
  readonly member: Member;
  /** What a caller sends. */
  readonly schema: Schema;
  /** What the record is compared with, of an input that the schema has accepted: one value, or those of a list. */
  readonly values: (input: unknown) => readonly Value[];
}

/** The conditions of a list, by input member. */
export type Filters = Readonly<Record<string, Condition>>;

/** The input members of conditions: each may be left out. */
export type FilterShape<Conditions extends Filters> = {
  readonly [Name in keyof Conditions]: z.ZodOptional<Conditions[Name]['schema']>;
};
