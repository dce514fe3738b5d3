/** Sample inputs of operations, made from the examples that the contract gives for every field. */
import type { Operation } from '@understudy/contract';
import type { z } from 'zod';

/** Members that a list input has beside its filters. */
const paging = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

function exampleOf(name: string, schema: z.ZodType): unknown {
  const examples: unknown = schema.meta()?.['examples'];
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if ('unwrap' in schema && typeof schema.unwrap === 'function') {
    return exampleOf(name, schema.unwrap() as z.ZodType);
  }
  throw new Error(`the contract gives no example for ${name}`);
}

/** The smallest input that an operation accepts: path parameters and required members. */
export function sampleInput(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.input.shape as Record<string, z.ZodType>).flatMap(([name, schema]) =>
      paging.has(name) || schema.safeParse(undefined).success ? [] : [[name, exampleOf(name, schema)]],
    ),
  );
}

/** The filters of a list, each with an example that it accepts. */
export function sampleFilters(operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(operation.input.shape as Record<string, z.ZodType>).flatMap(([name, schema]) =>
      paging.has(name) || !schema.safeParse(undefined).success ? [] : [[name, exampleOf(name, schema)]],
    ),
  );
}
