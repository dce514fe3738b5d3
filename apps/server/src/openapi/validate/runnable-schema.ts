/** A schema as the validator runs it: keywords that are malformed left out, formats and patterns made fit, for one direction. */
import type { Schema as RunnableObject } from '@cfworker/json-schema';
import type { ApiDocument, Json, JsonObject, Schema } from '../model.js';
import { namesIn } from '../document/lines.js';
import { isObject, isSchema, shapeAt, TYPES } from '../schema.js';
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
type IsHidden = (name: string) => boolean;

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

const isNumber = (value: Json | undefined): value is number => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: Json | undefined): value is number => isNumber(value) && value >= 0;

/** The node that a reference in the document leads to, itself perhaps a reference; undefined where there is none. */
export function targetOf({ root, resolve }: Document, reference: string): Schema | undefined {
  if (!reference.startsWith('#')) return undefined;
  const target = valueAt(root, namesIn(decoded(reference.slice(1)))) ?? resolve({ $ref: reference });
  return isSchema(target) ? target : undefined;
}

/** The types that a schema allows; undefined where it does not say, or in words that no value has. */
function typesOf({ type, nullable }: JsonObject): string | readonly string[] | undefined {
  const named = (Array.isArray(type) ? (type as readonly Json[]) : [type]).filter(
    (one): one is string => typeof one === 'string' && TYPES.includes(one),
  );
  if (named.length === 0) return undefined;
  if (nullable === true && !named.includes('null')) return [...named, 'null'];
  return named.length === 1 ? named[0] : named;
}

/** Bounds, with those of drafts before 6 where `exclusiveMinimum` is a flag. */
function boundsOf(schema: JsonObject): Draft {
  const bounds: Draft = {};
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (isNumber(minimum)) bounds[exclusiveMinimum === true ? 'exclusiveMinimum' : 'minimum'] = minimum;
  if (isNumber(maximum)) bounds[exclusiveMaximum === true ? 'exclusiveMaximum' : 'maximum'] = maximum;
  if (isNumber(exclusiveMinimum)) bounds['exclusiveMinimum'] = exclusiveMinimum;
  if (isNumber(exclusiveMaximum)) bounds['exclusiveMaximum'] = exclusiveMaximum;
  if (isNumber(multipleOf) && multipleOf > 0) bounds['multipleOf'] = multipleOf;
  return bounds;
}

/** A schema that runs a pattern on texts that are not too long for it alone. */
function guarded(pattern: string): Draft | undefined {
  const safe = safePattern(pattern);
  return safe && { if: { minLength: safe.maxLength + 1 }, else: { pattern: safe.source } };
}

const COUNTS = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
];
const SINGLE = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];

