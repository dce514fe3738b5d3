/** Sample inputs of operations, made from the examples that the contract gives for every field. */
import { z } from 'zod';
import { neededBy } from '../kit/computed.js';
import type { Operation } from '../kit/operation.js';
import { sampleValue } from './sample-value.js';

type Described = Pick<Operation, 'input'> & {
  readonly meta?: Partial<Pick<Operation['meta'], 'versioned' | 'answers'>>;
};

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** Members that a list input has beside its filters. */
export const paging: ReadonlySet<string> = new Set(['page', 'per_page', 'q', 'pagination_style', 'cursor']);

// The schemas of a shape have the methods of the classic package, whatever the core's types say.
const classic = (schema: z.core.$ZodType): z.ZodType => schema as z.ZodType;

const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success;

function unwrapped(schema: z.ZodType): z.ZodType | undefined {
  return 'unwrap' in schema && typeof schema.unwrap === 'function' ? (schema.unwrap() as z.ZodType) : undefined;
}

function examplesOf(schema: z.ZodType): readonly unknown[] {
  const examples = schema.meta()?.examples;
  if (Array.isArray(examples) && examples.length > 0) return examples;
  const inner = unwrapped(schema);
  return inner === undefined ? [] : examplesOf(inner);
}

function exampleOf(schema: z.ZodType): unknown {
  const [example] = examplesOf(schema);
  if (example !== undefined) return example;
  // An object is made of the examples of its members.
  if (schema instanceof z.ZodObject) return membersOf(schema.shape, (member) => !isOptional(member));
  if (schema instanceof z.ZodRecord) return {};
  const inner = unwrapped(schema);
  return inner === undefined ? sampleValue(schema) : exampleOf(inner);
}

function membersOf(shape: Shape, isWanted: (member: z.ZodType, name: string) => boolean): Record<string, unknown> {
  const members = Object.entries(shape).map(([name, schema]): [string, z.ZodType] => [name, classic(schema)]);
  const wanted = members.filter(([name, member]) => !paging.has(name) && isWanted(member, name));
  return Object.fromEntries(wanted.map(([name, member]) => [name, exampleOf(member)]));
}

/**
 * The smallest input that an operation may accept: path parameters and required members, each from its example or, where
 * it has none, from its type.
 *
 * @example
 * ```ts
 * import { contract } from '@understudy/contract';
 * import { sampleInput } from '@understudy/contract/samples';
 * console.log(sampleInput(contract.education.operations.getCourse)); // { course_id: 'crs_0001' }
 * ```
 */
export function sampleInput({ input, meta }: Described): Record<string, unknown> {
  // A condition that must be there is a problem of its own where it is missing, so that its schema lets it be left out.
  const condition = meta?.versioned === 'required' ? 'if_match' : undefined;
  // A stream that stays open has nobody to end it.
  const follow = meta?.answers === 'stream' ? 'follow' : undefined;
  const smallest = membersOf(
    input.shape,
    (member, name) => !isOptional(member) || name === condition || name === follow,
  );
  if (input.safeParse(smallest).success) return smallest;
  // Members that may each be left out, but not all of them.
  const [example] = examplesOf(input);
  return { ...(example as object | undefined), ...smallest };
}

/** The optional members of an input, paging left out, each with an example that it accepts. */
export function sampleOptions({ input }: Described): Record<string, unknown> {
  // A parameter that is documented only to be refused has no example.
  return membersOf(input.shape, (member) => isOptional(member) && examplesOf(member).length > 0);
}

/** The filters of a read, each with an example that it accepts. */
export function sampleFilters(operation: Described & Pick<Operation, 'method'>): Record<string, unknown> {
  return operation.method === 'GET' ? sampleOptions(operation) : {};
}

/** The members that an input lacks for what it filters and sorts by, from their examples. */
export function sampleNeeds(operation: Operation, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = Array.from(neededBy(operation.meta, input).keys()).filter((name) => input[name] === undefined);
  const options = missing.length === 0 ? {} : sampleOptions(operation);
  return Object.fromEntries(missing.map((name) => [name, options[name]]));
}
