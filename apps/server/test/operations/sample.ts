/** Sample inputs of operations, made from the examples that the contract gives for every field. */
import type { Operation } from '@understudy/contract';
import { z } from 'zod';

/** Members that a list input has beside its filters. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

function exampleOf(name: string, schema: z.ZodType): unknown {
  const examples: unknown = schema.meta()?.['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('unwrap' in schema && typeof schema.unwrap === 'function') {
    return exampleOf(name, schema.unwrap() as z.ZodType);
  }
  // An object is made of the examples of its members.
  if (schema instanceof z.ZodObject) return membersOf(schema, (member) => !isOptional(member));
  throw new Error(`the contract gives no example for ${name}`);
}

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

function membersOf(schema: z.ZodObject, isWanted: (member: z.ZodType) => boolean): Record<string, unknown> {
  const members = Object.entries(schema.shape as Record<string, z.ZodType>).filter(
    ([name, member]) => !paging.has(name) && isWanted(member),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, exampleOf(name, member)]));
}

/** The smallest input that an operation accepts: path parameters and required members. */
export function sampleInput(operation: Operation): Record<string, unknown> {
  return membersOf(operation.input, (member) => !isOptional(member));
}

/** The filters of a read, each with an example that it accepts. */
export function sampleFilters(operation: Operation): Record<string, unknown> {
  return operation.method === 'GET' ? membersOf(operation.input, isOptional) : {};
}
