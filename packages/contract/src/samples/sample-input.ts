/** Sample inputs of operations, made from the examples that the contract gives for every field. */
import { z } from 'zod';
import { neededBy } from '../kit/condition.js';
import type { Operation } from '../kit/operation-meta.js';

type Json = Readonly<Record<string, unknown>>;

/** Texts of the formats that JSON Schema knows (JSON Schema Validation 2020-12, 7.3). */
const formats: Json = {
  'date-time': '2026-01-01T00:00:00.000Z',
  date: '2026-01-01',
  time: '12:00:00',
  email: 'someone@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function textOf({ format, minLength }: Json): string {
  const known = typeof format === 'string' ? formats[format] : undefined;
  if (typeof known === 'string') return known;
  return 'x'.repeat(typeof minLength === 'number' ? Math.max(1, minLength) : 1);
}

function numberOf({ minimum, exclusiveMinimum, multipleOf }: Json): number {
  const least = typeof minimum === 'number' ? minimum : Number(exclusiveMinimum ?? 0) + 1;
  const step = typeof multipleOf === 'number' ? multipleOf : undefined;
  const value = least <= Number.MIN_SAFE_INTEGER ? 1 : least;
  return step === undefined ? value : Math.ceil(value / step) * step;
}

function valueOf(schema: Json): unknown {
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  for (const choice of ['enum', 'examples'] as const) {
    const values = schema[choice];
    if (Array.isArray(values) && values.length > 0) return values[0];
  }
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(either)) return valueOf(either[0] as Json);
  if (schema['type'] === 'string') return textOf(schema);
  if (schema['type'] === 'integer' || schema['type'] === 'number') return numberOf(schema);
  if (schema['type'] === 'boolean') return false;
  if (schema['type'] === 'array') {
    const least = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    return Array.from({ length: least }, () => valueOf((schema['items'] ?? {}) as Json));
  }
  return schema['type'] === 'null' ? null : {};
}

/** A value made from the type and the bounds of a schema. A pattern, a transform or a refinement may still refuse it. */
function sampleValue(schema: z.ZodType): unknown {
  return valueOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Json);
}

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
