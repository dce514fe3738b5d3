/** Holds values against the schemas of one document, made ready to be run, each when it is first used. */
import { type ValidationResult, type Schema as RunnableObject, validate } from '@cfworker/json-schema';
import type { JsonObject, Schema, Json, ApiDocument } from '../model.js';
import { type Issue, issuesOf } from './issues.js';
import { placesIn } from './schema-places.js';
import { isObject, isSchema, listOf, shapeAt, namedTypes } from '../schema.js';
import { safePattern } from './safe-pattern.js';
import { schemaBehind } from '../document/references.js';

/** What a value is: sent by a client, or answered. */
export type Direction = 'request' | 'answer';

type Runnable = boolean | RunnableObject;

/** Makes schemas runnable, each once. */
interface Preparation {
  readonly prepare: (schema: Schema) => Runnable;
  /** The runnable schema behind each reference, as the validator looks it up. */
  readonly lookup: Record<string, Runnable>;
  /** Before each validation: how many references may be followed in it. */
  readonly allow: (references: number) => void;
}

interface PreparationOptions {
  readonly direction: Direction;
  /** Whether items are compared with each other, which takes the square of their number. */
  readonly isUniqueChecked: boolean;
}

type Document = Pick<ApiDocument, 'root' | 'resolve'>;
type Draft = Record<string, unknown>;

/** Schemas in each other without a reference: what lies deeper is not judged. */
const MAX_DEPTH = 200;

/** Thrown where a schema leads through more references than any that ends. */
class TooManyReferences extends Error {
  override readonly name = 'TooManyReferences';
}

/** Bounds of numbers, and patterns of texts, that formats stand for. */
const formats: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1, multipleOf: 1 },
  int64: { multipleOf: 1 },
  byte: { pattern: '^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2}(?:==)?|[A-Za-z0-9+/_-]{3}=?)?$' },
};

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
const namesByName: Read = (value) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, names]) => Array.isArray(names))) : undefined;

/** How each keyword is read that means the same in all schemas. */
const KEYWORDS: ReadonlyMap<string, Read> = new Map(
  (
    [
      [(value: Json) => value, 'const'],
      [(value: Json) => (listOf(value).length > 0 ? value : undefined), 'enum'],
      [aNumber, 'minimum maximum exclusiveMinimum exclusiveMaximum'],
      [atLeast(Number.MIN_VALUE), 'multipleOf'],
      [aCount, 'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties'],
      [aSchema, 'not if then else contains items additionalProperties propertyNames'],
      [aSchema, 'unevaluatedProperties unevaluatedItems'],
      [aList, 'allOf anyOf oneOf prefixItems'],
      [byName, 'properties dependentSchemas'],
      [namesByName, 'dependentRequired'],
    ] as const
  ).flatMap(([read, names]) => names.split(' ').map((name): [string, Read] => [name, read])),
);

/** The types that a schema allows; undefined where it does not say, or in words that no value has. */
function typesOf(schema: JsonObject): string | readonly string[] | undefined {
  const named = namedTypes(schema);
  if (named.length === 0) return undefined;
  if (schema['nullable'] === true && !named.includes('null')) return [...named, 'null'];
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
function preparation(document: Document, options: PreparationOptions): Preparation {
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
      const read = KEYWORDS.get(keyword)?.(value, run);
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
      return (kept[reference] ??= made(schemaBehind(document, reference) ?? true, 0));
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

/** Deeper values are not judged: each level takes some of the stack. */
const MAX_LEVELS = 150;

/** Values with more parts are not judged. */
const MAX_PARTS = 2_000_000;

/** Longer arrays are not searched for items that are there twice. */
const MAX_UNIQUE = 1_000;

/** References that may be followed in one validation, and for each part of the value. */
const REFERENCES = 20_000;
const REFERENCES_PER_PART = 200;

/** Of a value with more parts, the first error of each object and array is enough. */
const MANY_PARTS = 2_000;

/** How large a value is. */
interface Extent {
  depth: number;
  parts: number;
  longest: number;
}

function measure(value: Json, extent: Extent, depth: number): void {
  extent.parts++;
  if (depth > extent.depth) extent.depth = depth;
  if (typeof value !== 'object' || value === null || depth > MAX_LEVELS || extent.parts > MAX_PARTS) return;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    extent.longest = Math.max(extent.longest, items.length);
    for (const item of items) measure(item, extent, depth + 1);
    return;
  }
  for (const name in value) measure((value as Readonly<Record<string, Json>>)[name] ?? null, extent, depth + 1);
}

/** Holds values against the schemas of a document, each made ready when it is first used. */
export class Validation {
  readonly #document: Pick<ApiDocument, 'root' | 'resolve'>;
  readonly #placeOf: ReturnType<typeof placesIn>;
  readonly #preparations = new Map<string, Preparation>();

  constructor(document: Pick<ApiDocument, 'root' | 'resolve'>) {
    this.#document = document;
    this.#placeOf = placesIn(document);
  }

  #preparation(direction: Direction, isUniqueChecked: boolean): Preparation {
    const key = `${direction} ${isUniqueChecked}`;
    const made = this.#preparations.get(key) ?? preparation(this.#document, { direction, isUniqueChecked });
    this.#preparations.set(key, made);
    return made;
  }

  /** What the validator says; undefined where a schema leads in a circle, or to so much that it cannot be judged. */
  #run(schema: Schema, value: Json, options: { direction: Direction; extent: Extent; isFirstEnough: boolean }) {
    const { direction, extent, isFirstEnough } = options;
    const { prepare, lookup, allow } = this.#preparation(direction, extent.longest <= MAX_UNIQUE);
    allow(REFERENCES + extent.parts * REFERENCES_PER_PART);
    try {
      // The validator takes boolean schemas as well, in its code; the types of its first parameter and of its table do not.
      const runnable = prepare(schema) as RunnableObject;
      return validate(value, runnable, '2020-12', lookup as Record<string, RunnableObject>, isFirstEnough);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TooManyReferences || error instanceof URIError) {
        return undefined;
      }
      throw error;
    }
  }

  #extentOf(value: Json): Extent {
    const extent = { depth: 0, parts: 0, longest: 0 };
    measure(value, extent, 0);
    return extent;
  }

  /** What is wrong with a value, the deepest first; at most 20 issues. */
  check(schema: Schema, value: Json, direction: Direction): readonly Issue[] {
    const extent = this.#extentOf(value);
    if (extent.depth > MAX_LEVELS || extent.parts > MAX_PARTS) return [tooLarge];
    const options = { direction, extent };
    let result: ValidationResult | undefined = this.#run(schema, value, {
      ...options,
      isFirstEnough: extent.parts > MANY_PARTS,
    });
    // Too many errors for one call: the first of each object are enough.
    result ??= this.#run(schema, value, { ...options, isFirstEnough: true });
    if (result === undefined || result.valid) return [];
    return issuesOf(result.errors, { schema, value, placeOf: this.#placeOf });
  }

  /** Whether nothing is wrong with a value. */
  isValid(schema: Schema, value: Json, direction: Direction): boolean {
    const extent = this.#extentOf(value);
    if (extent.depth > MAX_LEVELS || extent.parts > MAX_PARTS) return false;
    return this.#run(schema, value, { direction, extent, isFirstEnough: true })?.valid ?? true;
  }
}

const tooLarge: Issue = {
  pointer: '',
  keyword: 'depth',
  message: `must not be nested more than ${MAX_LEVELS} levels deep, or have millions of parts`,
  schemaPointer: '',
};
