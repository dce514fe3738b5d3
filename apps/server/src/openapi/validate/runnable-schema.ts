/** A schema as the validator runs it: keywords that are malformed left out, formats and patterns made fit, for one direction. */
import type { Schema as RunnableObject } from '@cfworker/json-schema';
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { namesIn } from '../document/lines.js';
import { isObject, isSchema, listOf, shapeAt, TYPES } from '../schema.js';
import { decoded, valueAt } from './pointers.js';
import { safePattern } from './safe-pattern.js';

/** What a value is: sent by a client, or answered. */
export type Direction = 'request' | 'answer';

export type Runnable = boolean | RunnableObject;

/** Makes schemas runnable, each once. */
export interface Preparation {
  readonly prepare: (schema: Schema) => Runnable;
  /** The runnable schema behind each reference, as the validator looks it up. */
  readonly lookup: Record<string, Runnable>;
  /** Before each validation: how many references may be followed in it. */
  readonly allow: (references: number) => void;
}

export interface PreparationOptions {
  readonly direction: Direction;
  /** Whether items are compared with each other, which takes the square of their number. */
  readonly isUniqueChecked: boolean;
}

type Document = Pick<ApiDocument, 'root' | 'resolve'>;
type Draft = Record<string, unknown>;

/** Schemas in each other without a reference: what lies deeper is not judged. */
const MAX_DEPTH = 200;

/** Thrown where a schema leads through more references than any that ends. */
export class TooManyReferences extends Error {
  override readonly name = 'TooManyReferences';
}

/** Bounds of numbers, and patterns of texts, that formats stand for. */
const formats: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1, multipleOf: 1 },
  int64: { multipleOf: 1 },
  byte: { pattern: '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$' },
};

/** The node that a reference in the document leads to, itself perhaps a reference; undefined where there is none. */
export function targetOf({ root, resolve }: Document, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const target = valueAt(root, namesIn(decoded(reference.slice(1)))) ?? resolve({ $ref: reference });
  return isSchema(target) ? target : undefined;
}

/** Makes a schema within another runnable. */
type Run = (schema: Schema) => Runnable;

/** What a keyword is run with; undefined where its value is malformed, and it is left out. */
type Read = (value: Json, run: Run) => unknown;

const atLeast =
  (least: number): Read =>
  (value) =>
    typeof value === 'number' && Number.isFinite(value) && value >= least ? value : undefined;
const aNumber = atLeast(-Number.MAX_VALUE);
const aCount = atLeast(0);
const aSchema: Read = (value, run) => (isSchema(value) ? run(value) : undefined);
const aList: Read = (value, run) => (listOf(value).length > 0 ? listOf(value).filter(isSchema).map(run) : undefined);
const byName: Read = (value, run) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).flatMap(([name, one]) => (isSchema(one) ? [[name, run(one)]] : [])))
    : undefined;

/** How each keyword is read that means the same in all schemas. */
const KEYWORDS: Readonly<Record<string, Read>> = {
  enum: (value) => (listOf(value).length > 0 ? value : undefined),
  const: (value) => value,
  minimum: aNumber,
  maximum: aNumber,
  exclusiveMinimum: aNumber,
  exclusiveMaximum: aNumber,
  multipleOf: atLeast(Number.MIN_VALUE),
  minLength: aCount,
  maxLength: aCount,
  minItems: aCount,
  maxItems: aCount,
  minContains: aCount,
  maxContains: aCount,
  minProperties: aCount,
  maxProperties: aCount,
  not: aSchema,
  if: aSchema,
  then: aSchema,
  else: aSchema,
  contains: aSchema,
  additionalProperties: aSchema,
  propertyNames: aSchema,
  unevaluatedProperties: aSchema,
  unevaluatedItems: aSchema,
  items: aSchema,
  allOf: aList,
  anyOf: aList,
  oneOf: aList,
  prefixItems: aList,
  properties: byName,
  dependentSchemas: byName,
  dependentRequired: (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, names]) => Array.isArray(names))) : undefined,
};

/** The types that a schema allows; undefined where it does not say, or in words that no value has. */
function typesOf({ type, nullable }: JsonObject): string | readonly string[] | undefined {
  const named = [type ?? []].flat().filter((one): one is string => typeof one === 'string' && TYPES.includes(one));
  if (named.length === 0) return undefined;
  if (nullable === true && !named.includes('null')) return [...named, 'null'];
  return named.length === 1 ? named[0] : named;
}

/** A schema that runs a pattern on texts that are not too long for it alone. */
function guarded(pattern: string): Draft | undefined {
  const safe = safePattern(pattern);
  return safe && { if: { minLength: safe.maxLength + 1 }, else: { pattern: safe.source } };
}

/** What members must be whose names match patterns. */
function byPatternOf(schemas: Readonly<Record<string, unknown>>): Draft {
  const safe = Object.entries(schemas).map(([pattern, one]) => [safePattern(pattern), one] as const);
  // Names that cannot be told from others can be held against neither.
  return safe.some(([pattern]) => pattern === undefined || pattern.maxLength < 100)
    ? { additionalProperties: true }
    : { patternProperties: Object.fromEntries(safe.map(([pattern, one]) => [pattern?.source, one])) };
}

