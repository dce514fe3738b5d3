/** Makes the functions that declare conditions. */
import type { z } from 'zod';
import { type CommaList, commaList, listValues } from './comma-list.js';
import type { Comparison, Condition } from './condition.js';

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

type Given = readonly [schema: z.ZodType] | readonly [member: string, schema: z.ZodType];

/** What was given, in one form. */
function partsOf(given: Given): { readonly member: string | undefined; readonly schema: z.ZodType } {
  return given.length === 1 ? { member: undefined, schema: given[0] } : { member: given[0], schema: given[1] };
}

/** Gives the function that declares conditions with one value. */
export function comparing<Is extends Comparison, Allowed extends Scalar>(is: Is): Declare<Is, Allowed> {
  const declare = (...given: Given): Condition => ({
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
  const declare = (...given: Given): Condition => {
    const { member, schema } = partsOf(given);
    return { is, member, schema: commaList(schema), beside: {}, values: (input) => listValues(String(input), schema) };
  };
  // The overloads say which of the two forms gives which type.
  return declare as unknown as DeclareList<Is>;
}
