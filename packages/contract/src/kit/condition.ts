/** What a condition on the records of a list is. */
import type { z } from 'zod';
import { type CommaList, commaList, listValues } from './comma-list.js';

/** How a condition compares a member of a record with what the input says. Bounds are inclusive. */
export type Comparison =
  | 'equal'
  | 'any_case'
  | 'one_of'
  | 'none_of'
  | 'all_of'
  | 'least'
  | 'most'
  | 'more'
  | 'less'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
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
export type Companions<One> = One extends { readonly beside: infer Shape extends z.ZodRawShape }
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
  readonly [Name in KeysOf<Companions<Conditions[keyof Conditions]>>]: MemberOf<
    Companions<Conditions[keyof Conditions]>,
    Name
  >;
};

/** A number that is computed of each record for one call. */
export interface Computed {
  /** The input member that it follows from, and that a call must have which filters or sorts by it. */
  readonly needs: string;
}

/** Numbers that are computed, by name. */
export type Computes = Readonly<Record<string, Computed>>;

/** What of a declaration says what a call needs. */
interface Declared {
  readonly filters?: Filters;
  readonly computes?: Computes;
}

/** The keys of a sort, without their signs. */
const keysOf = (sort: unknown): readonly string[] =>
  typeof sort === 'string' ? sort.split(',').map((key) => key.replace(/^-/, '')) : [];

/** The input members that an input needs for what it filters and sorts by, each with what makes it need it. */
export function neededBy(
  { filters = {}, computes = {} }: Declared,
  input: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const given = Object.entries(filters).filter(([name]) => input[name] !== undefined);
  const asked = [
    ...given.map(([name, { member = name }]) => [member, `where ${name} is given`] as const),
    ...keysOf(input['sort']).map((key) => [key, `to sort by ${key}`] as const),
  ];
  return new Map(
    asked.toReversed().flatMap(([name, why]) => {
      const computed = Object.hasOwn(computes, name) ? computes[name] : undefined;
      return computed === undefined ? [] : [[computed.needs, why] as const];
    }),
  );
}

/** The same schema, which refuses a call that lacks what it filters or sorts by. */
export function withNeeds(input: z.ZodObject, declared: Declared): z.ZodObject {
  if (Object.keys(declared.computes ?? {}).length === 0) return input;
  return input.check(({ value, issues }) => {
    for (const [name, why] of neededBy(declared, value)) {
      if (value[name] !== undefined) continue;
      const message = `is required ${why}`;
      issues.push({ code: 'invalid_type', expected: 'string', path: [name], message, input: undefined });
    }
  });
}

/** A value that records hold, and conditions name. */
export type Scalar = string | number | boolean;

/** Takes the member of the records, where it is not called as the condition is, and the schema of a value. */
export interface Declare<Is extends Comparison, Allowed extends Scalar> {
  <Schema extends z.ZodType<Allowed>>(schema: Schema): Condition<Is, undefined, Schema, z.output<Schema>>;
  <const Member extends string, Schema extends z.ZodType<Allowed>>(
    member: Member,
    schema: Schema,
  ): Condition<Is, Member, Schema, z.output<Schema>>;
}

/** The same for a comma-separated list of such values. */
export interface DeclareList<Is extends Comparison> {
  <Schema extends z.ZodType<Scalar>>(schema: Schema): Condition<Is, undefined, CommaList, z.output<Schema>>;
  <const Member extends string, Schema extends z.ZodType<Scalar>>(
    member: Member,
    schema: Schema,
  ): Condition<Is, Member, CommaList, z.output<Schema>>;
}

type ConditionArguments = readonly [schema: z.ZodType] | readonly [member: string, schema: z.ZodType];

/** What was given, in one form. */
function partsOf(given: ConditionArguments): { readonly member: string | undefined; readonly schema: z.ZodType } {
  return given.length === 1 ? { member: undefined, schema: given[0] } : { member: given[0], schema: given[1] };
}

/** Gives the function that declares conditions with one value. */
export function comparing<Is extends Comparison, Allowed extends Scalar>(is: Is): Declare<Is, Allowed> {
  const declare = (...given: ConditionArguments): Condition => ({
    is,
    ...partsOf(given),
    beside: {},
    values: (input) => [input],
  });
  // The overloads say which of the two forms gives which type.
  return declare as unknown as Declare<Is, Allowed>;
}

/** Gives the function that declares conditions with a comma-separated list. */
export function comparingList<Is extends Comparison>(is: Is): DeclareList<Is> {
  const declare = (...given: ConditionArguments): Condition => {
    const { member, schema } = partsOf(given);
    return { is, member, schema: commaList(schema), beside: {}, values: (input) => listValues(String(input), schema) };
  };
  // The overloads say which of the two forms gives which type.
  return declare as unknown as DeclareList<Is>;
}