/** Makes the schemas of a document runnable, each when it is first met. */
export function preparation(document: Document, options: PreparationOptions): Preparation {
  const hiddenBy = options.direction === 'request' ? 'readOnly' : 'writeOnly';
  const known = new WeakMap<JsonObject, Runnable>();

  /** Whether nobody need send a member in this direction: found for those alone that are required. */
  const hidingIn =
    (schema: JsonObject): IsHidden =>
    (name) =>
      shapeAt(document, shapeAt(document, schema).members.get(name))[hiddenBy];

  const mapOf = (node: Json | undefined, depth: number): Draft | undefined => {
    if (!isObject(node)) return undefined;
    const entries = Object.entries(node).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
    return Object.fromEntries(entries.map(([name, schema]) => [name, made(schema, depth + 1)]));
  };

  const objectKeywords = (schema: JsonObject, draft: Draft, depth: number): void => {
    for (const keyword of ['properties', 'dependentSchemas']) {
      const map = mapOf(schema[keyword], depth);
      if (map !== undefined) draft[keyword] = map;
    }
    const required = schema['dependentRequired'];
    if (isObject(required)) {
      draft['dependentRequired'] = Object.fromEntries(
        Object.entries(required).filter(([, names]) => Array.isArray(names)),
      );
    }
    const byPattern = mapOf(schema['patternProperties'], depth);
    if (byPattern === undefined) return;
    const safe = Object.entries(byPattern).map(([pattern, one]) => [safePattern(pattern), one] as const);
    // Names that cannot be told from others can be held against neither.
    if (safe.some(([pattern]) => pattern === undefined || pattern.maxLength < 100)) {
      draft['additionalProperties'] = true;
    } else {
      draft['patternProperties'] = Object.fromEntries(safe.map(([pattern, one]) => [pattern?.source, one]));
    }
  };

  const arrayKeywords = (schema: JsonObject, draft: Draft, depth: number): void => {
    const { items, additionalItems } = schema;
    if (Array.isArray(items)) {
      if (items.length > 0) draft['prefixItems'] = items.filter(isSchema).map((item) => made(item, depth + 1));
      if (isSchema(additionalItems)) draft['items'] = made(additionalItems, depth + 1);
    } else if (isSchema(items)) draft['items'] = made(items, depth + 1);
    if (schema['uniqueItems'] === true && options.isUniqueChecked) draft['uniqueItems'] = true;
  };

  const filled = (schema: JsonObject, draft: Draft, depth: number): void => {
    const type = typesOf(schema);
    if (type !== undefined) draft['type'] = type;
    if (Array.isArray(schema['enum']) && schema['enum'].length > 0) draft['enum'] = schema['enum'];
    if (schema['const'] !== undefined) draft['const'] = schema['const'];
    Object.assign(draft, boundsOf(schema));
    for (const keyword of COUNTS) if (isCount(schema[keyword])) draft[keyword] = schema[keyword];
    for (const keyword of SINGLE) {
      const one = schema[keyword];
      if (isSchema(one)) draft[keyword] = made(one, depth + 1);
    }
    for (const keyword of LISTS) {
      const list = schema[keyword];
      if (Array.isArray(list) && list.length > 0) {
        // Where a discriminator tells which branch is meant, a request is not off contract since it fits another as well.
        const isTold = keyword === 'oneOf' && isObject(schema['discriminator']) && options.direction === 'request';
        const name = isTold && schema['anyOf'] === undefined ? 'anyOf' : keyword;
        draft[name] = list.filter(isSchema).map((one) => made(one, depth + 1));
      }
    }
    objectKeywords(schema, draft, depth);
    arrayKeywords(schema, draft, depth);
    const more: unknown[] = [];
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = schema[keyword];
      if (typeof reference === 'string') more.push({ $ref: reference });
    }
    const [reference, second] = more;
    if (reference !== undefined) Object.assign(draft, reference);
    if (typeof schema['pattern'] === 'string') extend(draft, guarded(schema['pattern']));
    extend(draft, second);
    const { format } = schema;
    if (typeof format !== 'string') return;
    const meant = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (meant === undefined) draft['format'] = format;
    else extend(draft, typeof meant['pattern'] === 'string' ? guarded(meant['pattern']) : meant);
  };

  const withRequired = (schema: JsonObject, draft: Draft, isHidden: IsHidden): void => {
    const { required } = schema;
    if (!Array.isArray(required)) return;
    const names = required.filter((name) => typeof name === 'string' && !isHidden(name));
    if (names.length > 0) draft['required'] = names;
  };

  /** A part of allOf may require a member that another part describes. */
  const withPartsRequired = (schema: JsonObject, draft: Draft, isHidden: IsHidden): void => {
    if (!Array.isArray(schema['allOf']) || !Array.isArray(draft['allOf'])) return;
    const runnables = draft['allOf'] as unknown[];
    schema['allOf'].filter(isSchema).forEach((part, index) => {
      const one = runnables[index];
      if (!isObject(part) || !isObject(one) || !Array.isArray(part['required'])) return;
      const { required, ...rest } = one as Draft;
      if (!Array.isArray(required) || !required.some((name) => isHidden(String(name)))) return;
      withRequired({ required: required as Json[] }, rest, isHidden);
      runnables[index] = rest;
    });
  };

  const made = (schema: Schema, depth: number): Runnable => {
    if (typeof schema === 'boolean') return schema;
    if (depth > MAX_DEPTH) return true;
    const before = known.get(schema);
    if (before !== undefined) return before;
    const draft: Draft = {};
    // Kept before it is filled: a schema that is a value may lie in itself.
    known.set(schema, draft as RunnableObject);
    filled(schema, draft, depth);
    const isHidden = hidingIn(schema);
    withRequired(schema, draft, isHidden);
    withPartsRequired(schema, draft, isHidden);
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

/** Adds a schema that a value must fit as well. */
function extend(draft: Draft, schema: unknown): void {
  if (schema === undefined) return;
  draft['allOf'] = [...(Array.isArray(draft['allOf']) ? (draft['allOf'] as unknown[]) : []), schema];
}
