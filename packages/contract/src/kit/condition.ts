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
  | 'box'
  | 'circle';

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
  /**
   * Further input members that it reads, such as the radius beside the centre of a circle. Each may be left out, and none
   * is given without the condition itself.
   */
  readonly beside: z.ZodRawShape;
  /**
   * What the record is compared with, of an input that the schema has accepted: one value, or those of a list.
   *
   * @param beside - input members, those that it reads among them
   */
  readonly values: (input: unknown, beside: Readonly<Record<string, unknown>>) => readonly Value[];
}

/** A condition that reads further input members. */
export interface WideCondition<
  Is extends Comparison,
  Member extends string | undefined,
  Schema extends z.ZodType,
  Value,
  More extends z.ZodRawShape,
> extends Condition<Is, Member, Schema, Value> {
  readonly beside: More;
}

/** The conditions of a list, by input member. */
export type Filters = Readonly<Record<string, Condition>>;

/** The further members that conditions read, as a union; never where they read none. */
export type Beside<One> = One extends { readonly beside: infer Shape extends z.ZodRawShape }
  ? string extends keyof Shape
    ? never
    : Shape
  : never;

/** The members of any of several shapes. */
export type KeysOf<Shape> = Shape extends unknown ? keyof Shape : never;

type MemberOf<Shape, Name> = Shape extends { readonly [Key in Name & string]: infer Schema extends z.ZodType }
  ? z.ZodOptional<Schema>
  : never;

/** The input members of conditions: each may be left out. */
export type FilterShape<Conditions extends Filters> = {
  readonly [Name in keyof Conditions]: z.ZodOptional<Conditions[Name]['schema']>;
} & {
  readonly [Name in KeysOf<Beside<Conditions[keyof Conditions]>>]: MemberOf<Beside<Conditions[keyof Conditions]>, Name>;
};