/** Adds schemas that a value must fit as well. */
function extend(draft: Draft, more: readonly unknown[]): void {
  const added = more.filter((schema) => schema !== undefined);
  if (added.length > 0) draft['allOf'] = [...((draft['allOf'] as readonly unknown[] | undefined) ?? []), ...added];
}

/** Makes the schemas of a document runnable, each when it is first met. */
export function preparation(document: Document, options: PreparationOptions): Preparation {
  const hiddenBy = options.direction === 'request' ? 'readOnly' : 'writeOnly';
  const known = new WeakMap<JsonObject, Runnable>();

  /** What old drafts write otherwise, and what differs by direction and by the size of the value. */
  const translate = (schema: JsonObject, draft: Draft, run: Run): void => {
    const { items, pattern, format, discriminator, patternProperties } = schema;
    const type = typesOf(schema);
    if (type !== undefined) draft['type'] = type;
    // Before draft 6, a flag made a bound exclusive.
    for (const [bound, exclusive] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const) {
      if (schema[exclusive] !== true || draft[bound] === undefined) continue;
      draft[exclusive] = draft[bound];
      delete draft[bound];
    }
    if (Array.isArray(items)) {
      if (items.length > 0) draft['prefixItems'] = aList(items, run);
      const rest = aSchema(schema['additionalItems'] ?? null, run);
      if (rest !== undefined) draft['items'] = rest;
    }
    if (schema['uniqueItems'] === true && options.isUniqueChecked) draft['uniqueItems'] = true;
    // Where a discriminator tells which branch is meant, a request is not off contract since it fits another as well.
    if (draft['oneOf'] !== undefined && isObject(discriminator) && options.direction === 'request' && !draft['anyOf']) {
      draft['anyOf'] = draft['oneOf'];
      delete draft['oneOf'];
    }
    if (isObject(patternProperties)) Object.assign(draft, byPatternOf(byName(patternProperties, run) as Draft));
    const [reference, second] = [schema['$ref'], schema['$dynamicRef']].filter((one) => typeof one === 'string');
    if (reference !== undefined) draft['$ref'] = reference;
    const meant = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (meant === undefined && typeof format === 'string') draft['format'] = format;
    extend(draft, [
      typeof pattern === 'string' ? guarded(pattern) : undefined,
      second && { $ref: second },
      typeof meant?.['pattern'] === 'string' ? guarded(meant['pattern']) : meant,
    ]);
  };

  /** The members that a schema requires of which somebody must send each in this direction. */
  const requiredIn = (required: Json | undefined, schema: JsonObject): readonly Json[] => {
    const { members } = listOf(required).length > 0 ? shapeAt(document, schema) : { members: undefined };
    return listOf(required).filter(
      (name) => typeof name === 'string' && !shapeAt(document, members?.get(name))[hiddenBy],
    );
  };

  /** Sets what is required; a part of allOf may require a member that another part describes. */
  const withRequired = (schema: JsonObject, draft: Draft): void => {
    const own = requiredIn(schema['required'], schema);
    if (own.length > 0) draft['required'] = own;
    const parts = draft['allOf'] as unknown[] | undefined;
    for (const [index, part] of listOf(schema['allOf']).filter(isSchema).entries()) {
      const { required = [], ...rest } = { ...(parts?.[index] as Draft) } as Draft & { readonly required?: Json[] };
      const left = isObject(part) ? requiredIn(required, schema) : required;
      if (parts !== undefined && left.length < required.length)
        parts[index] = left.length === 0 ? rest : { ...rest, required: left };
    }
  };

  const made = (schema: Schema, depth: number): Runnable => {
    if (typeof schema === 'boolean') return schema;
    if (depth > MAX_DEPTH) return true;
    const before = known.get(schema);
    if (before !== undefined) return before;
    const draft: Draft = {};
    // Kept before it is filled: a schema that is a value may lie in itself.
    known.set(schema, draft as RunnableObject);
    const run: Run = (one) => made(one, depth + 1);
    for (const [keyword, value] of Object.entries(schema)) {
      const read = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword]?.(value, run) : undefined;
      if (read !== undefined) draft[keyword] = read;
    }
    translate(schema, draft, run);
    withRequired(schema, draft);
    return draft as RunnableObject;
  };

  let left = 0;
  const lookup = new Proxy<Record<string, Runnable>>(Object.create(null) as Record<string, Runnable>, {
    get(kept, reference) {
      if (typeof reference !== 'string') return undefined;
      if (left-- <= 0) throw new TooManyReferences();
      // What a reference that leads nowhere says is not known.
      return (kept[reference] ??= made(targetOf(document, reference) ?? true, 0));
    },
  });
  return {
    prepare: (schema) => made(schema, 0),
    lookup,
    allow: (references) => {
      left = references;
    },
  };
}
